package io.dbharness.sysbench.operation;

import io.dbharness.jdbc.dataset.MarkedDataSet;
import java.util.Locale;
import java.util.Set;

/** The statements of sysbench's OLTP tests; their text is in {@code sysbench/sql}, by dialect. */
public enum Query {
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
    /** Of a row whose id the server makes. */
    INSERT(StatementText.INSERT, Step.INSERT),
    /** Of the row that the {@link #DELETE} before it has removed. */
    INSERT_AGAIN(StatementText.INSERT_WITH_ID, Step.INSERT),
    /** Of a row whose id the client makes. */
    INSERT_NEXT(StatementText.INSERT_WITH_ID, Step.INSERT);

    private final StatementText text;
    private final Step step;

    Query(StatementText text, Step step) {
        this.text = text;
        this.step = step;
    }

    /** What it changes: columns of loaded rows, and the words of {@link MarkedDataSet}. */
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
     * How many rows it sees or changes at least where a table has all rows from 1 to its size. A list or ranges by {@code k} may hold
     * nothing, but a count of them is a row; a row to be deleted may be gone.
     */
    int leastRows(Input input, int tableSize) {
        return switch (this) {
            case SIMPLE_RANGE, ORDER_RANGE -> ((Input.Numbers) input).length(tableSize);
            case RANDOM_POINTS, DELETE -> 0;
            default -> 1;
        };
    }

    /** What kind of statement it is; the unit of statement latency. */
    public Step step() {
        return step;
    }

    /**
     * What one statement is about.
     *
     * @param table from 0
     * @param key   drawn for it, or for the statements it belongs to
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

    /** Round trips whose duration is reported apart from that of their transaction. */
    public enum Step {
        SELECT,
        UPDATE,
        DELETE,
        INSERT,
        COMMIT,
        /** Several statements in one round trip: how long each of them took cannot be told. */
        MESSAGE;

        /** As reports print it. */
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
        /** What stands around statements that share a message. */
        TOGETHER,
        COMMIT
    }
}
