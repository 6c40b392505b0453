package io.dbharness.sql.profile;

import java.time.Duration;
import java.util.Optional;

/**
 * The values after the highest of a column, in order, for all users together; or one of those whose insert was acknowledged.
 *
 * @param table  table of the column
 * @param column column of whole numbers, or of timestamps if there is a step
 * @param step   interval between timestamps; empty for whole numbers
 * @param choice a new value, or which of the existing ones
 */
public record SequenceValue(String table, String column, Optional<Duration> step, Choice choice) {

    /** The kinds of a choice. */
    public enum Kind {
        NEW,
        LATEST,
        RECENT
    }

    /**
     * A choice of a value.
     *
     * @param rows of the recent ones; otherwise ignored
     */
    public record Choice(Kind kind, long rows) {}

    /** Returns the sequence that this and other parameters share. */
    public SequenceValue sequence() {
        return new SequenceValue(table, column, step, new Choice(Kind.NEW, 0));
    }

    /** Returns true if the value is a new one. */
    public boolean isNew() {
        return choice.kind() == Kind.NEW;
    }
}
