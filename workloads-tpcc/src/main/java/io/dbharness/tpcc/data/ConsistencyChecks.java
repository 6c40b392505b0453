package io.dbharness.tpcc.data;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.dataset.Workers;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.tpcc.input.Cardinality;
import io.dbharness.tpcc.input.WarehouseRange;
import io.dbharness.workload.Check;
import io.dbharness.workload.Progress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Checks the twelve consistency conditions of clause 3.3.2 and eight further ones. Four relate orders to stock and prices; four are for
 * rows that a load creates and no transaction adds or removes (clause 1.2.1). Called by one thread; uses worker threads.
 */
final class ConsistencyChecks {

    /** The queries are few and differ greatly in length. */
    private static final int CONNECTIONS = 4;

    /** For each column of each query, longest query first: the query, the check, the counted things of a failure, and the rule. */
    private static final String CONDITIONS = """
            CUSTOMERS         | 3.3.2.10          | customers   | every C_BALANCE is the sum of delivered OL_AMOUNT less the sum of H_AMOUNT
            CUSTOMERS         | 3.3.2.12          | customers   | every C_BALANCE + C_YTD_PAYMENT is the sum of delivered OL_AMOUNT
            ORDER_LINES       | 3.3.2.4           | districts   | in every district the sum of O_OL_CNT is the number of order lines
            ORDER_LINES       | 3.3.2.6           | orders      | every O_OL_CNT is the number of the order's lines
            ORDER_LINES       | 3.3.2.7           | orders      | OL_DELIVERY_D is null exactly where the order's O_CARRIER_ID is
            STOCK             | stock.ytd         | stock rows  | every S_YTD is the quantity ordered since the load
            STOCK             | stock.order-cnt   | stock rows  | every S_ORDER_CNT is the number of lines since the load
            STOCK             | stock.remote-cnt  | stock rows  | every S_REMOTE_CNT is the number of lines from other warehouses since the load
            ORDERS            | 3.3.2.2           | districts   | every D_NEXT_O_ID - 1 is the last O_ID, and the last NO_O_ID where orders wait
            ORDERS            | 3.3.2.3           | districts   | in every district the waiting orders have no gap
            ORDERS            | 3.3.2.5           | orders      | O_CARRIER_ID is null exactly for the orders that wait
            ORDERS            | 3.3.2.11          | districts   | in every district orders less waiting orders are ${delivered} plus those delivered since the load
            ORDER_LINE_AMOUNT | order-line.amount | order lines | every OL_AMOUNT since the load is OL_QUANTITY x I_PRICE of an existing item
            WAREHOUSE_HISTORY | 3.3.2.8           | warehouses  | every W_YTD is the sum of the warehouse's H_AMOUNT
            DISTRICT_HISTORY  | 3.3.2.9           | districts   | every D_YTD is the sum of the district's H_AMOUNT
            LOADED_ROWS       | rows.item         | items       | there are the ${items} items of the load
            LOADED_ROWS       | rows.district     | warehouses  | every warehouse has its 10 districts
            LOADED_ROWS       | rows.customer     | districts   | every district has its ${customers} customers
            LOADED_ROWS       | rows.stock        | warehouses  | every warehouse has its ${items} stock rows
            WAREHOUSE_YTD     | 3.3.2.1           | warehouses  | every W_YTD is the sum of its districts' D_YTD
            """;

    private static final Map<Sql, List<Condition>> QUERIES = CONDITIONS
            .lines()
            .map(line -> line.split(" *\\| *", 4))
            .collect(Collectors.groupingBy(
                    field -> Sql.valueOf(field[0]),
                    LinkedHashMap::new,
                    Collectors.mapping(field -> new Condition(field[1], field[3], field[2]), Collectors.toList())));

    private final JdbcTarget target;
    private final Cardinality rows;
    private final SqlCatalog<Sql> sql;

