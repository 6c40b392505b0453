package io.dbharness.provisioning;

import io.dbharness.provisioning.spi.Presence;
import io.dbharness.provisioning.spi.Step;

/**
 * A step of a run that was begun and not undone.
 *
 * @param step     what it is
 * @param done     whether it came to its end
 * @param presence whether what it makes is there
 */
public record Standing(Step step, boolean done, Presence presence) {}
