package io.dbharness.tpcc.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TerminalTest {

    @Test
    void tenTerminalsAWarehouseHaveTheTenDistricts() {
        List<Terminal> terminals =
                IntStream.range(0, 30).mapToObj(user -> Terminal.of(user, 3)).toList();

        assertThat(terminals).doesNotHaveDuplicates();
        assertThat(terminals).filteredOn(terminal -> terminal.warehouse() == 2).hasSize(10);
        assertThat(terminals)
                .allSatisfy(terminal -> assertThat(terminal.district()).isBetween(1, 10));
    }

    @Test
    void fewUsersStillUseAsManyWarehousesAsTheyCan() {
        assertThat(IntStream.range(0, 100)
                        .map(user -> Terminal.of(user, 100).warehouse())
                        .distinct())
                .hasSize(100);
    }
}
