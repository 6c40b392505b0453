package io.dbharness.cli.option;

import io.dbharness.load.LatePolicy;
import io.dbharness.load.Spacing;

/**
 * Requests that come whether or not earlier ones have ended.
 *
 * @param rate    how many a second
 * @param spacing how they are spread
 * @param late    what becomes of one that finds every user busy
 */
public record OpenLoad(Rate rate, Spacing spacing, LatePolicy late) {}
