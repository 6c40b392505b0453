package io.dbharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.measure.ClientDelays;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.Caveat;
import io.dbharness.model.HarnessException;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.model.UsageException;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResultBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExitCodeTest {

    private static RunResult with(Caveat... caveats) {
        LatencyResult none = LatencyResult.of(new LatencyHistogram());
        return new RunResultBuilder()
                .id("id")
                .createdAt("2026-01-01T00:00:00Z")
                .tool(new RunResult.Tool("dbharness", "1", "abc"))
                .workload(new RunResult.WorkloadFacts("orders", Map.of()))
                .target(new RunResult.TargetFacts("Fake", "1", "fake:", Map.of()))
                .plan(RunResult.PlanFacts.of(
                        "closed", true, new RunResult.PlanFacts.Size(1, 1, "dedicated"), 1, 1, Map.of(), null))
                .health(new RunResult.Health(0, 0, none, none, 1, 1, ClientDelays.UNKNOWN))
                .judged(List.of(caveats))
                .build();
    }

    @Test
    void aResultThatCountsIsASuccess() {
        assertThat(ExitCode.of(with())).isZero();
        assertThat(ExitCode.of(with(Caveat.note("FEW_SAMPLES", "")))).isZero();
        assertThat(ExitCode.of(with(Caveat.suspect("LITTLE", "")))).isZero();
    }

    @Test
    void anInvalidResultIsNot() {
        assertThat(ExitCode.of(with(Caveat.invalid("ERRORS", "")))).isEqualTo(12);
    }

    @Test
    void aLostTargetIsUnreachableHoweverMuchWasMeasured() {
        assertThat(ExitCode.of(with(Caveat.invalid("ERRORS", ""), Caveat.invalid("TARGET_LOST", ""))))
                .isEqualTo(13);
    }

    @Test
    void withoutAResultTheFailureDecides() {
        assertThat(ExitCode.of(new UsageException(List.of("no")))).isEqualTo(2);
        assertThat(ExitCode.of(new TargetUnreachableException("gone", null))).isEqualTo(13);
        assertThat(ExitCode.of(new HarnessException("disk full"))).isEqualTo(1);
        assertThat(ExitCode.of(new IllegalStateException())).isEqualTo(1);
    }

    @Test
    void theCodeThatExplainsTheOthersWins() {
        assertThat(ExitCode.worst()).isZero();
        assertThat(ExitCode.worst(0, 11)).isEqualTo(11);
        assertThat(ExitCode.worst(11, 10)).isEqualTo(10);
        assertThat(ExitCode.worst(10, 12, 0)).isEqualTo(12);
        assertThat(ExitCode.worst(12, 13, 10)).isEqualTo(13);
    }
}
