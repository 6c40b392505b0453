package io.dbharness.tpcc.data;

import io.dbharness.random.Seed;
import io.dbharness.tpcc.input.Cardinality;
import io.dbharness.tpcc.input.RunConstants;
import io.dbharness.tpcc.input.Slice;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * All rows of a data set. A row depends on the seed, its table and its warehouse only, so it is the same in whatever order and on however
 * many connections the parts are loaded. Immutable.
 *
 * @param warehouses W
 * @param seed       the seed of the load
 * @param loadedAt   C_SINCE, H_DATE and O_ENTRY_D
 */
record Population(int warehouses, Seed seed, LocalDateTime loadedAt) {

    private static final String ITEMS = "items";
    private static final String ORDERS_OF = "orders of warehouse ";
    private static final String STOCK_OF = "stock of warehouse ";
    private static final String CUSTOMERS_OF = "customers of warehouse ";

    /** All parts, three a warehouse and one for the items; the largest of a warehouse first. */
    List<LoadPart> parts() {
        return parts(Slice.all(warehouses));
    }

    /** The items and the parts of some warehouses. */
    List<LoadPart> parts(Slice slice) {
        List<LoadPart> parts = new ArrayList<>(3 * slice.size() + 1);
        parts.add(new LoadPart(ITEMS, List.of(new TableLoad(Table.ITEM, Cardinality.ITEMS, this::items))));
        for (int warehouse = slice.first(); warehouse <= slice.last(); warehouse++) {
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

    /** Names of the parts of some warehouses and of the items. */
    static Stream<String> names(Slice slice) {
        return Stream.concat(
                Stream.of(ITEMS),
                IntStream.rangeClosed(slice.first(), slice.last()).boxed().flatMap(Population::namesOfWarehouse));
    }

    /** Names of the parts of a warehouse. */
    static Stream<String> namesOfWarehouse(int warehouse) {
        return Stream.of(ORDERS_OF, STOCK_OF, CUSTOMERS_OF).map(of -> of + warehouse);
    }

    private LoadPart orders(int warehouse) {
        return new LoadPart(
                ORDERS_OF + warehouse,
                List.of(
                        new TableLoad(Table.ORDERS, Cardinality.ORDERS_PER_WAREHOUSE, () -> orderRows(warehouse)),
                        new TableLoad(Table.ORDER_LINE, lineCounts(warehouse).total(), () -> orderLineRows(warehouse)),
                        new TableLoad(
                                Table.NEW_ORDER,
                                Cardinality.NEW_ORDERS_PER_WAREHOUSE,
                                () -> NewOrderRows.columns(warehouse, stream("new-order", warehouse)))));
    }

    private LoadPart stock(int warehouse) {
        return new LoadPart(
                STOCK_OF + warehouse,
                List.of(
                        new TableLoad(
                                Table.WAREHOUSE,
                                1,
                                () -> WarehouseRow.columns(warehouse, stream("warehouse", warehouse))),
                        new TableLoad(
                                Table.DISTRICT,
                                Cardinality.DISTRICTS_PER_WAREHOUSE,
                                () -> DistrictRows.columns(warehouse, stream("district", warehouse))),
                        new TableLoad(
                                Table.STOCK,
                                Cardinality.ITEMS,
                                () -> StockRows.columns(warehouse, stream("stock", warehouse)))));
    }

    private LoadPart customers(int warehouse) {
        int lastNameConstant = RunConstants.lastNameForLoad(seed);
        return new LoadPart(
                CUSTOMERS_OF + warehouse,
                List.of(
                        new TableLoad(
                                Table.CUSTOMER,
                                Cardinality.CUSTOMERS_PER_WAREHOUSE,
                                () -> CustomerRows.columns(
                                        warehouse, lastNameConstant, loadedAt, stream("customer", warehouse))),
                        new TableLoad(
                                Table.HISTORY,
                                Cardinality.CUSTOMERS_PER_WAREHOUSE,
                                () -> HistoryRows.columns(warehouse, loadedAt, stream("history", warehouse)))));
    }

    private List<Column> items() {
        return ItemRows.columns(stream("item", 0));
    }

    private List<Column> orderRows(int warehouse) {
        return OrderRows.columns(warehouse, lineCounts(warehouse), loadedAt, stream("orders", warehouse));
    }

    private List<Column> orderLineRows(int warehouse) {
        return OrderLineRows.columns(warehouse, lineCounts(warehouse), loadedAt, stream("order-line", warehouse));
    }

    private LineCounts lineCounts(int warehouse) {
        return new LineCounts(stream("line-count", warehouse));
    }

    private RandomGenerator stream(String purpose, int warehouse) {
        return seed.stream("tpcc-load-" + purpose, warehouse);
    }
}
