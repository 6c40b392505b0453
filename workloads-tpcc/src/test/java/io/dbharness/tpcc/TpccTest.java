package io.dbharness.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.load.ThinkTime;
import io.dbharness.model.Operation;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Workload;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("server")
@ExtendWith(TpccTestDatabase.Given.class)
class TpccTest {

    private final TpccTestDatabase database;

    TpccTest(TpccTestDatabase database) {
        this.database = database;
    }

    @Test
    void isFoundAsAService() {
        assertThat(ServiceLoader.load(Workload.class))
                .filteredOn(workload -> workload.descriptor().name().equals("tpcc"))
                .singleElement()
                .isInstanceOf(Tpcc.class);
    }

    @Test
    void hasTenThinkingTerminalsAWarehouseByDefault() {
        BoundWorkload<?> workload = bind(Map.of());

        assertThat(workload.defaultUsers()).isEqualTo(10);
        assertThat(workload.thinkTime()).isInstanceOf(TpccThinkTime.class);
        assertThat(workload.dataSet().describe()).isEqualTo("TPC-C, 1 warehouse");
        assertThat(workload.operations())
                .extracting(Operation::name)
                .containsExactly("NewOrder", "Payment", "OrderStatus", "Delivery", "StockLevel");
        assertThat(workload.operations()).extracting(Operation::index).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void parametersChangeScaleUsersAndPace() {
        BoundWorkload<?> workload = bind(
                Map.of("warehouses", "2", "terminals-per-warehouse", "3", "think-time", "none", "foreign-keys", "yes"));

        assertThat(workload.defaultUsers()).isEqualTo(6);
        assertThat(workload.thinkTime()).isSameAs(ThinkTime.NONE);
        assertThat(workload.dataSet().describe()).isEqualTo("TPC-C, 2 warehouses with foreign keys");
    }

    @Test
    void programsNameTheWarehousesOnly() {
        BoundWorkload<?> workload = new Tpcc().bind(database.shared(), Tpcc.ofWarehouses(7));

        assertThat(workload.defaultUsers()).isEqualTo(70);
        assertThatThrownBy(() -> Tpcc.ofWarehouses(0))
                .isInstanceOf(UsageException.class)
                .hasMessage("--warehouses must be a whole number from 1 to 100000, not '0'");
    }

    private BoundWorkload<?> bind(Map<String, String> given) {
        Problems problems = new Problems();
        Parameters parameters = Parameters.of(new Tpcc().descriptor().parameters(), given, problems);
        problems.throwIfAny();
        return new Tpcc().bind(database.shared(), parameters);
    }
}
