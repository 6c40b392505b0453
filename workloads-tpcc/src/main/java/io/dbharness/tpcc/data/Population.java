package io.dbharness.tpcc.data;

import io.dbharness.jdbc.dataset.LoadPart;
import io.dbharness.jdbc.dataset.LoadPart.RowWriter;
import io.dbharness.jdbc.dataset.LoadPart.TableRows;
import io.dbharness.random.Seed;
import io.dbharness.tpcc.input.Cardinality;
import io.dbharness.tpcc.input.RunConstants;
import io.dbharness.tpcc.input.WarehouseRange;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Generates all rows of a data set. A row depends only on the seed, its table and its warehouse, and not on the order or number of
 * connections of a load. Immutable.
 *
 * @param seed     seed of the load
 * @param loadedAt C_SINCE, H_DATE and O_ENTRY_D
 * @param rows     number of rows
 */
record Population(Seed seed, LocalDateTime loadedAt, Cardinality rows) {

    private static final String ORDERS_OF = "orders of warehouse ";
    private static final String STOCK_OF = "stock of warehouse ";
    private static final String CUSTOMERS_OF = "customers of warehouse ";

    /** Returns the part of the items and three parts for each warehouse in a range, the largest of a warehouse first. */
    List<LoadPart> parts(WarehouseRange range) {
        List<LoadPart> parts = new ArrayList<>(3 * range.size() + 1);
        parts.add(new LoadPart("items", List.of(rows(TpccTable.ITEM, 0, rows.items(), WarehouseRows::items))));
        for (int warehouse = range.first(); warehouse <= range.last(); warehouse++) {
            parts.add(orders(warehouse));
            parts.add(stock(warehouse));
            parts.add(customers(warehouse));
        }
        return parts;
    }

    /** Returns the names of the parts of a warehouse. */
    static Stream<String> namesOfWarehouse(int warehouse) {
        return Stream.of(ORDERS_OF, STOCK_OF, CUSTOMERS_OF).map(of -> of + warehouse);
    }

    private LoadPart orders(int warehouse) {
        long lineCount = orderRows(warehouse).lines();
        TableRows orders = rows(
                TpccTable.ORDERS,
                warehouse,
                rows.ordersPerWarehouse(),
                random -> orderRows(warehouse).orders(random));
        TableRows lines = rows(
                TpccTable.ORDER_LINE,
                warehouse,
                lineCount,
                random -> orderRows(warehouse).orderLines(random));
        TableRows waiting = rows(
                TpccTable.NEW_ORDER,
                warehouse,
                rows.newOrdersPerWarehouse(),
                random -> orderRows(warehouse).newOrders(random));
        return new LoadPart(ORDERS_OF + warehouse, List.of(orders, lines, waiting));
    }

    private LoadPart stock(int warehouse) {
        TableRows home =
                rows(TpccTable.WAREHOUSE, warehouse, 1, random -> WarehouseRows.warehouse(warehouse, rows, random));
        TableRows districts = rows(
                TpccTable.DISTRICT,
                warehouse,
                Cardinality.DISTRICTS_PER_WAREHOUSE,
                random -> WarehouseRows.districts(warehouse, rows, random));
        TableRows stock =
                rows(TpccTable.STOCK, warehouse, rows.items(), random -> WarehouseRows.stock(warehouse, random));
        return new LoadPart(STOCK_OF + warehouse, List.of(home, districts, stock));
    }

    private LoadPart customers(int warehouse) {
        int lastName = RunConstants.lastNameForLoad(seed);
        CustomerRows of = new CustomerRows(warehouse, rows);
        TableRows customers = rows(
                TpccTable.CUSTOMER,
                warehouse,
                rows.customersPerWarehouse(),
                random -> of.customers(lastName, loadedAt, random));
        TableRows history = rows(
                TpccTable.HISTORY, warehouse, rows.customersPerWarehouse(), random -> of.history(loadedAt, random));
        return new LoadPart(CUSTOMERS_OF + warehouse, List.of(customers, history));
    }

    /** Creates rows of a table, drawn from a random stream of the table and the warehouse. */
    private TableRows rows(TpccTable table, int warehouse, long rows, Function<RandomGenerator, RowWriter> writer) {
        String purpose = table.sqlName().replace('_', '-');
        return new TableRows(table.sqlName(), table.columns(), rows, () -> writer.apply(stream(purpose, warehouse)));
    }

    private OrderRows orderRows(int warehouse) {
        return new OrderRows(warehouse, rows, loadedAt, stream("line-count", warehouse));
    }

    private RandomGenerator stream(String purpose, int warehouse) {
        return seed.stream("tpcc-load-" + purpose, warehouse);
    }
}
