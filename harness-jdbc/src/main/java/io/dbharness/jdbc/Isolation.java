package io.dbharness.jdbc;

import java.sql.Connection;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The isolation levels a user can ask for. */
enum Isolation {
    READ_COMMITTED(Connection.TRANSACTION_READ_COMMITTED),
    REPEATABLE_READ(Connection.TRANSACTION_REPEATABLE_READ),
    SERIALIZABLE(Connection.TRANSACTION_SERIALIZABLE);

    private final int level;

    Isolation(int level) {
        this.level = level;
    }

    /** As JDBC numbers it. */
    int level() {
        return level;
    }

    /** As a user types it, for example {@code read-committed}. */
    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Optional<Isolation> parse(String text) {
        return Arrays.stream(values()).filter(one -> one.text().equals(text)).findFirst();
    }

    /** The words for a level that a driver reports, which may be none a user can ask for. */
    static String describe(int level) {
        return Arrays.stream(values())
                .filter(one -> one.level == level)
                .findFirst()
                .map(Isolation::text)
                .orElse("JDBC level " + level);
    }

    static String allowed() {
        return Arrays.stream(values()).map(Isolation::text).collect(Collectors.joining(", "));
    }
}
