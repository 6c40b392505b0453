package io.dbharness.tpcc.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.tpcc.TpccTestDatabase;
import io.dbharness.workload.Check;
import io.dbharness.workload.Progress;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One warehouse with the numbers of rows of the specification; other tests load a tenth of them. */
@Tag("nightly")
@ExtendWith(TpccTestDatabase.Given.class)
class FullWarehouseTest {

    private static final Map<String, Long> ROWS = Map.of(
            "warehouse", 1L,
            "district", 10L,
            "customer", 30_000L,
            "history", 30_000L,
            "new_order", 9_000L,
            "orders", 30_000L,
            "item", 100_000L,
            "stock", 100_000L);

    @Test
    void hasTheRowsOfTheSpecificationAndMeetsAllConditions(TpccTestDatabase database) {
        try (JdbcTarget target = database.target("whole", Map.of())) {
            TpccDataSet dataSet = new TpccDataSet(target, new TpccScale(1, false));
            dataSet.load(2, TpccTestDatabase.LOAD_SEED, Progress.SILENT);

            ROWS.forEach((table, rows) -> assertThat(target.jdbi()
                            .<Long>withHandle(handle -> handle.select("SELECT count(*) FROM " + table)
                                    .mapTo(Long.class)
                                    .one()))
                    .as(table)
                    .isEqualTo(rows));
            assertThat(dataSet.check("before", Progress.SILENT))
                    .hasSize(TpccTestDatabase.CHECKS)
                    .allMatch(Check::passed);
            dataSet.drop();
        }
    }
}
