package io.dbharness.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.UsageException;
import io.dbharness.tpcc.input.WarehouseRange;
import io.dbharness.workload.Parameter;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WarehouseRangeTest {

    private final Parameter.Domain range = WarehouseRange.WORDS;

    @Test
    void isTheFirstAndTheLastWarehouseOrAll() {
        assertThat(Stream.of("all", "1-1", "501-1000")).allMatch(range::contains);
        assertThat(Stream.of("", "0-5", "7-6", "5", "5-", "-5", "a-b", "1-1000000"))
                .noneMatch(range::contains);
        assertThat(WarehouseRange.parse("all", 7)).isEqualTo(new WarehouseRange(1, 7, 7));
        assertThat(WarehouseRange.parse("3-4", 7)).isEqualTo(new WarehouseRange(3, 4, 7));
    }

    @Test
    void doesNotGoBeyondTheScale() {
        assertThatThrownBy(() -> WarehouseRange.parse("3-8", 7))
                .isInstanceOf(UsageException.class)
                .hasMessage("--warehouse-range 3-8 goes beyond --warehouses 7, which is the number of warehouses of all"
                        + " clients together");
    }

    @Test
    void clientsTogetherCoverTheSumOfTheirRanges() {
        assertThat(WarehouseRange.size("1-500; 501-1000", 2_000)).isEqualTo(1_000);
        assertThat(WarehouseRange.size("all", 2_000)).isEqualTo(2_000);
    }
}
