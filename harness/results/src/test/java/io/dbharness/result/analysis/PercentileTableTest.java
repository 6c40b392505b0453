package io.dbharness.result.analysis;

import static io.dbharness.result.analysis.DiskTables.PLUS_READ;
import static io.dbharness.result.analysis.DiskTables.PLUS_TOTAL;
import static io.dbharness.result.analysis.DiskTables.PLUS_WRITE;
import static io.dbharness.result.analysis.DiskTables.V2_READ;
import static io.dbharness.result.analysis.DiskTables.V2_TOTAL;
import static io.dbharness.result.analysis.DiskTables.V2_WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.measure.LatencyHistogram;
import io.dbharness.result.analysis.PercentileTable.Change;
import io.dbharness.result.analysis.PercentileTable.Crossing;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class PercentileTableTest {

    @Test
    void aTotalOutsideItsPartsIsNoPooledDistribution() {
        assertThat(V2_TOTAL.notPooledFrom(List.of(V2_READ, V2_WRITE))).containsExactly("min", "n6", "max");
        assertThat(PLUS_TOTAL.notPooledFrom(List.of(PLUS_READ, PLUS_WRITE))).containsExactly("min", "n5", "n6", "max");
    }

    @Test
    void aMergedDistributionLiesBetweenItsParts() {
        LatencyHistogram fast = spread(1_000_000, 20_000);
        LatencyHistogram slow = spread(5_000_000, 30_000);
        LatencyHistogram both = new LatencyHistogram();
        both.add(fast);
        both.add(slow);

        assertThat(PercentileTable.of(both).notPooledFrom(List.of(PercentileTable.of(fast), PercentileTable.of(slow))))
                .isEmpty();
    }

    private static LatencyHistogram spread(long from, int count) {
        LatencyHistogram distribution = new LatencyHistogram();
        for (int i = 0; i < count; i++) {
            distribution.record(from + 1_000L * i);
        }
        return distribution;
    }

    @Test
    void mergingIsNotAveragingPercentiles() {
        LatencyHistogram even = new LatencyHistogram();
        LatencyHistogram uneven = new LatencyHistogram();
        for (int i = 0; i < 1_000; i++) {
            even.record(1_000_000);
            uneven.record(i < 900 ? 1_000_000 : 100_000_000);
        }
        LatencyHistogram merged = new LatencyHistogram();
        merged.add(even);
        merged.add(uneven);

        double averaged = (even.quantileNanos(0.95) + uneven.quantileNanos(0.95)) / 2.0;

        assertThat(averaged).isCloseTo(50.5e6, Percentage.withPercentage(0.1));
        assertThat((double) merged.quantileNanos(0.95)).isCloseTo(1e6, Percentage.withPercentage(0.1));
        assertThat((double) merged.quantileNanos(0.96)).isCloseTo(100e6, Percentage.withPercentage(0.1));
    }

    @Test
    void theTableOfADistributionHoldsSolidRowsOnly() {
        assertThat(PercentileTable.of(spread(1_000_000, 1_000)).rows())
                .extracting(PercentileTable.Row::name)
                .containsExactly("p25", "p50", "p75", "p90", "p95", "p99");
    }

    @Test
    void changesAreListedRowByRow() {
        assertThat(V2_TOTAL.changesTo(PLUS_TOTAL))
                .extracting(Change::row)
                .containsExactly("p25", "p50", "p75", "p90", "p95", "p99", "n3", "n4", "n5", "n6");
        assertThat(V2_TOTAL.changesTo(PLUS_TOTAL).stream()
                        .map(c -> Math.round(10 * c.percent()) / 10.0)
                        .toList())
                .containsExactly(-66.8, -64.6, -59.9, 187.2, 377.8, 617.1, 140.7, 11.4, -32.8, -48.7);
        assertThat(100 * (PLUS_TOTAL.min() / V2_TOTAL.min() - 1)).isCloseTo(476.8, within(0.05));
    }

    @Test
    void curvesThatCrossAreReportedWithTheirCrossings() {
        assertThat(V2_TOTAL.crossings(PLUS_TOTAL))
                .containsExactly(new Crossing("p75", "p90"), new Crossing("n4", "n5"));
        assertThat(V2_TOTAL.crossings(V2_TOTAL)).isEmpty();
    }
}
