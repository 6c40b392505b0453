package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.acceptance.FaultCell.Fault;
import io.dbharness.acceptance.FaultCell.Kind;
import io.dbharness.acceptance.FaultCell.Outcome;
import io.dbharness.acceptance.FaultCell.Work;
import io.dbharness.testkit.GeneratedPart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every fault to every workload: no acknowledged row is lost, no process stays, the command ends and says what happened. With
 * {@code -Dfaults.table=FILE} the outcomes are written into that page, between its two marks.
 */
@Tag("matrix")
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
@ExtendWith(OneWarehouse.Given.class)
class FaultMatrixIT {

    private static final List<String> LONG = List.of("--duration", "2m");
    private static final List<String> SHORT = List.of("--duration", "8s");

    private static final Fault SESSIONS_KILLED = byOption("sessions killed", Kind.BY_OPTION, "2s:kill-sessions", "12s");
    private static final List<Fault> OF_THE_SERVER = List.of(
            byOption("server stopped for 3 s", Kind.BY_OPTION, "2s:stop 3s", "12s"),
            byOption("server killed and started again", Kind.RESTARTED, "2s:restart", "45s"));
    private static final List<Fault> OF_NETWORK_AND_HARNESS = List.of(
            new Fault("network silent for 4 s", Kind.SILENT_FOR_A_WHILE, false, SHORT, List.of(0, 12)),
            new Fault(
                    "network silent for good",
                    Kind.SILENT,
                    false,
                    List.of("--duration", "2m", "--request-timeout", "2s"),
                    List.of(13)),
            new Fault("connections cut once", Kind.CUT, false, SHORT, List.of(0, 12)),
            new Fault("harness: SIGTERM", Kind.TERMINATED, false, LONG, List.of(130)),
            new Fault("harness: `kill -9`", Kind.KILLED, false, LONG, List.of(137)));
    private static final List<Fault> OF_LOADS = List.of(
            new Fault("load: connections cut", Kind.CUT, true, List.of(), List.of(0, 1, 13)),
            new Fault("load: network silent for good", Kind.SILENT, true, List.of(), List.of(1, 13)),
            new Fault("load: `kill -9` of the harness", Kind.KILLED, true, List.of(), List.of(137)));

    private static final String TPCC = "tpcc " + OneWarehouse.WORDS + " --mode ";
    private static final String SYSBENCH = " --tables 2 --table-size 10000";
    private static final List<Work> ON_POSTGRESQL = List.of(
            postgresql("`tpcc`, interactive", TPCC + "interactive"),
            postgresql("`tpcc`, compound", TPCC + "compound"),
            postgresql("`tpcc`, procedures", TPCC + "procedures"),
            postgresql("`sysbench read-write`", "sysbench read-write" + SYSBENCH),
            postgresql("`sysbench point-select`", "sysbench point-select" + SYSBENCH),
            postgresql("`insert-delete`", "insert-delete"));
    private static final List<Work> LOADS_OF_POSTGRESQL = List.of(
            postgresql("`tpcc`", "tpcc --think-time none --mode interactive"),
            postgresql("`sysbench`", "sysbench read-write --tables 2 --table-size 100000"),
            postgresql("`insert-delete`", "insert-delete --initial-data 40MB"));
    /** A node acknowledges a write up to 0.1 s before it finds it again when it is killed; a busy machine makes that a second. */
    private static final int LOSABLE_ROWS = 100;

    private static final List<Work> ON_CASSANDRA =
            List.of(cassandra("`cql write`", "cql write --rows 5000", LOSABLE_ROWS));
    private static final List<Work> ON_A_RING = List.of(
            cassandra("`cql write`, 3 nodes, QUORUM", "cql write --rows 5000 --nodes 3 --consistency quorum", 0));
    private static final List<Work> LOADS_OF_CASSANDRA =
            List.of(cassandra("`cql write`", "cql write --rows 100000", 0));

