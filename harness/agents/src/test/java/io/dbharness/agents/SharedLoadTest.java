package io.dbharness.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.load.RunWindows.Phase;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.model.Caveat;
import io.dbharness.model.HarnessException;
import io.dbharness.model.UsageException;
import io.dbharness.request.AgentsSpec;
import io.dbharness.request.RunSpec;
import io.dbharness.result.AgentResult;
import io.dbharness.result.Merge;
import io.dbharness.result.ResultCodec;
import io.dbharness.result.RunResult;
import io.dbharness.run.Harness;
import io.dbharness.run.RunListener;
import io.dbharness.time.RunClock;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Four agents send the load of a run, over the loopback, each against a simulation of its own. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SharedLoadTest {

    private static final int AGENTS = 4;

    @TempDir
    static Path folder;

    private Fleet fleet;

    @BeforeAll
    void startAgents() {
        fleet = new Fleet(folder, AGENTS);
    }

    @AfterAll
    void stopAgents() {
        fleet.close();
    }

    private RunSpec spec() {
        return RunSpec.of(WorkloadSpec.of("keys"))
                .on("sim:service=exp(2ms),time=real")
                .warmUp(Duration.ZERO)
                .duration(Duration.ofSeconds(2))
                .by(fleet.spec(AGENTS));
    }

    private static List<RunResult> parts(Path run) throws IOException {
        try (Stream<Path> parts = Files.list(run.resolve("agents"))) {
            return parts.sorted().map(new ResultCodec()::read).toList();
        }
    }

    @Test
    @Order(1)
    void theWholeIsTheSumOfItsParts() throws IOException {
        Path run = folder.resolve("open");
        try (Harness harness = fleet.harness(RunListener.SILENT)) {
            RunResult whole = harness.run(spec().rate(400).users(32), run).result();

            assertThat(whole.caveats()).noneMatch(caveat -> caveat.severity() == Caveat.Severity.INVALID);
            assertThat(whole.totals().intended()).isEqualTo(800);
            assertThat(whole.agents())
                    .extracting(AgentResult::name)
                    .containsExactlyInAnyOrderElementsOf(fleet.addresses());
            assertThat(whole.agents()).extracting(AgentResult::intended).containsOnly(200L);
            List<RunResult> parts = parts(run);
            assertThat(parts).hasSize(AGENTS);
            assertThat(parts.stream().mapToLong(part -> part.totals().started()).sum())
                    .isEqualTo(whole.totals().started());
            assertThat(parts.stream()
                            .mapToLong(part -> part.totals().completed())
                            .sum())
                    .isEqualTo(whole.totals().completed());
            RunResult union = Merge.clients(parts);
            assertThat(union.combined("total").orElseThrow().response().histogram())
                    .isEqualTo(whole.combined("total").orElseThrow().response().histogram());
        }
    }

    @Test
    @Order(2)
    void severalRunsAreServedOneAfterTheOtherAndACountIsOfAll() {
        try (Harness harness = fleet.harness(RunListener.SILENT)) {
            AgentsSpec agents = fleet.spec(AGENTS);
            RunSpec counted = RunSpec.of(WorkloadSpec.of("keys"))
                    .on("sim:service=1ms,time=real")
                    .warmUp(Duration.ZERO)
                    .duration(Duration.ofSeconds(30))
                    .closed(6)
                    .until(1_001)
                    .by(agents);

            RunResult first = harness.run(counted).result();
            RunResult second = harness.run(counted.users(8).connections(8)).result();

            assertThat(first.totals().completed()).isEqualTo(1_001);
            assertThat(first.agents()).extracting(AgentResult::users).containsExactlyInAnyOrder(2, 2, 1, 1);
            assertThat(second.totals().completed()).isEqualTo(1_001);
        }
    }

    @Test
    @Order(3)
    void whatCannotBeDividedIsAWrongUse() {
        try (Harness harness = fleet.harness(RunListener.SILENT)) {
            assertThatThrownBy(() -> harness.run(spec().closed(3)))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("3 users cannot be divided among 4 agents");
        }
    }

    @Test
    @Order(4)
    void whatAnAgentCannotOpenIsNamedWithTheAgent() {
        try (Harness harness = fleet.harness(RunListener.SILENT)) {
            RunSpec missing = spec().closed(4).with("load", "x");

            assertThatThrownBy(() -> harness.run(missing)).isInstanceOf(HarnessException.class);
        }
        try (Harness harness = fleet.harness(RunListener.SILENT)) {
            assertThat(harness.run(spec().closed(4)).result().totals().completed())
                    .isPositive();
        }
    }

    @Test
    @Order(5)
    void aRunThatIsStoppedKeepsWhatAllHadMeasured() {
        AtomicInteger seconds = new AtomicInteger();
        Harness[] stopped = new Harness[1];
        RunListener listener = new RunListener() {
            @Override
            public void interval(IntervalSnapshot snapshot) {
                if (snapshot.phase() == Phase.MEASUREMENT && seconds.incrementAndGet() == 1) {
                    stopped[0].stop();
                }
            }
        };
        try (Harness harness = fleet.harness(listener)) {
            stopped[0] = harness;

            RunResult result = harness.run(spec().closed(8).duration(Duration.ofMinutes(5)))
                    .result();

            assertThat(result.cutShort()).isTrue();
            assertThat(result.caveats())
                    .extracting(Caveat::code)
                    .contains("INTERRUPTED")
                    .doesNotContain("ACCOUNTING");
            assertThat(result.totals().completed()).isPositive();
        }
    }

    /** One of them has all agents; the other one waits for them. */
    @Test
    @Order(6)
    void ofTwoCoordinatorsAtOnceOneWaits() throws Exception {
        ExecutorService coordinators = Executors.newFixedThreadPool(2);
        try {
            List<Future<RunResult>> runs = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                runs.add(coordinators.submit(() -> {
                    try (Harness harness = fleet.harness(RunListener.SILENT)) {
                        return harness.run(spec().closed(4).until(400)).result();
                    }
                }));
            }

            for (Future<RunResult> run : runs) {
                assertThat(run.get().totals().completed()).isEqualTo(400);
            }
        } finally {
            coordinators.shutdownNow();
        }
    }

    /** As after SIGSTOP: its clock goes on, and what agents told meanwhile has yet to be read. */
    @Test
    @Order(7)
    void whatAgentsToldWhileTheCoordinatorStoodStillIsCounted() {
        AtomicLong still = new AtomicLong();
        RunListener listener = new RunListener() {
            @Override
            public void interval(IntervalSnapshot snapshot) {
                still.set(Duration.ofSeconds(10).toNanos());
            }
        };
        try (Harness harness = fleet.harness(new LaterClock(new SystemClock(), still), listener)) {
            RunResult result = harness.run(spec().rate(400).users(32)).result();

            assertThat(result.agents()).noneMatch(AgentResult::wasLost);
            // A busy machine may have some of the 800 requests left to send at the end.
            assertThat(result.totals().completed()).isGreaterThan(400);
        }
    }

    /** Jumps once by what was stood still. */
    private record LaterClock(RunClock clock, AtomicLong still) implements RunClock {

        @Override
        public long now() {
            return clock.now() + still.get();
        }

        @Override
        public Instant wallTime() {
            return clock.wallTime();
        }

        @Override
        public void sleepUntil(long deadline) throws InterruptedException {
            clock.sleepUntil(deadline - still.get());
        }

        @Override
        public void awaitUntil(Condition condition, long deadline) throws InterruptedException {
            clock.awaitUntil(condition, deadline - still.get());
        }
    }

    @Test
    @Order(8)
    void anAgentThatCannotWriteItsResultSaysSoAndNamesNoFolder() throws IOException {
        Path results = fleet.results();
        Path elsewhere = Files.move(results, folder.resolve("elsewhere"));
        Files.createFile(results);
        fleet.said.clear();
        try (Harness harness = fleet.harness(RunListener.SILENT)) {
            assertThatThrownBy(() -> harness.run(spec().closed(4).until(4)))
                    .isInstanceOf(HarnessException.class)
                    .hasMessageContaining(results.toString());
        }
        Files.delete(results);
        Files.move(elsewhere, results);
        try (Harness harness = fleet.harness(RunListener.SILENT)) {
            assertThat(harness.run(spec().closed(4).until(4)).result().totals().completed())
                    .isEqualTo(4);
        }

        assertThat(fleet.said)
                .filteredOn(line -> line.contains("is over"))
                .anyMatch(line -> line.contains(results.toString()) && line.endsWith("; it has left no result"));
    }

    @Test
    @Order(9)
    void anAgentThatIsLostLeavesItsSecondsAndTheRestGoOn() {
        AtomicInteger seconds = new AtomicInteger();
        RunListener listener = new RunListener() {
            @Override
            public void interval(IntervalSnapshot snapshot) {
                if (seconds.incrementAndGet() == 2) {
                    fleet.lose(3);
                }
            }
        };
        try (Harness harness = fleet.harness(listener)) {
            RunResult result = harness.run(spec().closed(8).duration(Duration.ofSeconds(5)))
                    .result();

            assertThat(result.caveats())
                    .filteredOn(caveat -> caveat.code().equals("AGENT_LOST"))
                    .singleElement()
                    .satisfies(caveat -> assertThat(caveat.detail())
                            .contains(fleet.addresses().get(3)));
            assertThat(result.caveats()).extracting(Caveat::code).doesNotContain("ACCOUNTING");
            assertThat(result.agents())
                    .filteredOn(AgentResult::wasLost)
                    .singleElement()
                    .satisfies(lost -> assertThat(lost.completed()).isPositive());
            assertThat(result.measuredSeconds()).isEqualTo(5);
        }
    }

    @Test
    @Order(10)
    void agentsLeaveWhenTheyAreTold() throws InterruptedException {
        AgentsSpec any = fleet.spec(1);

        int left = Agent.leaveAll(
                new Agent.Settings(any.bind(), any.join(), any.key(), folder),
                new io.dbharness.time.SystemClock(),
                Duration.ofSeconds(60));

        assertThat(left).isEqualTo(3);
    }
}
