package io.dbharness.cql.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.workload.Check;
import io.dbharness.workload.Progress;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** How rows are added until nodes hold enough, on nodes whose rows have a size that is known here. */
class FillToSizeTest {

    private static final long MEBIBYTE = 1 << 20;

    private long rows;

    /** Loads what is asked for, as long as something is. */
    private long fill(FillToSize filled, long first) {
        rows = first;
        for (long wanted = filled.units(rows, Progress.SILENT); wanted > rows; ) {
            rows = wanted;
            wanted = filled.units(rows, Progress.SILENT);
        }
        return rows;
    }

    @Test
    void rowsThatAreSmallerThanEstimatedAreMoreInTheEnd() {
        FillToSize filled = new FillToSize(progress -> OptionalDouble.of(rows * 800.0), 800 * MEBIBYTE, 10);

        // As if a row took 1,000 bytes.
        long loaded = fill(filled, 838_860);

        assertThat(loaded).isBetween(MEBIBYTE, MEBIBYTE + 10).isEqualTo(loaded / 10 * 10);
        Check check = filled.check();
        assertThat(check.passed()).isTrue();
        assertThat(check.detail())
                .isEqualTo(
                        loaded
                                + " rows: 800 MiB on each node, written out and merged, of 800.0 MiB asked for; rounds of adding rows: 1");
    }

    @Test
    void whatIsWithinTwoPerCentIsEnough() {
        FillToSize filled = new FillToSize(progress -> OptionalDouble.of(rows * 985.0), 1_000_000_000, 1);

        assertThat(fill(filled, 1_000_000)).isEqualTo(1_000_000);
        assertThat(filled.check().passed()).isTrue();
    }

    @Test
    void aTableThatDoesNotGrowIsGivenUpAndToldOf() {
        FillToSize filled = new FillToSize(progress -> OptionalDouble.of(MEBIBYTE), 100 * MEBIBYTE, 1);

        assertThat(fill(filled, 1_000)).isEqualTo(8_000);
        assertThat(filled.check().passed()).isFalse();
        assertThat(filled.check().detail()).contains("1 MiB on each node", "rounds of adding rows: 3");
    }

    @Test
    void withoutNodesThatTellTheEstimateDecides() {
        FillToSize filled = new FillToSize(progress -> OptionalDouble.empty(), 100 * MEBIBYTE, 1);

        assertThat(fill(filled, 1_000)).isEqualTo(1_000);
        assertThat(filled.check().passed()).isTrue();
        assertThat(filled.check().detail()).contains("do not report their size");
    }
}
