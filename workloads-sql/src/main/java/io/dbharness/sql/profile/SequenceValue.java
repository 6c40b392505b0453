package io.dbharness.sql.profile;

import java.time.Duration;
import java.util.Optional;

/**
 * The values after the highest of a column, in order, for all users together.
 *
 * @param table  table of the column
 * @param column column of whole numbers, or of timestamps if there is a step
 * @param step   interval between timestamps; empty for whole numbers
 */
public record SequenceValue(String table, String column, Optional<Duration> step) {}
