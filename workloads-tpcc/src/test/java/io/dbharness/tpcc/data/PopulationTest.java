package io.dbharness.tpcc.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.jdbc.dataset.LoadPart;
import io.dbharness.jdbc.dataset.LoadPart.TableRows;
import io.dbharness.random.Seed;
import io.dbharness.tpcc.input.Cardinality;
import io.dbharness.tpcc.input.LastName;
import io.dbharness.tpcc.input.WarehouseRange;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Clause 4.3.3.1, column by column, on the rows as they are sent. Tolerances are five standard deviations; the seed is fixed. */
class PopulationTest {

    private static final LocalDateTime LOADED = LocalDateTime.of(2026, 2, 3, 4, 5, 6);
    private static final Population TWO = new Population(new Seed(1), LOADED, Cardinality.SPECIFIED);
    /** For what holds row by row, whatever their number. */
    private static final Population TENTH = new Population(new Seed(1), LOADED, new Cardinality(10));

    @Test
    void knowsExactlyHowManyRowsThereWillBe() {
        Map<String, Long> rows = parts(TWO).stream()
                .flatMap(part -> part.tables().stream())
                .collect(Collectors.toMap(TableRows::table, TableRows::rows, Long::sum));

        assertThat(rows)
                .containsEntry("warehouse", 2L)
                .containsEntry("district", 20L)
                .containsEntry("customer", 60_000L)
                .containsEntry("history", 60_000L)
                .containsEntry("orders", 60_000L)
                .containsEntry("new_order", 18_000L)
                .containsEntry("item", 100_000L)
                .containsEntry("stock", 200_000L);
        assertThat(rows.get("order_line")).isCloseTo(600_000, within(3_900L));
    }

    @Test
    void items() {
        List<Map<String, Object>> items = rows(TENTH, TpccTable.ITEM, 1);

        assertThat(items).extracting(row -> row.get("i_id")).containsExactlyElementsOf(upTo(10_000));
        assertThat(items).allSatisfy(item -> {
            assertThat((Integer) item.get("i_im_id")).isBetween(1, 10_000);
            assertThat((String) item.get("i_name")).hasSizeBetween(14, 24);
            assertMoney(item, "i_price", "1.00", "100.00");
            assertThat((String) item.get("i_data")).hasSizeBetween(26, 50);
        });
        assertThat(items)
                .filteredOn(item -> ((String) item.get("i_data")).contains("ORIGINAL"))
                .size()
                .isBetween(850, 1_150);
    }

    @Test
    void warehouseAndDistricts() {
        Map<String, Object> warehouse = rows(TpccTable.WAREHOUSE, 2).get(0);
        List<Map<String, Object>> districts = rows(TpccTable.DISTRICT, 2);

        assertThat(warehouse).containsEntry("w_id", 2).containsEntry("w_ytd", new BigDecimal("300000.00"));
        assertThat((String) warehouse.get("w_name")).hasSizeBetween(6, 10);
        assertMoney(warehouse, "w_tax", "0.0000", "0.2000");
        assertAddress(warehouse, "w_");
        assertThat(districts).extracting(row -> row.get("d_id")).containsExactlyElementsOf(upTo(10));
        assertThat(districts).allSatisfy(district -> {
            assertThat(district)
                    .containsEntry("d_w_id", 2)
                    .containsEntry("d_ytd", new BigDecimal("30000.00"))
                    .containsEntry("d_next_o_id", 3_001);
            assertMoney(district, "d_tax", "0.0000", "0.2000");
            assertAddress(district, "d_");
        });
    }

    @Test
    void stock() {
        List<Map<String, Object>> stock = rows(TENTH, TpccTable.STOCK, 2);

        assertThat(stock).extracting(row -> row.get("s_i_id")).containsExactlyElementsOf(upTo(10_000));
        assertThat(stock).allSatisfy(row -> {
            assertThat(row)
                    .containsEntry("s_w_id", 2)
                    .containsEntry("s_ytd", 0)
                    .containsEntry("s_order_cnt", 0)
                    .containsEntry("s_remote_cnt", 0);
            assertThat((Integer) row.get("s_quantity")).isBetween(10, 100);
            assertThat((String) row.get("s_dist_10")).matches("[A-Za-z0-9]{24}");
        });
        assertThat(stock.get(0).get("s_dist_01")).isNotEqualTo(stock.get(0).get("s_dist_02"));
        assertThat(stock)
                .filteredOn(row -> ((String) row.get("s_data")).contains("ORIGINAL"))
                .size()
                .isBetween(850, 1_150);
    }

