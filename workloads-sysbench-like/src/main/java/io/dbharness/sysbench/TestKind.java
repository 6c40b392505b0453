package io.dbharness.sysbench;

import static io.dbharness.sysbench.operation.EventScript.repeat;

import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.sysbench.operation.EventScript;
import io.dbharness.sysbench.operation.SysbenchStatement;
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
                .filter(name -> !SysbenchOptions.OF_TABLES.contains(name))
                .toArray(String[]::new);
    }

    List<Parameter> parameters() {
        List<Parameter> parameters = new ArrayList<>(SysbenchOptions.COMMON);
        if (!mixed()) {
            parameters.add(SysbenchOptions.STATEMENTS_PARAMETER);
        }
        if (!mixed() || this == READ_ONLY) {
            parameters.add(SysbenchOptions.skipTransactions(!mixed()));
        }
        switch (this) {
            case RANDOM_POINTS -> parameters.add(SysbenchOptions.POINTS_PARAMETER);
            case RANDOM_RANGES -> parameters.addAll(SysbenchOptions.RANGES);
            case READ_ONLY -> parameters.addAll(SysbenchOptions.READS);
            case READ_WRITE -> {
                parameters.addAll(SysbenchOptions.READS);
                parameters.addAll(SysbenchOptions.WRITES);
            }
            case WRITE_ONLY -> parameters.addAll(SysbenchOptions.WRITES);
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
    EventScript script(Parameters parameters) {
        return new EventScript(groups(parameters), SysbenchOptions.skipsTransactions(parameters));
    }

    private List<EventScript.Group> groups(Parameters parameters) {
        return switch (this) {
            case POINT_SELECT -> alike(parameters, SysbenchStatement.POINT_SELECT);
            case INSERT ->
                alike(
                        parameters,
                        SysbenchOptions.serverIds(parameters)
                                ? SysbenchStatement.INSERT
                                : SysbenchStatement.INSERT_NEXT);
            case READ_ONLY -> reads(parameters);
            case READ_WRITE -> {
                List<EventScript.Group> groups = new ArrayList<>(reads(parameters));
                groups.addAll(writes(parameters));
                yield groups;
            }
            case WRITE_ONLY -> writes(parameters);
            case UPDATE_INDEX -> alike(parameters, SysbenchStatement.INDEX_UPDATE);
            case UPDATE_NON_INDEX -> alike(parameters, SysbenchStatement.NON_INDEX_UPDATE);
            case DELETE -> alike(parameters, SysbenchStatement.DELETE);
            case RANDOM_POINTS -> alike(parameters, SysbenchStatement.RANDOM_POINTS);
            case RANDOM_RANGES -> alike(parameters, SysbenchStatement.RANDOM_RANGES);
        };
    }

    private static List<EventScript.Group> alike(Parameters parameters, SysbenchStatement query) {
        return List.of(repeat(parameters.whole(SysbenchOptions.STATEMENTS), query));
    }

    private static List<EventScript.Group> reads(Parameters parameters) {
        int ranges = parameters.text(SysbenchOptions.RANGE_SELECTS).equals(SysbenchOptions.YES) ? 1 : 0;
        return List.of(
                repeat(parameters.whole(SysbenchOptions.POINT_SELECTS), SysbenchStatement.POINT_SELECT),
                repeat(ranges * parameters.whole(SysbenchOptions.SIMPLE_RANGES), SysbenchStatement.SIMPLE_RANGE),
                repeat(ranges * parameters.whole(SysbenchOptions.SUM_RANGES), SysbenchStatement.SUM_RANGE),
                repeat(ranges * parameters.whole(SysbenchOptions.ORDER_RANGES), SysbenchStatement.ORDER_RANGE),
                repeat(ranges * parameters.whole(SysbenchOptions.DISTINCT_RANGES), SysbenchStatement.DISTINCT_RANGE));
    }

    private static List<EventScript.Group> writes(Parameters parameters) {
        return List.of(
                repeat(parameters.whole(SysbenchOptions.INDEX_UPDATES), SysbenchStatement.INDEX_UPDATE),
                repeat(parameters.whole(SysbenchOptions.NON_INDEX_UPDATES), SysbenchStatement.NON_INDEX_UPDATE),
                repeat(
                        parameters.whole(SysbenchOptions.DELETE_INSERTS),
                        SysbenchStatement.DELETE,
                        SysbenchStatement.INSERT_AGAIN));
    }
}
