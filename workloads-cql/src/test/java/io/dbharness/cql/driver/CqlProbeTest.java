package io.dbharness.cql.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.Version;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import io.dbharness.cql.CqlStress;
import io.dbharness.cql.testkit.StressRun;
import io.dbharness.cql.testkit.TestNode;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.random.Seed;
import io.dbharness.sut.ServerProbe;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.JumpingClock;
import io.dbharness.time.RunClock;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.Progress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("server")
@Timeout(300)
class CqlProbeTest {

    /** The tables of a loaded keyspace: the rows, and three of the marker. */
    private static final int TABLES = 4;

    private final TestNode node = TestNode.shared();

    @Test
    void aNodeTellsOfCompactionsFlushesAndDisk() throws Exception {
        try (CqlTarget target = node.open("probed");
                ServerProbe probe = target.probe()) {
            assertThat(probe.read())
                    .containsKeys("compactionJobs", "compactionsRunning", "compactionBytesLeft", "flushes", "diskBytes")
                    .hasEntrySatisfying(
                            "pendingCompactions", pending -> assertThat(pending).isNotNegative());
            assertThat(probe.counters()).containsKeys("compactionJobsCompleted", "bytesCompacted", "droppedMessages");
        }
    }

    @Test
    void withoutJmxTheEstimateIsMissingAndNotMadeUp() throws Exception {
        try (CqlTarget target = new CqlTargetProvider().open(TargetSpec.of(node.urlWithoutJmx("probed")));
                ServerProbe probe = target.probe()) {
            assertThat(probe.read()).containsKey("compactionJobs").doesNotContainKey("pendingCompactions");
            assertThat(probe.counters()).doesNotContainKey("bytesCompacted");
        }
    }

    @Test
    void aQuietNodeIsWaitedForAndToldOf() {
        try (CqlTarget target = node.open("quiet");
                Compactions compactions = target.compactions(new SystemClock())) {
            Compactions.Wait wait = compactions.await(Progress.SILENT);

            assertThat(wait.quiet()).isTrue();
            assertThat(wait.describe()).contains("quiet after", "pending");
        }
    }

    /** Of nodes that have no views. */
    private static NodeViews views(CqlAddress address, CqlOptions options, TargetSpec spec, CqlOptions.JmxAccess jmx) {
        RunClock clock = new SystemClock();
        return new NodeViews(
                new Connector(address, options, spec),
                new JmxNodes(jmx, clock),
                "old",
                clock,
                Set.of(NodeViews.POOLS, NodeViews.TASKS, NodeViews.DISK));
    }

    /** What a node tells by JMX, as one without virtual tables would be asked. */
    @Test
    void aNodeWithoutViewsIsAskedByJmx() {
        TargetSpec spec = TargetSpec.of(node.url("old"));
        Problems problems = new Problems();
        CqlAddress address = CqlAddress.parse(spec.url(), problems);
        CqlOptions options = CqlOptions.parse(address, spec, problems);
        problems.throwIfAny();
        try (CqlTarget target = node.open("old")) {
            StressRun run = new StressRun(target, new CqlStress.Read(), Map.of("fill", "3MiB", "payload", "4000"));
            run.bound().dataSet().load(1, Seed.DEFAULT, Progress.SILENT);
            NodeViews old = views(address, options, spec, options.jmx());
            try (Compactions byJmx = new Compactions(old, new SystemClock());
                    Compactions byView = target.compactions(new SystemClock())) {
                Compactions.Wait wait = byJmx.await(Progress.SILENT);

                assertThat(wait.quiet()).isTrue();
                assertThat(wait.describe()).contains("quiet after", "at most");
                assertThat(old.pools().known()).isTrue();
                assertThat(old.pools().allCompleted()).isPositive();
                assertThat(byJmx.tableBytes("stress_1x4000").orElseThrow())
                        .isCloseTo(byView.tableBytes("stress_1x4000").orElseThrow(), within((double) (1 << 20)));
                // The view rounds each table up; tables of the marker are on disk only if another test made the node
                // flush.
                long inViews = byView.diskBytes().orElseThrow();
                assertThat(byJmx.diskBytes().orElseThrow()).isBetween(inViews - TABLES * (1L << 20), inViews);
            }
            NodeViews silent = views(
                    address, options, spec, new CqlOptions.JmxAccess(List.of(), Optional.empty(), Optional.empty()));
            try (Compactions nothing = new Compactions(silent, new SystemClock())) {
                assertThat(nothing.await(Progress.SILENT).describe())
                        .contains("nothing was waited for", "add jmx=HOST:PORT");
            }
        }
    }

    @Test
    void aJmxThatWasNamedAndDoesNotAnswerIsNoQuietNode() {
        TargetSpec spec = TargetSpec.of(node.urlWithoutJmx("old") + "&jmx=127.0.0.1:1");
        Problems problems = new Problems();
        CqlAddress address = CqlAddress.parse(spec.url(), problems);
        CqlOptions options = CqlOptions.parse(address, spec, problems);
        NodeViews old = views(address, options, spec, options.jmx());
        try (Compactions compactions = new Compactions(old, new JumpingClock())) {
            assertThatThrownBy(() -> compactions.await(Progress.SILENT))
                    .isInstanceOf(HarnessException.class)
                    .hasMessageContaining("do not answer over JMX");
        }
    }

    @Test
    void aClusterThatNobodyCanAskIsMarked() {
        List<Version> old = List.of(Version.parse("3.11.6"));

        assertThat(CqlFacts.notSettled(old, false))
                .get()
                .satisfies(caveat -> assertThat(caveat.code()).isEqualTo("NOT_SETTLED"));
        assertThat(CqlFacts.notSettled(old, true)).isEmpty();
        assertThat(CqlFacts.notSettled(List.of(Version.parse("5.0.6")), false)).isEmpty();
    }

    @Test
    void attemptsToReachANodeThatIsDownAreNoWarnings() {
        try (CqlTarget target = node.open("probed")) {
            assertThat(target.driver()
                            .getContext()
                            .getConfig()
                            .getDefaultProfile()
                            .getBoolean(DefaultDriverOption.CONNECTION_WARN_INIT_ERROR))
                    .isFalse();
        }
    }
}
