package io.dbharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.load.LoadModel;
import io.dbharness.load.OpenArrivals;
import io.dbharness.load.OpenArrivals.LatePolicy;
import io.dbharness.load.OpenArrivals.Spacing;
import io.dbharness.load.RateProfile;
import io.dbharness.random.Seed;
import io.dbharness.result.RunResult;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.simulation.Simulation;
import io.dbharness.testkit.SimulatedRun;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What reports say of reads, writes and everything together. */
class CombinedTablesTest {

    private static RunResult closed(String target, int users) {
        return SimulatedRun.of(
                        LoadModel.closed(users),
                        Duration.ofSeconds(10),
                        Simulation.parse(target).begin(Seed.DEFAULT))
                .result();
    }

    /** One server at 67 a second that is sent 100. */
    private static RunResult overloaded() {
        return SimulatedRun.of(
                        new OpenArrivals(RateProfile.constant(100), Spacing.UNIFORM, LatePolicy.SKIP, 1),
                        Duration.ofSeconds(100),
                        ServiceModel.fixed(Math.round(1e9 / 67)))
                .result();
    }

    @Test
    void readsWritesAndEverythingHaveATableAndAShape() {
        String page =
                new MarkdownReport().report(closed("sim:tokens=16000/s@22500us,service=lognormal(1600us;0.12)", 72));

        assertThat(page)
                .contains("## Reads, writes, everything", "| percentile | read, ms | write, ms | total, ms |")
                .containsPattern("- slow end of read: a slower group of more than one in a hundred requests,"
                        + " \\d+\\.\\d+ times slower from p75 to p90, peaks at")
                .containsPattern("- slow end of total: a slower group of .* beyond twice the median\n");
    }

    @Test
    void aSummaryNamesTheShapeOnlyWhereThereIsOne() {
        assertThat(new TextReport().report(closed("sim:shaper=16000/s,service=lognormal(600us;0.1)", 72)))
                .containsPattern(
                        "slow end    total: every request waits for its turn, p99 is 1\\.\\d+ times p25 and the median \\d+\\.\\d+ times");
        assertThat(new TextReport().report(closed("sim:service=lognormal(1ms;0.3)", 4)))
                .doesNotContain("slow end");
        assertThat(new MarkdownReport().report(closed("sim:service=lognormal(1ms;0.3)", 4)))
                .contains("- slow end of total: no slower group");
    }

    @Test
    void fewSamplesHaveNoShape() {
        RunResult few = SimulatedRun.of(LoadModel.closed(1), Duration.ofSeconds(1), ServiceModel.fixed(2_000_000))
                .result();

        assertThat(RunTables.tails(few)).isEmpty();
        assertThat(RunTables.tail(few)).isEmpty();
    }

    @Test
    void whatWasNotSentIsInfinitelySlow() {
        RunResult run = overloaded();

        assertThat(new TextReport().report(run))
                .startsWith("SUSPECT ")
                .contains("SUSPECT SKIPPED: ")
                .containsPattern("intended    response, ms, of all intended requests, not sent being infinite:"
                        + " p50 \\d+\\.\\d+, p95 infinite, p99 infinite");
        assertThat(new MarkdownReport().report(run))
                .contains("| percentile | read, ms | write, ms | total, ms | intended, ms |")
                .containsPattern("\\| 99 \\| .* \\| .* \\| .* \\| infinite \\|");
    }

    @Test
    void aSeriesShowsWhatRequestersWaited() {
        assertThat(SeriesReport.plain(List.of(overloaded())).text()).contains("infinite  infinite");
        assertThat(SeriesReport.plain(List.of(overloaded())).csv()).contains(",infinite,infinite,");
    }
}
