package io.dbharness.sysbench;

import static io.dbharness.sysbench.operation.Script.repeat;

import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.sysbench.operation.Query;
import io.dbharness.sysbench.operation.Script;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameters;
import java.util.ArrayList;
import java.util.List;

/** sysbench's OLTP tests. */
enum TestKind {
    POINT_SELECT("point-select", "Selects of single rows by primary key.", OperationKind.READ),
    INSERT("insert", "Inserts of single rows.", OperationKind.WRITE),
    READ_ONLY("read-only", "Transactions of point selects and range selects.", OperationKind.READ),
    READ_WRITE("read-write", "Transactions of selects, updates, deletes and inserts.", OperationKind.TRANSACTION),
    WRITE_ONLY("write-only", "Transactions of updates, deletes and inserts.", OperationKind.WRITE),
    UPDATE_INDEX("update-index", "Updates of an indexed column.", OperationKind.WRITE),
    UPDATE_NON_INDEX("update-non-index", "Updates of a column without index.", OperationKind.WRITE),
    DELETE("delete", "Deletes of single rows.", OperationKind.WRITE),
    RANDOM_POINTS("random-points", "Selects by lists of an indexed column.", OperationKind.READ),
    RANDOM_RANGES("random-ranges", "Counts over ranges of an indexed column.", OperationKind.READ);

    /** The prefix of all names. */
    static final String FAMILY = "sysbench ";

    private final String word;
    private final String summary;
    private final OperationKind kind;

    TestKind(String word, String summary, OperationKind kind) {
        this.word = word;
        this.summary = summary;
        this.kind = kind;
    }

    String workload() {
        return FAMILY + word;
    }

    String summary() {
        return summary;
    }

    Operation operation() {
        return new Operation(0, word, kind);
    }

    /** Returns the names of the options that do not concern the tables. */
    String[] sending() {
        return parameters().stream()
                .map(Parameter::name)
                .filter(name -> !Options.OF_TABLES.contains(name))
                .toArray(String[]::new);
    }

    List<Parameter> parameters() {
        List<Parameter> parameters = new ArrayList<>(Options.COMMON);
        if (!mixed()) {
            parameters.add(Options.STATEMENTS_PARAMETER);
        }
        if (!mixed() || this == READ_ONLY) {
            parameters.add(Options.skipTransactions(!mixed()));
        }
        switch (this) {
            case RANDOM_POINTS -> parameters.add(Options.POINTS_PARAMETER);
            case RANDOM_RANGES -> parameters.addAll(Options.RANGES);
            case READ_ONLY -> parameters.addAll(Options.READS);
            case READ_WRITE -> {
                parameters.addAll(Options.READS);
                parameters.addAll(Options.WRITES);
            }
            case WRITE_ONLY -> parameters.addAll(Options.WRITES);
            default -> {
                // No further statements.
            }
        }
        return List.copyOf(parameters);
    }

    private boolean mixed() {
        return this == READ_ONLY || this == READ_WRITE || this == WRITE_ONLY;
    }

    /** Returns one event, in the order of sysbench's script of the same name. */
    Script script(Parameters parameters) {
        return new Script(groups(parameters), Options.skipsTransactions(parameters));
    }

    private List<Script.Group> groups(Parameters parameters) {
        return switch (this) {
            case POINT_SELECT -> alike(parameters, Query.POINT_SELECT);
            case INSERT -> alike(parameters, Options.serverIds(parameters) ? Query.INSERT : Query.INSERT_NEXT);
            case READ_ONLY -> reads(parameters);
            case READ_WRITE -> {
                List<Script.Group> groups = new ArrayList<>(reads(parameters));
                groups.addAll(writes(parameters));
                yield groups;
            }
            case WRITE_ONLY -> writes(parameters);
            case UPDATE_INDEX -> alike(parameters, Query.INDEX_UPDATE);
            case UPDATE_NON_INDEX -> alike(parameters, Query.NON_INDEX_UPDATE);
            case DELETE -> alike(parameters, Query.DELETE);
            case RANDOM_POINTS -> alike(parameters, Query.RANDOM_POINTS);
            case RANDOM_RANGES -> alike(parameters, Query.RANDOM_RANGES);
        };
    }

    private static List<Script.Group> alike(Parameters parameters, Query query) {
        return List.of(repeat(parameters.whole(Options.STATEMENTS), query));
    }

    private static List<Script.Group> reads(Parameters parameters) {
        int ranges = parameters.text(Options.RANGE_SELECTS).equals(Options.YES) ? 1 : 0;
        return List.of(
                repeat(parameters.whole(Options.POINT_SELECTS), Query.POINT_SELECT),
                repeat(ranges * parameters.whole(Options.SIMPLE_RANGES), Query.SIMPLE_RANGE),
                repeat(ranges * parameters.whole(Options.SUM_RANGES), Query.SUM_RANGE),
                repeat(ranges * parameters.whole(Options.ORDER_RANGES), Query.ORDER_RANGE),
                repeat(ranges * parameters.whole(Options.DISTINCT_RANGES), Query.DISTINCT_RANGE));
    }

    private static List<Script.Group> writes(Parameters parameters) {
        return List.of(
                repeat(parameters.whole(Options.INDEX_UPDATES), Query.INDEX_UPDATE),
                repeat(parameters.whole(Options.NON_INDEX_UPDATES), Query.NON_INDEX_UPDATE),
                repeat(parameters.whole(Options.DELETE_INSERTS), Query.DELETE, Query.INSERT_AGAIN));
    }
}
