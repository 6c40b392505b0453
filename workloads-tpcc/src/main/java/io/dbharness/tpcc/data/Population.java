package io.dbharness.tpcc.data;

import io.dbharness.random.Seed;
import io.dbharness.tpcc.input.Cardinality;
import io.dbharness.tpcc.input.RunConstants;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * All rows of a data set. A row depends on the seed, its table and its warehouse only, so it is the same in whatever order and on however
 * many connections the parts are loaded. Immutable.
 *
 * @param warehouses W
 * @param seed       the seed of the load
 * @param loadedAt   C_SINCE, H_DATE and O_ENTRY_D
 */
record Population(int warehouses, Seed seed, LocalDateTime loadedAt) {

    /** The parts, three a warehouse and one for the items; the largest of a warehouse first. */
    List<LoadPart> parts() {
        List<LoadPart> parts = new ArrayList<>(3 * warehouses + 1);
        parts.add(new LoadPart("items", List.of(new TableLoad(Table.ITEM, Cardinality.ITEMS, this::items))));
        for (int warehouse = 1; warehouse <= warehouses; warehouse++) {
            parts.add(orders(warehouse));
            parts.add(stock(warehouse));
            parts.add(customers(warehouse));
        }
        return parts;
    }

    /** How many rows each table has when these parts are in. */
    static Map<Table, Long> rows(List<LoadPart> parts) {
        Map<Table, Long> rows = new EnumMap<>(Table.class);
        for (LoadPart part : parts) {
            part.tables().forEach(load -> rows.merge(load.table(), load.rows(), Long::sum));
        }
        return rows;
    }

    private LoadPart orders(int warehouse) {
        return new LoadPart(
                "orders of warehouse " + warehouse,
                List.of(
                        new TableLoad(Table.ORDERS, Cardinality.ORDERS_PER_WAREHOUSE, () -> orderRows(warehouse)),
                        new TableLoad(Table.ORDER_LINE, lineCounts(warehouse).total(), () -> orderLineRows(warehouse)),
                        new TableLoad(
                                Table.NEW_ORDER,
                                Cardinality.NEW_ORDERS_PER_WAREHOUSE,
                                () -> new NewOrderRows(warehouse))));
    }

    private LoadPart stock(int warehouse) {
        return new LoadPart(
                "stock of warehouse " + warehouse,
                List.of(
                        new TableLoad(
                                Table.WAREHOUSE, 1, () -> new WarehouseRow(warehouse, stream("warehouse", warehouse))),
                        new TableLoad(
                                Table.DISTRICT,
                                Cardinality.DISTRICTS_PER_WAREHOUSE,
                                () -> new DistrictRows(warehouse, stream("district", warehouse))),
                        new TableLoad(
                                Table.STOCK,
                                Cardinality.ITEMS,
                                () -> new StockRows(warehouse, stream("stock", warehouse)))));
    }

    private LoadPart customers(int warehouse) {
        int lastNameConstant = RunConstants.lastNameForLoad(seed);
        return new LoadPart(
                "customers of warehouse " + warehouse,
                List.of(
                        new TableLoad(
                                Table.CUSTOMER,
                                Cardinality.CUSTOMERS_PER_WAREHOUSE,
                                () -> new CustomerRows(
                                        warehouse, lastNameConstant, loadedAt, stream("customer", warehouse))),
                        new TableLoad(
                                Table.HISTORY,
                                Cardinality.CUSTOMERS_PER_WAREHOUSE,
                                () -> new HistoryRows(warehouse, loadedAt, stream("history", warehouse)))));
    }

    private RowWriter items() {
        return new ItemRows(stream("item", 0));
    }

    private RowWriter orderRows(int warehouse) {
        return new OrderRows(warehouse, lineCounts(warehouse), loadedAt, stream("orders", warehouse));
    }

    private RowWriter orderLineRows(int warehouse) {
        return new OrderLineRows(warehouse, lineCounts(warehouse), loadedAt, stream("order-line", warehouse));
    }

    private LineCounts lineCounts(int warehouse) {
        return new LineCounts(stream("line-count", warehouse));
    }

    private RandomGenerator stream(String purpose, int warehouse) {
        return seed.stream("tpcc-load-" + purpose, warehouse);
    }
}
