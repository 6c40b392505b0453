package io.dbharness.jdbc.dialect;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The isolation levels that a user can select. The {@link Dialect} of a product defines the supported levels and their numbers. */
public enum Isolation {
    READ_COMMITTED,
    REPEATABLE_READ,
    /** Reads use one snapshot and take no locks; two writers of a row conflict. */
    SNAPSHOT,
    SERIALIZABLE;

    /** Returns the level as a user types it, for example {@code read-committed}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<Isolation> parse(String text) {
        return Arrays.stream(values()).filter(one -> one.text().equals(text)).findFirst();
    }
}
