package io.dbharness.tpcc.operation;

import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.model.UsageException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The selectable ways of executing the transactions, with equal effects and outputs. */
public enum Mode {
    /** The client sends the statements of a transaction consecutively, those of the same kind in batches. */
    INTERACTIVE("tpcc/interactive"),
    /** The client sends separate statements for each line of an order and each district of a delivery. */
    INTERACTIVE_ROW("tpcc/interactive"),
    /** The client sends all of a transaction as one statement. */
    COMPOUND("tpcc/compound"),
    /** The client calls procedures that are stored in the database; see {@link Procedures}. */
    PROCEDURES("tpcc/procedures");

    /** The step of the interactive modes between two messages of a transaction, while the client works and locks are held. */
    public static final String BETWEEN_MESSAGES = "between-messages";

    private final String folder;

    Mode(String folder) {
        this.folder = folder;
    }

    /** Returns the folder of its statements. */
    String folder() {
        return folder;
    }

    /** Returns true if the product has statements for the mode. */
    public boolean isThereFor(Dialect dialect) {
        return SqlCatalog.exists(Mode.class, folder, dialect.lineage());
    }

    /** Returns the names that users type. */
    public static List<String> words() {
        return Arrays.stream(values()).map(Mode::word).toList();
    }

    /** Returns the mode of a name in {@link #words()}. */
    public static Mode of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** Returns the name that users type. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Creates the transactions for a product.
     *
     * @throws UsageException                          if the product does not support this mode
     * @throws io.dbharness.model.HarnessException if SQL is missing; lists the missing statements
     */
    public TpccTransactions transactions(Dialect dialect) {
        if (!isThereFor(dialect)) {
            String others = Arrays.stream(values())
                    .filter(mode -> mode.isThereFor(dialect))
                    .map(Mode::word)
                    .collect(Collectors.joining(", "));
            throw new UsageException(List.of(
                    "--mode " + word() + " is not available for " + dialect.name() + "; use one of: " + others));
        }
        return switch (this) {
            case INTERACTIVE -> new InteractiveTransactions(dialect, true);
            case INTERACTIVE_ROW -> new InteractiveTransactions(dialect, false);
            case COMPOUND -> new CompoundTransactions(dialect);
            case PROCEDURES -> new ProcedureTransactions(dialect);
        };
    }
}
