package io.dbharness.insertdelete;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.exec.Executor;
import io.dbharness.exec.Executor.Execution;
import io.dbharness.exec.Executor.RunObserver;
import io.dbharness.exec.StopSignal;
import io.dbharness.load.LoadModel;
import io.dbharness.load.RunWindows;
import io.dbharness.load.Timeline;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.model.Problems;
import io.dbharness.plan.RunPlan;
import io.dbharness.plan.RunPlan.Limits;
import io.dbharness.random.Seed;
import io.dbharness.run.Rehearsal;
import io.dbharness.simulation.SimulatedTarget;
import io.dbharness.simulation.Simulation;
import io.dbharness.testkit.SourceTree;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.Parameters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class SimulatedInsertDeleteTest {

    private static final Path PUBLISHED = SourceTree.path("experiments", "published", "azure-sql-inserts-deletes.csv");
    private static final Seed SEED = new Seed(20140630);

    /** Counts what has completed, by operation. */
    private record Completed(Map<String, Long> calls) implements RunObserver {
        @Override
        public void begin(RunWindows windows) {}

        @Override
        public void interval(IntervalSnapshot snapshot) {
            snapshot.operations()
                    .forEach(o -> calls.merge(o.operation().name(), o.counts().completed(), Long::sum));
        }

        double of(String operation) {
            return calls.getOrDefault(operation, 0L);
        }

        double mibPerRow() {
            return of("Insert") * InsertDeleteRow.MEAN_BYTES / (1 << 20) / (of("Insert") + of("Delete"));
        }
    }

    private static Completed run(String url, int threads, String initialData, Limits limits) {
        Problems problems = new Problems();
        Parameters parameters = Parameters.of(
                new InsertDelete().descriptor().parameters(),
                new HashMap<>(Map.of("initial-data", initialData)),
                problems);
        problems.throwIfAny();
        RunPlan plan = RunPlan.of(
                        LoadModel.closed(threads), threads, Timeline.of(Duration.ZERO, Duration.ofMinutes(10)), SEED)
                .withLimits(limits);
        SimulatedTarget target = new SimulatedTarget(Simulation.parse(url), new SystemClock());
        Completed completed = new Completed(new HashMap<>());
        Executor.on(target, new SystemClock(), SEED)
                .run(new Execution<>(
                        plan, new Rehearsal(new InsertDelete().rehearse(parameters)), new StopSignal(), completed));
        return completed;
    }

    /** The unlimited runs that were published: rows a second and MB a minute. */
    private static List<double[]> published() throws Exception {
        List<double[]> runs = new ArrayList<>();
        for (String line : Files.readAllLines(PUBLISHED)) {
            String[] cells = line.split(",", -1);
            if (cells.length > 6 && cells[1].equals("UT")) {
                runs.add(new double[] {Double.parseDouble(cells[5]), Double.parseDouble(cells[6])});
            }
        }
        assertThat(runs).hasSize(30);
        return runs;
    }

    private static double publishedMibPerRow() throws Exception {
        double rows = 0;
        double mib = 0;
        for (double[] run : published()) {
            rows += run[0];
            mib += run[1] / 60;
        }
        return mib / rows;
    }

    @Test
    void aRowIsAsLongAsThePublishedFiguresImply() throws Exception {
        double squares = 0;
        double products = 0;
        for (double[] run : published()) {
            squares += run[0] * run[0];
            products += run[0] * run[1];
        }
        double bytesOfAnInsert = 2 * products / squares * (1 << 20) / 60;

        assertThat((double) InsertDeleteRow.MEAN_BYTES).isCloseTo(bytesOfAnInsert, within(0.5));
    }

    @ParameterizedTest
    @CsvSource({
        "'sim:service=1ms,shaper=67/s', 1, 0.1MB",
        "'sim:service=1ms,shaper=136/s', 1, 0.1MB",
        "'sim:service=exp(10ms)', 2, 0.2MB",
        "'sim:service=1ms,shaper=67/s,fail=TIMEOUT:1%', 1, 0.1MB"
    })
    void insertsAndDeletesBalanceInTenMinutes(String url, int threads, String initialData) throws Exception {
        Completed completed = run(url, threads, initialData, Limits.DEFAULT);

        assertThat(completed.of("Delete") / completed.of("Insert")).isBetween(0.985, 1.015);
        assertThat(completed.mibPerRow() / publishedMibPerRow()).isCloseTo(1, within(0.01));
    }

    @Test
    void whatIsInsertedInRealTimeCanBeDeletedToo() {
        Completed completed = run("sim:service=1us,time=real", 2, "1KB", Limits.DEFAULT.withCount(20_000));

        assertThat(completed.of("Delete")).isGreaterThan(9_000);
    }
}
