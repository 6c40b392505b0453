package io.dbharness.jdbc.dialect;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The isolation levels a user can ask for; which of them a product has, and by which number, its {@link Dialect} says. */
public enum Isolation {
    READ_COMMITTED,
    REPEATABLE_READ,
    /** Reads see one moment and take no locks; two writers of a row conflict. */
    SNAPSHOT,
    SERIALIZABLE;

    /** As a user types it, for example {@code read-committed}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<Isolation> parse(String text) {
        return Arrays.stream(values()).filter(one -> one.text().equals(text)).findFirst();
    }
}
