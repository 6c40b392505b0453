package io.dbharness.report;

import io.dbharness.measure.ClientDelays;
import io.dbharness.model.Internal;
import io.dbharness.report.CellTable.Columns;
import io.dbharness.result.AgentResult;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.RunResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Tables of the client's possible share of a run's service times. Pure functions of a result. */
@Internal
public final class ClientTables {

    private static final List<String> SHOWN = List.of("p50", "p90", "p99", "n3");
    private static final double MOSTLY = 0.5;
    private static final String MARK = " client's";

    private ClientTables() {}

    /** A line for each operation, a column for each percentile: the part of it that may be the client's, in milliseconds and per cent. */
    public static CellTable shares(RunResult result) {
        Map<String, LatencyResult> rows = new LinkedHashMap<>();
        result.operations().forEach(operation -> rows.put(operation.name(), operation.service()));
        result.combined(ClientDelays.TOTAL).ifPresent(total -> rows.put(total.name(), total.service()));
        ClientDelays delays = result.health().delays();
        rows.keySet().retainAll(delays.othersNanos().keySet());
        Columns<Map.Entry<String, LatencyResult>> columns = new Columns<>();
        columns.words("client's part, at most", Map.Entry::getKey);
        for (String percentile : SHOWN) {
            columns.numbers(percentile + ", ms", row -> cell(delays, row.getKey(), percentile, row.getValue()));
        }
        return columns.of(List.copyOf(rows.entrySet()));
    }

    /** The part, of what, and a mark where it is the greater part and worth a word. */
    private static String cell(ClientDelays delays, String operation, String percentile, LatencyResult service) {
        if (service.infinite().contains(percentile)) {
            return LatencyCell.NONE;
        }
        long nanos = service.nanos(percentile);
        OptionalLong most = delays.mostNanos(operation, percentile, nanos);
        if (most.isEmpty() || nanos == 0) {
            return LatencyCell.NONE;
        }
        double share = (double) most.getAsLong() / nanos;
        boolean marked = share > MOSTLY && most.getAsLong() > RunResult.Health.ORDINARY_DELAY_NANOS;
        return Numbers.millis((double) most.getAsLong()) + " of " + Numbers.millis((double) nanos)
                + (marked ? MARK : "");
    }

    /** The total of {@link #shares} in one line; empty where nothing is known. */
    public static String line(RunResult result) {
        ClientDelays delays = result.health().delays();
        return result.combined(ClientDelays.TOTAL).stream()
                .flatMap(total -> SHOWN.stream()
                        .map(p -> Map.entry(p, cell(delays, ClientDelays.TOTAL, p, total.service())))
                        .filter(cell -> !cell.getValue().equals(LatencyCell.NONE))
                        .map(cell -> cell.getKey() + " " + cell.getValue()))
                .collect(Collectors.collectingAndThen(
                        Collectors.joining(", "),
                        cells -> cells.isEmpty() ? "" : "at most, ms of the service time: " + cells));
    }

    /** A line for each agent that sent the load; none if one process did. */
    public static CellTable agents(RunResult result) {
        double users = result.agents().stream().mapToInt(AgentResult::users).sum();
        return new Columns<AgentResult>()
                .words("agent", agent -> agent.name() + (agent.wasLost() ? ", lost" : ""))
                .numbers("users, %", agent -> Numbers.percent(agent.users() / Math.max(1, users)))
                .numbers("started", agent -> Long.toString(agent.started()))
                .numbers("completed", agent -> Long.toString(agent.completed()))
                .numbers("failed", agent -> Long.toString(agent.failed()))
                .numbers("completed/s", agent -> Numbers.of(agent.throughput()))
                .numbers("p99, ms", agent -> Numbers.millis((double) agent.p99Nanos()))
                .numbers("CPU, %", agent -> agent.wasLost() ? LatencyCell.NONE : Numbers.percent(agent.cpuShare()))
                .numbers("clock, ms", agent -> Numbers.millis((double) agent.clockOffsetNanos()))
                .numbers("start, ms", agent -> Numbers.millis((double) agent.startSkewNanos()))
                .numbers("figures late by, ms", agent -> Numbers.millis((double) agent.lagNanos()))
                .of(result.agents());
    }

    /** The longest pauses of the process, in time order. */
    public static CellTable pauses(RunResult result) {
        return new Columns<ClientDelays.Pause>()
                .numbers("client stood still at, s", pause -> Numbers.seconds(pause.atSeconds()))
                .numbers("for, ms", pause -> Numbers.millis((double) pause.nanos()))
                .words(
                        "because of",
                        pause -> pause.cause().equals("collection")
                                ? "garbage collection"
                                : "a signal, a processor limit or the machine")
                .of(result.health().delays().pauses());
    }
}
