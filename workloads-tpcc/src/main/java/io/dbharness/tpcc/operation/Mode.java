package io.dbharness.tpcc.operation;

import io.dbharness.jdbc.dialect.Dialect;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The ways to carry out the transactions that a user can choose from. Their effects and outputs are the same. */
public enum Mode {
    /** The client sends the statements of a transaction one after the other, those of the same kind in batches. */
    INTERACTIVE,
    /** The same with statements of its own for each line of an order and each district of a delivery. */
    INTERACTIVE_ROW,
    /** The client sends all of a transaction as one statement. */
    COMPOUND,
    /** The client calls procedures that are stored in the database; see {@link Procedures}. */
    PROCEDURES;

    /** What {@link #COMPOUND} was called once. */
    public static final String OLD_COMPOUND = "statements";

    /** The step of the interactive modes that is no message: between two messages of a transaction the client works and locks are held. */
    public static final String BETWEEN_MESSAGES = "between-messages";

    /** As users type them. */
    public static List<String> words() {
        return Arrays.stream(values()).map(Mode::word).toList();
    }

    /** The one of {@link #words()}, or of a word from before. */
    public static Mode of(String word) {
        return word.equals(OLD_COMPOUND)
                ? COMPOUND
                : valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** As users type it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The transactions for a product; throws a {@link io.dbharness.model.HarnessException} that lists what it has no SQL for. */
    public Transactions transactions(Dialect dialect) {
        return switch (this) {
            case INTERACTIVE -> new InteractiveTransactions(dialect, true);
            case INTERACTIVE_ROW -> new InteractiveTransactions(dialect, false);
            case COMPOUND -> new CompoundTransactions(dialect);
            case PROCEDURES -> new ProcedureTransactions(dialect);
        };
    }
}
