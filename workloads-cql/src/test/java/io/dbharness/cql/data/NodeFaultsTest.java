package io.dbharness.cql.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cql.CqlStress;
import io.dbharness.cql.driver.Compactions;
import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.cql.testkit.SecuredNode;
import io.dbharness.cql.testkit.StressRun;
import io.dbharness.load.LoadModel;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.random.Seed;
import io.dbharness.result.RunResult;
import io.dbharness.testkit.JumpingClock;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Data and response times when a node is paused or starts again. */
@Tag("server")
@Timeout(300)
@ResourceLock(SecuredNode.LOCK)
class NodeFaultsTest {

    private static final SecuredNode NODE = SecuredNode.shared();
    private static final int ROWS = 300;
    private static final int WRITTEN = 100;

    @TempDir
    Path directory;

    /** EmbeddedCassandraTest starts a node on the data of a killed one in every build. */
    @Tag("nightly")
    @Test
    void acknowledgedRowsSurviveARestartOfTheNode() {
        StressDataSet.Loaded written;
        try (CqlTarget target = NODE.open("restarted")) {
            StressDataSet dataSet = StressDataSetTest.dataSet(target, ROWS);
            dataSet.load(2, Seed.DEFAULT, Progress.SILENT);
            written = dataSet.loaded();
            long version = System.currentTimeMillis() * 1_000;
            for (long row = 0; row < WRITTEN; row++) {
                target.driver().execute(written.table().write(row, version + row));
                written.acknowledged().acknowledge(row, version + row);
            }
        }
        NODE.restart();
        try (CqlTarget target = NODE.open("restarted")) {
            StressDataSet.Loaded found = StressDataSetTest.dataSet(target, ROWS).loaded();

            Check check = new ReadBack(
                            target.driver(),
                            new StressDataSet.Loaded(found.rows(), found.seed(), found.table(), written.acknowledged()),
                            StressDataSetTest.STORAGE)
                    .run("after", Progress.SILENT);

            assertThat(check.passed()).as(check.detail()).isTrue();
            assertThat(check.detail()).startsWith("all " + WRITTEN + " rows");
            written.acknowledged().acknowledge(7, Long.MAX_VALUE / 2);
            assertThat(new ReadBack(
                                    target.driver(),
                                    new StressDataSet.Loaded(
                                            found.rows(), found.seed(), found.table(), written.acknowledged()),
                                    StressDataSetTest.STORAGE)
                            .run("after", Progress.SILENT)
                            .detail())
                    .contains("row 7 has version");
        }
    }

    @Test
    void rowsThatCannotBeReadAreNotCalledWrong() {
        try (CqlTarget target = NODE.open("three_replicas")) {
            // Read at all replicas, of which there are more than nodes; loaded at one, without a vote on who loads.
            DataSet data = new StressRun(
                            target,
                            new CqlStress.Write(),
                            Map.of("rows", "10", "replication", "3", "consistency", "one"))
                    .bound()
                    .dataSet();
            data.load(1, Seed.DEFAULT, Progress.SILENT);

            assertThat(data.inspect().kind()).isEqualTo(DataSetState.Kind.COMPLETE);
            assertThat(data.check("before", Progress.SILENT)).singleElement().satisfies(check -> {
                assertThat(check.passed()).isFalse();
                assertThat(check.detail())
                        .contains("0 equal; 10 could not be read, for example row ")
                        .doesNotContain("wrong");
            });
        }
    }

    @Test
    void aWaitForCompactionsOutlastsAPauseOfTheNode() {
        try (CqlTarget target = NODE.open("paused");
                Compactions compactions = target.compactions(new ResumingClock(new JumpingClock()))) {
            compactions.diskBytes();
            NODE.pause();

            assertThat(compactions.await(Progress.SILENT).quiet()).isTrue();
        } finally {
            NODE.resume();
        }
    }

    @Test
    void aNodeThatStandsStillShowsInResponseTimesAndNoRequestIsLost() {
        Duration length = Duration.ofSeconds(6);
        try (CqlTarget target = NODE.open("stalled")) {
            StressRun run = new StressRun(target, new CqlStress.Mixed(), Map.of("rows", "200"));
            Stall stall = new Stall(Duration.ofSeconds(2), Duration.ofMillis(1_500));

            RunResult result = run.run(LoadModel.open(200, 256), length, directory.resolve("run"), stall);

            RunResult.Totals totals = result.totals();
            assertThat(totals.intended()).isEqualTo(1_200);
            assertThat(result.caveats()).noneMatch(caveat -> caveat.code().equals("ACCOUNTING"));
            assertThat(totals.pending()).isZero();
            // A busy machine may have requests left to send at the end.
            assertThat(totals.completed() + totals.failed() + totals.backlog()).isEqualTo(1_200);
            LatencyHistogram response =
                    result.combined("total").orElseThrow().response().distribution();
            long stoodStill = stall.stoodStill();
            assertThat(response.maxNanos())
                    .isGreaterThan(stoodStill - Duration.ofMillis(100).toNanos());
            // Of the requests that came while it stood still, half waited for more than half of that time.
            double waitedLongest = stoodStill / 2.0 / length.toNanos();
            assertThat(response.quantileNanos(1 - waitedLongest))
                    .isGreaterThan(stoodStill / 2 - Duration.ofMillis(100).toNanos());
            assertThat(result.checks()).allMatch(Check::passed);
        } finally {
            NODE.resume();
        }
    }

    /** Resumes the node as soon as somebody waits. */
    private record ResumingClock(JumpingClock clock) implements RunClock {

        @Override
        public long now() {
            return clock.now();
        }

        @Override
        public Instant wallTime() {
            return clock.wallTime();
        }

        @Override
        public void sleepUntil(long deadline) {
            NODE.resume();
            clock.sleepUntil(deadline);
        }

        @Override
        public void awaitUntil(Condition condition, long deadline) {
            sleepUntil(deadline);
        }
    }

    /**
     * Pauses a node at a second of a run until the first interval that ends at least the given time later, and measures how long that was.
     */
    private static final class Stall implements StressRun.Meddler {

        private final long from;
        private final long length;
        private OptionalLong paused = OptionalLong.empty();
        private OptionalLong resumed = OptionalLong.empty();

        Stall(Duration from, Duration length) {
            this.from = from.toNanos();
            this.length = length.toNanos();
        }

        @Override
        public void interval(long nanos) {
            if (paused.isEmpty() && nanos >= from) {
                NODE.pause();
                paused = OptionalLong.of(System.nanoTime());
            } else if (paused.isPresent() && resumed.isEmpty() && System.nanoTime() - paused.getAsLong() >= length) {
                resumed = OptionalLong.of(System.nanoTime());
                NODE.resume();
            }
        }

        /** How long the node stood still at least, in nanoseconds. */
        long stoodStill() {
            return resumed.orElseThrow() - paused.orElseThrow();
        }
    }
}