    private static final String BEGIN = "<!-- written by make faults: begin -->\n";
    private static final String END = "<!-- written by make faults: end -->\n";
    private static final String HEAD = """
            | fault | workload | rows lost | processes left | ended within | verdict | exit code | recovered after |
            |---|---|---|---|---|---|---|---|
            """;
    /** Finer figures would be those of a machine. */
    private static final int STEP_SECONDS = 5;

    private final Map<FaultCell, Outcome> outcomes = new ConcurrentHashMap<>();

    private static Fault byOption(String name, Kind kind, String fault, String duration) {
        return new Fault(name, kind, false, List.of("--fault", fault, "--duration", duration), List.of(0, 12));
    }

    private static Work postgresql(String name, String words) {
        return new Work(name, "embedded:postgresql", words, 0);
    }

    private static Work cassandra(String name, String words, int losable) {
        return new Work(name, "embedded:cassandra", words, losable);
    }

    private static Stream<FaultCell> cells(List<Fault> faults, List<Work> works) {
        return faults.stream().flatMap(fault -> works.stream().map(work -> new FaultCell(fault, work)));
    }

    static Stream<FaultCell> onPostgresql() {
        return Stream.of(
                        cells(OF_LOADS, LOADS_OF_POSTGRESQL),
                        cells(OF_NETWORK_AND_HARNESS, ON_POSTGRESQL),
                        cells(OF_THE_SERVER, ON_POSTGRESQL),
                        cells(List.of(SESSIONS_KILLED), ON_POSTGRESQL))
                .flatMap(cells -> cells);
    }

    static Stream<FaultCell> onCassandra() {
        return Stream.of(
                        cells(OF_LOADS, LOADS_OF_CASSANDRA),
                        cells(OF_NETWORK_AND_HARNESS, ON_CASSANDRA),
                        cells(OF_THE_SERVER, ON_CASSANDRA),
                        cells(OF_THE_SERVER, ON_A_RING))
                .flatMap(cells -> cells);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void onPostgresql(FaultCell cell, @TempDir Path folder, OneWarehouse warehouse) throws Exception {
        if (cell.work().words().startsWith("tpcc") && !cell.fault().inLoad()) {
            warehouse.copyTo(folder.resolve("data"));
        }
        record(cell, folder);
    }

    @ResourceLock("cassandra")
    @ParameterizedTest(name = "{0}")
    @MethodSource
    void onCassandra(FaultCell cell, @TempDir Path folder) throws Exception {
        record(cell, folder);
    }

    /** It takes long, so each outcome is told when it is known. */
    private void record(FaultCell cell, Path folder) throws Exception {
        try {
            outcomes.put(cell, cell.run(folder));
            System.out.print(row(cell));
        } catch (AssertionError | Exception e) {
            System.out.println("| " + cell + " | FAILED: " + e);
            throw e;
        }
    }

    @AfterAll
    void writeTable() throws IOException {
        String page = System.getProperty("faults.table", "");
        if (page.isEmpty()) {
            return;
        }
        List<FaultCell> cells = Stream.of(List.of(SESSIONS_KILLED), OF_THE_SERVER, OF_NETWORK_AND_HARNESS, OF_LOADS)
                .flatMap(List::stream)
                .flatMap(fault -> Stream.concat(onPostgresql(), onCassandra())
                        .filter(cell -> cell.fault().equals(fault)))
                .toList();
        assertThat(outcomes.keySet()).as("cells that passed").containsAll(cells);
        new GeneratedPart(Path.of(page), BEGIN, END)
                .write(HEAD + cells.stream().map(this::row).collect(Collectors.joining()));
    }

    private String row(FaultCell cell) {
        Outcome outcome = outcomes.get(cell);
        long seconds = (outcome.ended().toSeconds() / STEP_SECONDS + 1) * STEP_SECONDS;
        return "| " + cell + " | " + outcome.rowsLost() + " | " + outcome.processes() + " | " + seconds + " s | "
                + outcome.verdict() + " | " + outcome.exitCode() + " | " + outcome.recovery() + " |\n";
    }
}
