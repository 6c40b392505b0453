package io.dbharness.tpcc.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TerminalTest {

    @Test
    void tenTerminalsAWarehouseHaveTheTenDistricts() {
        List<Terminal> terminals = IntStream.range(0, 30)
                .mapToObj(user -> Terminal.of(user, WarehouseRange.all(3), false))
                .toList();

        assertThat(terminals).doesNotHaveDuplicates();
        assertThat(terminals).filteredOn(terminal -> terminal.warehouse() == 2).hasSize(10);
        assertThat(terminals)
                .allSatisfy(terminal -> assertThat(terminal.district()).isBetween(1, 10));
    }

    @Test
    void fewUsersStillUseAsManyWarehousesAsTheyCan() {
        assertThat(IntStream.range(0, 100)
                        .map(user -> Terminal.of(user, WarehouseRange.all(100), false)
                                .warehouse())
                        .distinct())
                .hasSize(100);
    }

    @Test
    void aRangeHasItsTerminalsInItsOwnWarehousesAndKnowsTheOthers() {
        WarehouseRange range = new WarehouseRange(4, 6, 9);

        assertThat(IntStream.range(0, 30).mapToObj(user -> Terminal.of(user, range, false)))
                .doesNotHaveDuplicates()
                .allSatisfy(terminal -> {
                    assertThat(terminal.warehouse()).isBetween(4, 6);
                    assertThat(terminal.range().warehouses()).isEqualTo(9);
                });
        assertThatThrownBy(() -> new WarehouseRange(4, 10, 9)).hasMessageContaining("4-10");
    }
}
