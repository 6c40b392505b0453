package io.dbharness.cql.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import io.dbharness.cql.testkit.TestNode;
import io.dbharness.sut.ServerProbe;
import io.dbharness.sut.TargetSpec;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.Progress;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("server")
@Timeout(300)
class CqlProbeTest {

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
                Compactions compactions = target.compactions()) {
            Compactions.Wait wait = compactions.await(new SystemClock(), Progress.SILENT);

            assertThat(wait.quiet()).isTrue();
            assertThat(wait.describe()).contains("quiet after", "pending");
        }
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
