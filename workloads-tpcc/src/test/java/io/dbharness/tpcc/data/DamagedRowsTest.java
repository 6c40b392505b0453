package io.dbharness.tpcc.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.dataset.LoadedDataCheck;
import io.dbharness.jdbc.dataset.MarkedDataSet;
import io.dbharness.tpcc.TpccTestDatabase;
import io.dbharness.tpcc.input.WarehouseRange;
import io.dbharness.workload.Check;
import io.dbharness.workload.Progress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Values that somebody has changed by hand, and that no consistency condition ties to others. */
@Tag("server")
@ExtendWith(TpccTestDatabase.Given.class)
class DamagedRowsTest {

    private static final TpccScale ONE = TpccTestDatabase.scale(1);

    private final JdbcTarget target;

    DamagedRowsTest(TpccTestDatabase database) {
        target = database.target("damaged", Map.of());
    }

    @AfterEach
    void close() {
        new TpccDataSet(target, ONE).drop();
        target.close();
    }

    @Test
    void aValueThatIsNotThatOfTheLoadIsFoundInEveryTable() {
        new TpccDataSet(target, ONE).load(2, TpccTestDatabase.LOAD_SEED, Progress.SILENT);
        LoadedDataCheck check = new LoadedDataCheck(
                new MarkedDataSet(target, new TpccDataSet.Definition(target, ONE, WarehouseRange.all(1))));
        assertThat(check.check("now")).allMatch(Check::passed);
        assertThat(values(check).detail()).isEqualTo("236 sampled rows are as they were loaded");
        List<String> damages = List.of(
                "UPDATE item SET i_price = i_price + 1 -> i_price - 1",
                "UPDATE warehouse SET w_tax = 0.1 + w_tax -> w_tax - 0.1",
                "UPDATE district SET d_zip = reverse(d_zip) -> reverse(d_zip)",
                "UPDATE customer SET c_since = c_since + interval '1 s' -> c_since - interval '1 s'",
                "UPDATE customer SET c_data = reverse(c_data) -> reverse(c_data)",
                "UPDATE stock SET s_dist_07 = reverse(s_dist_07) -> reverse(s_dist_07)",
                "UPDATE orders SET o_carrier_id = o_carrier_id + 1 -> o_carrier_id - 1",
                "UPDATE order_line SET ol_dist_info = reverse(ol_dist_info) -> reverse(ol_dist_info)");
        for (String damage : damages) {
            String column = damage.replaceFirst("^.* SET (\\w+) .*$", "$1");

            execute(damage.replaceFirst(" -> .*$", ""));

            Check after = values(check);
            assertThat(after.passed()).as(damage).isFalse();
            assertThat(after.detail())
                    .as(damage)
                    .matches("\\w+ (\\w+ = \\d+(, )?)+: " + column
                            + " was loaded as .+ and is .+; \\d+ of 236 sampled rows differ");
            execute(damage.replaceFirst(" = .* -> ", " = "));
        }
        assertThat(values(check).passed()).isTrue();
        execute("UPDATE customer SET c_data = 'x' WHERE c_credit = 'BC'");
        execute("UPDATE stock SET s_quantity = 11, s_ytd = 5");
        assertThat(values(check).passed()).as("that is what transactions do").isTrue();
        execute("DELETE FROM stock WHERE s_i_id % 2 = 0");
        assertThat(values(check).detail())
                .contains("stock s_w_id = 1, s_i_id = ")
                .contains("was loaded, and does not exist");
    }

    private static Check values(LoadedDataCheck check) {
        return check.check("now").get(1);
    }

    private void execute(String sql) {
        target.jdbi().useHandle(handle -> handle.execute(sql));
    }
}
