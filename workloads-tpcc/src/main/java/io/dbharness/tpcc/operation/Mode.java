package io.dbharness.tpcc.operation;

import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.model.UsageException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The ways to carry out the transactions that a user can choose from. Their effects and outputs are the same. */
public enum Mode {
    /** The client sends the statements of a transaction one after the other, those of the same kind in batches. */
    INTERACTIVE("tpcc/interactive"),
    /** The same with statements of its own for each line of an order and each district of a delivery. */
    INTERACTIVE_ROW("tpcc/interactive"),
    /** The client sends all of a transaction as one statement. */
    COMPOUND("tpcc/compound"),
    /** The client calls procedures that are stored in the database; see {@link Procedures}. */
    PROCEDURES("tpcc/procedures");

    /** What {@link #COMPOUND} was called once. */
    public static final String OLD_COMPOUND = "statements";

    /** The step of the interactive modes that is no message: between two messages of a transaction the client works and locks are held. */
    public static final String BETWEEN_MESSAGES = "between-messages";

    private final String folder;

    Mode(String folder) {
        this.folder = folder;
    }

    /** Where its statements are. */
    String folder() {
        return folder;
    }

    /** Whether the product can do it: it has statements for it. */
    public boolean isThereFor(Dialect dialect) {
        return SqlCatalog.exists(Mode.class, folder, dialect.lineage());
    }

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

    /**
     * The transactions for a product.
     *
     * @throws UsageException                          when the product cannot do this mode
     * @throws io.dbharness.model.HarnessException that lists what it has no SQL for
     */
    public Transactions transactions(Dialect dialect) {
        if (!isThereFor(dialect)) {
            String others = Arrays.stream(values())
                    .filter(mode -> mode.isThereFor(dialect))
                    .map(Mode::word)
                    .collect(Collectors.joining(", "));
            throw new UsageException(
                    List.of("--mode " + word() + " is not there for " + dialect.name() + "; use one of: " + others));
        }
        return switch (this) {
            case INTERACTIVE -> new InteractiveTransactions(dialect, true);
            case INTERACTIVE_ROW -> new InteractiveTransactions(dialect, false);
            case COMPOUND -> new CompoundTransactions(dialect);
            case PROCEDURES -> new ProcedureTransactions(dialect);
        };
    }
}
