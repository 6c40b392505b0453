package io.dbharness.jdbc.dialect.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.jdbc.dialect.sqlserver.BulkCopyRowSink.BulkColumn;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the driver gets to see, read as it reads it. */
class BulkCopyRowSinkTest {

    private static final List<BulkColumn> COLUMNS = List.of(
            new BulkColumn("id", Types.INTEGER, 10, 0),
            new BulkColumn("small", Types.SMALLINT, 5, 0),
            new BulkColumn("big", Types.BIGINT, 19, 0),
            new BulkColumn("name", Types.VARCHAR, 16, 0),
            new BulkColumn("amount", Types.DECIMAL, 12, 2),
            new BulkColumn("at", Types.TIMESTAMP, 26, 6));

    private final DriverStandIn driver = new DriverStandIn();
    private final BulkCopyRowSink sink = new BulkCopyRowSink(driver, "t", COLUMNS, 3);

    /** Reads batches as the driver does. */
    private static final class DriverStandIn implements BulkCopyRowSink.Sender {

        private final List<Integer> batches = new ArrayList<>();
        private final List<List<Object>> rows = new ArrayList<>();
        private boolean ended;
        private boolean abandoned;

        @Override
        public void send(BulkCopyRowSink.BulkRows batch) {
            assertThat(batch.getColumnOrdinals()).containsExactly(1, 2, 3, 4, 5, 6);
            int before = rows.size();
            while (batch.next()) {
                rows.add(Arrays.asList(batch.getRowData()));
            }
            batches.add(rows.size() - before);
        }

        @Override
        public void end(boolean keep) {
            ended |= keep;
            abandoned |= !keep;
        }
    }

    @Test
    void eachValueHasTheFormThatItsColumnWants() throws SQLException {
        sink.add(7)
                .add(-3)
                .add(5_000_000_000L)
                .add("BARBARBAR")
                .addDecimal(-1_234, 2)
                .add(LocalDateTime.of(2026, 1, 2, 3, 4, 0, 123_456_789))
                .endRow();

        assertThat(sink.finish()).isEqualTo(1);

        assertThat(driver.rows)
                .containsExactly(List.of(
                        7,
                        (short) -3,
                        5_000_000_000L,
                        "BARBARBAR",
                        new BigDecimal("-12.34"),
                        "2026-01-02 03:04:00.123456"));
        // The driver takes points in time apart with this.
        assertThat(Timestamp.valueOf((String) driver.rows.get(0).get(5)).getNanos())
                .isEqualTo(123_456_000);
    }

    @Test
    void nullsArriveAsNulls() throws SQLException {
        sink.addNull().addNull().addNull().addNull().addNull().addNull().endRow();
        sink.finish();

        assertThat(driver.rows.get(0)).hasSize(6).containsOnlyNulls();
    }

    @Test
    void rowsGoInBatchesAndTheLastOneNeedNotBeFull() throws SQLException {
        for (int i = 1; i <= 7; i++) {
            row(i);
        }

        assertThat(driver.batches).containsExactly(3, 3);
        assertThat(sink.finish()).isEqualTo(7);
        assertThat(driver.batches).containsExactly(3, 3, 1);
        assertThat(driver.rows).extracting(row -> row.get(0)).containsExactly(1, 2, 3, 4, 5, 6, 7);
        assertThat(driver.ended).isTrue();
    }

    @Test
    void aLoadOfNoRowsSendsNone() throws SQLException {
        assertThat(sink.finish()).isZero();

        assertThat(driver.batches).isEmpty();
        assertThat(driver.ended).isTrue();
    }

    @Test
    void closingItUnfinishedAbandonsTheLoad() throws SQLException {
        row(1);
        sink.close();
        sink.close();

        assertThat(driver.abandoned).isTrue();
        assertThat(driver.ended).isFalse();
        assertThat(driver.rows).isEmpty();
    }

    @Test
    void closingItFinishedChangesNothing() throws SQLException {
        row(1);
        sink.finish();
        sink.close();

        assertThat(driver.abandoned).isFalse();
    }

    @Test
    void aRowMustHaveAsManyValuesAsTheLoadHasColumns() throws SQLException {
        sink.add(1);

        assertThatThrownBy(sink::endRow)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has 1 values, not 6");

        sink.add(1).add(1).add("x").addDecimal(1, 2).addNull();
        assertThatThrownBy(() -> sink.add(1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("more than 6 values");
    }

    @Test
    void aNumberThatDoesNotFitItsColumnIsRefusedNotCut() {
        sink.add(1);

        assertThatThrownBy(() -> sink.add(40_000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("40000 does not fit into the column small");
    }

    @Test
    void aDecimalIsNeverRounded() {
        sink.add(1).add(1).add(1).add("x");

        assertThatThrownBy(() -> sink.addDecimal(12_345, 3)).isInstanceOf(ArithmeticException.class);
    }

    private void row(int id) throws SQLException {
        sink.add(id)
                .add(1)
                .add(1)
                .add("name")
                .addDecimal(100, 2)
                .add(LocalDateTime.of(2026, 1, 1, 0, 0))
                .endRow();
    }
}
