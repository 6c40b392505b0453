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
                .mapToObj(user -> Territory.all(3).terminal(user))
                .toList();

        assertThat(terminals).doesNotHaveDuplicates();
        assertThat(terminals).filteredOn(terminal -> terminal.warehouse() == 2).hasSize(10);
        assertThat(terminals)
                .allSatisfy(terminal -> assertThat(terminal.district()).isBetween(1, 10));
    }

    @Test
    void fewUsersStillUseAsManyWarehousesAsTheyCan() {
        assertThat(IntStream.range(0, 100)
                        .map(user -> Territory.all(100).terminal(user).warehouse())
                        .distinct())
                .hasSize(100);
    }

    @Test
    void aSliceHasItsTerminalsInItsOwnWarehousesAndKnowsTheOthers() {
        Territory slice = new Territory(new Slice(4, 6), 9, false);

        assertThat(IntStream.range(0, 30).mapToObj(slice::terminal))
                .doesNotHaveDuplicates()
                .allSatisfy(terminal -> {
                    assertThat(terminal.warehouse()).isBetween(4, 6);
                    assertThat(terminal.warehouses()).isEqualTo(9);
                });
        assertThatThrownBy(() -> new Territory(new Slice(4, 10), 9, false)).hasMessageContaining("4-10");
    }
}