    @Test
    void customers() {
        List<Map<String, Object>> customers = rows(TpccTable.CUSTOMER, 1);
        List<Map<String, Object>> district7 = customers.subList(18_000, 21_000);

        assertThat(district7).extracting(row -> row.get("c_id")).containsExactlyElementsOf(upTo(3_000));
        assertThat(district7.subList(0, 1_000))
                .extracting(row -> row.get("c_last"))
                .containsExactlyElementsOf(
                        IntStream.range(0, 1_000).mapToObj(LastName::of).toList());
        assertThat(rows(TENTH, TpccTable.CUSTOMER, 1)).allSatisfy(PopulationTest::assertCustomer);
        assertThat(district7).allSatisfy(customer -> assertThat(customer).containsEntry("c_d_id", 7));
        assertThat(customers)
                .filteredOn(customer -> customer.get("c_credit").equals("BC"))
                .size()
                .isBetween(2_740, 3_260);
    }

    private static void assertCustomer(Map<String, Object> customer) {
        assertThat(customer)
                .containsEntry("c_w_id", 1)
                .containsEntry("c_middle", "OE")
                .containsEntry("c_since", LOADED)
                .containsEntry("c_credit_lim", new BigDecimal("50000.00"))
                .containsEntry("c_balance", new BigDecimal("-10.00"))
                .containsEntry("c_ytd_payment", new BigDecimal("10.00"))
                .containsEntry("c_payment_cnt", 1)
                .containsEntry("c_delivery_cnt", 0);
        assertThat((String) customer.get("c_first")).hasSizeBetween(8, 16);
        assertThat((String) customer.get("c_phone")).matches("[0-9]{16}");
        assertThat((String) customer.get("c_credit")).isIn("GC", "BC");
        assertMoney(customer, "c_discount", "0.0000", "0.5000");
        assertThat((String) customer.get("c_data")).hasSizeBetween(300, 500);
        assertAddress(customer, "c_");
    }

    @Test
    void historyHasOnePaymentForEachCustomer() {
        List<Map<String, Object>> history = rows(TpccTable.HISTORY, 2);

        assertThat(history.subList(27_000, 30_000))
                .extracting(row -> row.get("h_c_id"))
                .containsExactlyElementsOf(upTo(3_000));
        assertThat(history).allSatisfy(row -> {
            assertThat(row)
                    .containsEntry("h_w_id", 2)
                    .containsEntry("h_c_w_id", 2)
                    .containsEntry("h_date", LOADED)
                    .containsEntry("h_amount", new BigDecimal("10.00"));
            assertThat(row.get("h_c_d_id")).isEqualTo(row.get("h_d_id"));
            assertThat((String) row.get("h_data")).hasSizeBetween(12, 24);
        });
    }

    @Test
    void ordersAreAPermutationOfTheCustomers() {
        List<Map<String, Object>> orders = rows(TpccTable.ORDERS, 1);
        List<Map<String, Object>> district1 = orders.subList(0, 3_000);
        List<Map<String, Object>> district2 = orders.subList(3_000, 6_000);

        assertThat(district2).extracting(row -> row.get("o_id")).containsExactlyElementsOf(upTo(3_000));
        assertThat(district2).extracting(row -> row.get("o_c_id")).containsExactlyInAnyOrderElementsOf(upTo(3_000));
        assertThat(district2.stream().map(order -> order.get("o_c_id")).toList())
                .isNotEqualTo(upTo(3_000))
                .isNotEqualTo(
                        district1.stream().map(order -> order.get("o_c_id")).toList());
        assertThat(rows(TENTH, TpccTable.ORDERS, 1)).allSatisfy(order -> {
            assertThat(order).containsEntry("o_entry_d", LOADED).containsEntry("o_all_local", 1);
            assertThat((Integer) order.get("o_ol_cnt")).isBetween(5, 15);
            if ((Integer) order.get("o_id") < 211) {
                assertThat((Integer) order.get("o_carrier_id")).isBetween(1, 10);
            } else {
                assertThat(order).containsEntry("o_carrier_id", Optional.empty());
            }
        });
    }