    /** Reads the queries for the target's dialect. */
    ConsistencyChecks(JdbcTarget target, Cardinality rows) {
        this.target = target;
        this.rows = rows;
        this.sql = SqlCatalog.load(
                Sql.class,
                ConsistencyChecks.class,
                "tpcc/checks",
                target.dialect().lineage());
    }

    /** The queries; their text is in {@code tpcc/checks}. */
    private enum Sql {
        WAREHOUSE_YTD,
        ORDERS,
        ORDER_LINES,
        WAREHOUSE_HISTORY,
        DISTRICT_HISTORY,
        CUSTOMERS,
        STOCK,
        ORDER_LINE_AMOUNT,
        LOADED_ROWS,
        /** Counts the orders of a range of warehouses; parameters: the first and the last. */
        ORDERS_IN_RANGE,
        /** Counts the payments of a range of warehouses, by the warehouse of the payment. */
        HISTORY_IN_RANGE
    }

    /**
     * A consistency condition.
     *
     * @param name   name of the check
     * @param rule   rule that holds, as the start of a sentence
     * @param things name of the counted violations
     */
    private record Condition(String name, String rule, String things) {

        Check check(String when, long violations) {
            String detail = violations == 0 ? rule : "not so for " + violations + " " + things + ": " + rule;
            return new Check(name, when, violations == 0, detail);
        }
    }

    /** Makes all checks; returns those of the specification first, in its order. */
    List<Check> run(String when, Progress progress) {
        List<Workers.Task<List<Check>>> tasks = new ArrayList<>();
        QUERIES.keySet().forEach(query -> tasks.add(connection -> check(connection, query, when)));
        try (Workers workers = new Workers(target, CONNECTIONS, progress)) {
            return workers.run("check the data", "check", "queries", tasks).stream()
                    .flatMap(List::stream)
                    .sorted(Comparator.comparing(ConsistencyChecks::sortKey))
                    .toList();
        }
    }

    /** Counts the orders in a range of warehouses. */
    long orders(WarehouseRange range) {
        return count(Sql.ORDERS_IN_RANGE, range);
    }

    /** Counts the payments in a range of warehouses. */
    long payments(WarehouseRange range) {
        return count(Sql.HISTORY_IN_RANGE, range);
    }

    private long count(Sql query, WarehouseRange range) {
        return target.jdbi()
                .withHandle(handle -> handle.select(sql.sql(query), range.first(), range.last())
                        .mapTo(Long.class)
                        .one());
    }

    /** Makes the checks on one connection, for example within a transaction that is rolled back. */
    List<Check> run(Connection connection, String when) throws SQLException {
        List<Check> checks = new ArrayList<>();
        for (Sql query : QUERIES.keySet()) {
            checks.addAll(check(connection, query, when));
        }
        checks.sort(Comparator.comparing(ConsistencyChecks::sortKey));
        return checks;
    }

    private List<Check> check(Connection connection, Sql query, String when) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet counts = statement.executeQuery(filled(sql.sql(query), "%d"))) {
            counts.next();
            List<Check> checks = new ArrayList<>();
            int column = 1;
            for (Condition condition : QUERIES.getOrDefault(query, List.of())) {
                Condition filled = new Condition(condition.name(), filled(condition.rule(), "%,d"), condition.things());
                checks.add(filled.check(when, counts.getLong(column++)));
            }
            return checks;
        }
    }

    /** Inserts the numbers of loaded rows into a text. */
    private String filled(String text, String format) {
        return text.replace("${delivered}", String.format(Locale.ROOT, format, rows.deliveredPerDistrict()))
                .replace("${orders}", String.format(Locale.ROOT, format, rows.ordersPerDistrict()))
                .replace("${customers}", String.format(Locale.ROOT, format, rows.customersPerDistrict()))
                .replace("${items}", String.format(Locale.ROOT, format, rows.items()));
    }

    /** Returns a sort key that places 3.3.2.2 before 3.3.2.10, and both before the further conditions. */
    private static String sortKey(Check check) {
        String[] parts = check.name().split("\\.", -1);
        return parts.length == 4 ? "3" + parts[3].length() + parts[3] : check.name();
    }
}
