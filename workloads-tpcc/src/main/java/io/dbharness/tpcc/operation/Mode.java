package io.dbharness.tpcc.operation;

import io.dbharness.jdbc.dialect.Dialect;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The ways to carry out the transactions that a user can choose from. Their effects and outputs are the same. */
public enum Mode {
    /** The client sends the SQL of a transaction, as one statement. */
    STATEMENTS,
    /** The client calls procedures that are stored in the database; see {@link Procedures}. */
    PROCEDURES;

    /** As users type them. */
    public static List<String> words() {
        return Arrays.stream(values()).map(Mode::word).toList();
    }

    /** The one of {@link #words()}. */
    public static Mode of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    /** As users type it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The transactions for a product; throws a {@link io.dbharness.model.HarnessException} that lists what it has no SQL for. */
    public Transactions transactions(Dialect dialect) {
        return this == STATEMENTS ? new StatementTransactions(dialect) : new ProcedureTransactions(dialect);
    }
}