    @Test
    void newOrdersAreTheLast900OfEachDistrict() {
        List<Map<String, Object>> waiting = rows(TpccTable.NEW_ORDER, 1);

        assertThat(waiting.subList(900, 1_800))
                .extracting(row -> row.get("no_o_id"))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(2_101, 3_000).boxed().toList());
        assertThat(waiting.subList(900, 1_800))
                .extracting(row -> row.get("no_d_id"))
                .containsOnly(2);
    }

    @Test
    void orderLinesBelongToTheirOrders() {
        List<Map<String, Object>> orders = rows(TENTH, TpccTable.ORDERS, 1);
        List<Map<String, Object>> lines = rows(TENTH, TpccTable.ORDER_LINE, 1);
        int at = 0;
        for (Map<String, Object> order : orders) {
            int count = (Integer) order.get("o_ol_cnt");
            for (int number = 1; number <= count; number++) {
                Map<String, Object> line = lines.get(at++);
                assertThat(line.get("ol_o_id")).isEqualTo(order.get("o_id"));
                assertThat(line.get("ol_d_id")).isEqualTo(order.get("o_d_id"));
                assertThat(line.get("ol_number")).isEqualTo(number);
            }
        }

        assertThat(lines).hasSize(at);
        assertThat(lines).allSatisfy(PopulationTest::assertLine);
    }

    private static void assertLine(Map<String, Object> line) {
        assertThat(line)
                .containsEntry("ol_w_id", 1)
                .containsEntry("ol_supply_w_id", 1)
                .containsEntry("ol_quantity", 5);
        assertThat((Integer) line.get("ol_i_id")).isBetween(1, 10_000);
        assertThat((String) line.get("ol_dist_info")).matches("[A-Za-z0-9]{24}");
        if ((Integer) line.get("ol_o_id") < 211) {
            assertThat(line).containsEntry("ol_delivery_d", LOADED).containsEntry("ol_amount", new BigDecimal("0.00"));
        } else {
            assertThat(line).containsEntry("ol_delivery_d", Optional.empty());
            assertMoney(line, "ol_amount", "0.01", "9999.99");
        }
    }

    @Test
    void aPartIsTheSameEveryTime() {
        Population again = new Population(new Seed(1), LOADED, new Cardinality(10));
        Population other = new Population(new Seed(2), LOADED, new Cardinality(10));

        for (TpccTable table : TpccTable.values()) {
            assertThat(rows(TENTH, table, 1)).as(table.sqlName()).isEqualTo(rows(again, table, 1));
        }
        assertThat(rows(TENTH, TpccTable.CUSTOMER, 1)).isNotEqualTo(rows(other, TpccTable.CUSTOMER, 1));
        assertThat(rows(TENTH, TpccTable.STOCK, 1)).isNotEqualTo(rows(TENTH, TpccTable.STOCK, 2));
    }

    private static List<Map<String, Object>> rows(TpccTable table, int warehouse) {
        return rows(TWO, table, warehouse);
    }

    /** Items are under warehouse 1. */
    private static List<Map<String, Object>> rows(Population population, TpccTable table, int warehouse) {
        return parts(population).stream()
                .filter(part ->
                        part.tables().stream().anyMatch(load -> load.table().equals(table.sqlName())))
                .skip(warehouse - 1L)
                .findFirst()
                .map(part -> RecordedRows.of(part, table))
                .orElseThrow();
    }

    private static List<LoadPart> parts(Population population) {
        return population.parts(WarehouseRange.all(2));
    }

    private static List<Integer> upTo(int last) {
        return IntStream.rangeClosed(1, last).boxed().toList();
    }

    private static void assertMoney(Map<String, Object> row, String column, String low, String high) {
        assertThat((BigDecimal) row.get(column)).isBetween(new BigDecimal(low), new BigDecimal(high));
    }

    private static void assertAddress(Map<String, Object> row, String prefix) {
        assertThat((String) row.get(prefix + "street_1")).hasSizeBetween(10, 20);
        assertThat((String) row.get(prefix + "street_2")).hasSizeBetween(10, 20);
        assertThat((String) row.get(prefix + "city")).hasSizeBetween(10, 20);
        assertThat((String) row.get(prefix + "state")).hasSize(2);
        assertThat((String) row.get(prefix + "zip")).matches("[0-9]{4}11111");
    }
}
