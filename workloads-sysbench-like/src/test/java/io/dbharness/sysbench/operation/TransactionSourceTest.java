package io.dbharness.sysbench.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.load.Slice;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.random.Seed;
import io.dbharness.sysbench.Sysbench;
import io.dbharness.sysbench.input.KeyDistribution.UniformKeys;
import io.dbharness.sysbench.operation.SysbenchStatement.StatementText;
import io.dbharness.sysbench.operation.SysbenchTransactions.Shape;
import io.dbharness.sysbench.operation.SysbenchTransactions.Sizes;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TransactionSourceTest {

    private static final int ROWS = 1_000;

    private static int[] drawn(SysbenchStatement query, Sizes sizes) {
        EventScript script = new EventScript(List.of(EventScript.repeat(1, query)), true);
        SysbenchTransactions transactions = new SysbenchTransactions(
                new Operation(0, "Test", OperationKind.READ),
                new Shape(script, sizes, 1, ROWS, 1),
                SqlCatalog.load(StatementText.class, Sysbench.class, "sysbench/sql", List.of("postgresql", "ansi")),
                failure -> FailureKind.OTHER);
        TransactionSource source = new TransactionSource(
                transactions,
                new UniformKeys(ROWS),
                new NewIds(table -> ROWS, Slice.WHOLE),
                Seed.DEFAULT.stream("test", 0));
        Input input = ((Transaction) source.next()).inputs()[0];
        return ((Input.Numbers) input).values();
    }

    /** BETWEEN counts both ends. */
    @ParameterizedTest
    @EnumSource(names = {"SIMPLE_RANGE", "SUM_RANGE", "ORDER_RANGE", "DISTINCT_RANGE"})
    void aRangeHasAsManyRowsAsAskedFor(SysbenchStatement query) {
        for (int size : new int[] {1, 2, 100}) {
            int[] ends = drawn(query, new Sizes(size, 1, 1, 1));

            assertThat(ends).hasSize(2);
            assertThat(ends[1] - ends[0] + 1).isEqualTo(size);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "3, 5"})
    void randomRangesAreAsManyAndAsWideAsAskedFor(int ranges, int delta) {
        int[] ends = drawn(SysbenchStatement.RANDOM_RANGES, new Sizes(1, 1, ranges, delta));

        assertThat(ends).hasSize(2 * ranges);
        for (int i = 0; i < ends.length; i += 2) {
            assertThat(ends[i + 1] - ends[i]).isEqualTo(delta);
        }
    }

    @Test
    void randomPointsAreAsManyAsAskedFor() {
        int[] points = drawn(SysbenchStatement.RANDOM_POINTS, new Sizes(1, 7, 1, 1));

        assertThat(points).hasSize(7);
        assertThat(Arrays.stream(points)).allMatch(k -> k >= 1 && k <= ROWS);
    }
}
