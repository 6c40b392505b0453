package io.dbharness.sql.profile;

import java.time.Duration;
import java.util.Optional;

/**
 * The value after the highest of a column, and the one after that, for all users together.
 *
 * @param table  whose column it is
 * @param column of whole numbers, or of points in time where there is a step
 * @param step   from one point in time to the next
 */
public record Next(String table, String column, Optional<Duration> step) {}
