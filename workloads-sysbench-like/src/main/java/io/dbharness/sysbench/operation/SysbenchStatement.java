package io.dbharness.sysbench.operation;

import io.dbharness.jdbc.dataset.MarkedDataSet;
import java.util.Locale;
import java.util.Set;

/** The statements of sysbench's OLTP tests; their text is in {@code sysbench/sql}, by dialect. */
public enum SysbenchStatement {
    POINT_SELECT(StatementText.POINT_SELECT, Step.SELECT),
    SIMPLE_RANGE(StatementText.SIMPLE_RANGE, Step.SELECT),
    SUM_RANGE(StatementText.SUM_RANGE, Step.SELECT),
    ORDER_RANGE(StatementText.ORDER_RANGE, Step.SELECT),
    DISTINCT_RANGE(StatementText.DISTINCT_RANGE, Step.SELECT),
    RANDOM_POINTS(StatementText.RANDOM_POINTS, Step.SELECT),
    RANDOM_RANGES(StatementText.RANDOM_RANGES, Step.SELECT),
    INDEX_UPDATE(StatementText.INDEX_UPDATE, Step.UPDATE),
    NON_INDEX_UPDATE(StatementText.NON_INDEX_UPDATE, Step.UPDATE),
    DELETE(StatementText.DELETE, Step.DELETE),
    /** Inserts a row whose id the server generates. */
    INSERT(StatementText.INSERT, Step.INSERT),
    /** Inserts the row that the preceding {@link #DELETE} has removed. */
    INSERT_AGAIN(StatementText.INSERT_WITH_ID, Step.INSERT),
    /** Inserts a row whose id the client generates. */
    INSERT_NEXT(StatementText.INSERT_WITH_ID, Step.INSERT);

    private final StatementText text;
    private final Step step;

    SysbenchStatement(StatementText text, Step step) {
        this.text = text;
        this.step = step;
    }

    /** Returns its changes: columns of loaded rows, and the constants of {@link MarkedDataSet}. */
    Set<String> changes() {
        return switch (this) {
            case INDEX_UPDATE -> Set.of("k");
            case NON_INDEX_UPDATE -> Set.of("c");
            case DELETE -> Set.of(MarkedDataSet.REMOVED, MarkedDataSet.NUMBER);
            case INSERT_AGAIN -> Set.of("k", "c", "pad", MarkedDataSet.NUMBER);
            case INSERT, INSERT_NEXT -> Set.of(MarkedDataSet.NUMBER);
            default -> Set.of();
        };
    }

    StatementText text() {
        return text;
    }

    /**
     * Returns the minimum number of rows that the statement reads or changes in a table with all rows from 1 to its size. A list or ranges
     * of {@code k} may be empty, but their count is a row; a row to delete may be missing.
     */
    int leastRows(Input input, int tableSize) {
        return switch (this) {
            case SIMPLE_RANGE, ORDER_RANGE -> ((Input.Numbers) input).length(tableSize);
            case RANDOM_POINTS, DELETE -> 0;
            default -> 1;
        };
    }

    /** Returns the kind of the statement, by which statement latencies are reported. */
    public Step step() {
        return step;
    }

    /**
     * Draws the input of one statement.
     *
     * @param table index of the table, from 0
     * @param key   key of the statement, or of its group of statements
     */
    Input input(TransactionSource draws, int table, int key) {
        return switch (this) {
            case POINT_SELECT, INDEX_UPDATE, DELETE -> new Input.Key(key);
            case SIMPLE_RANGE, SUM_RANGE, ORDER_RANGE, DISTINCT_RANGE -> draws.range(key);
            case RANDOM_POINTS -> draws.points(key);
            case RANDOM_RANGES -> draws.ranges(key);
            case NON_INDEX_UPDATE -> draws.newText(key);
            case INSERT -> draws.row(key);
            case INSERT_AGAIN -> new Input.WholeRow(key, draws.row(draws.anyKey()));
            case INSERT_NEXT -> new Input.WholeRow(draws.newId(table), draws.row(key));
        };
    }

    /** Round trips whose duration is reported separately from that of their transaction. */
    public enum Step {
        SELECT,
        UPDATE,
        DELETE,
        INSERT,
        COMMIT,
        /** Several statements in one round trip, whose individual durations are not known. */
        MESSAGE;

        /** Returns the label in reports. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The texts in {@code sysbench/sql}, by dialect. */
    public enum StatementText {
        POINT_SELECT,
        SIMPLE_RANGE,
        SUM_RANGE,
        ORDER_RANGE,
        DISTINCT_RANGE,
        RANDOM_POINTS,
        RANDOM_RANGES,
        /** One of the conditions that {@link #RANDOM_RANGES} repeats. */
        RANDOM_RANGE,
        INDEX_UPDATE,
        NON_INDEX_UPDATE,
        DELETE,
        INSERT,
        INSERT_WITH_ID,
        /** The text around statements that share a message. */
        TOGETHER,
        COMMIT
    }
}
