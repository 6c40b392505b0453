package io.dbharness.tpcc.data;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.load.Crew;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.workload.Check;
import io.dbharness.workload.Progress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The twelve consistency conditions of clause 3.3.2 and four that tie orders to stock and prices, which no condition of the specification
 * does. One thread; it uses others.
 */
final class ConsistencyChecks {

    /** The queries are few and of very unequal length. */
    private static final int CONNECTIONS = 4;

    private static final List<Query> QUERIES = List.of(
            new Query(
                    DataStatement.CHECK_CUSTOMERS,
                    condition(
                            "3.3.2.10",
                            "every C_BALANCE is the sum of delivered OL_AMOUNT less the sum of H_AMOUNT",
                            "customers"),
                    condition(
                            "3.3.2.12",
                            "every C_BALANCE + C_YTD_PAYMENT is the sum of delivered OL_AMOUNT",
                            "customers")),
            new Query(
                    DataStatement.CHECK_ORDER_LINES,
                    condition(
                            "3.3.2.4",
                            "in every district the sum of O_OL_CNT is the number of order lines",
                            "districts"),
                    condition("3.3.2.6", "every O_OL_CNT is the number of the order's lines", "orders"),
                    condition("3.3.2.7", "OL_DELIVERY_D is null exactly where the order's O_CARRIER_ID is", "orders")),
            new Query(
                    DataStatement.CHECK_STOCK,
                    condition("stock.ytd", "every S_YTD is the quantity ordered since the load", "stock rows"),
                    condition(
                            "stock.order-cnt", "every S_ORDER_CNT is the number of lines since the load", "stock rows"),
                    condition(
                            "stock.remote-cnt",
                            "every S_REMOTE_CNT is the number of lines from other warehouses since the load",
                            "stock rows")),
            new Query(
                    DataStatement.CHECK_ORDERS,
                    condition(
                            "3.3.2.2",
                            "every D_NEXT_O_ID - 1 is the last O_ID, and the last NO_O_ID where orders wait",
                            "districts"),
                    condition("3.3.2.3", "in every district the waiting orders have no gap", "districts"),
                    condition("3.3.2.5", "O_CARRIER_ID is null exactly for the orders that wait", "orders"),
                    condition(
                            "3.3.2.11",
                            "in every district orders less waiting orders are 2100 plus those delivered since the load",
                            "districts")),
            new Query(
                    DataStatement.CHECK_ORDER_LINE_AMOUNT,
                    condition(
                            "order-line.amount",
                            "every OL_AMOUNT since the load is OL_QUANTITY x I_PRICE of an existing item",
                            "order lines")),
            new Query(
                    DataStatement.CHECK_WAREHOUSE_HISTORY,
                    condition("3.3.2.8", "every W_YTD is the sum of the warehouse's H_AMOUNT", "warehouses")),
            new Query(
                    DataStatement.CHECK_DISTRICT_HISTORY,
                    condition("3.3.2.9", "every D_YTD is the sum of the district's H_AMOUNT", "districts")),
            new Query(
                    DataStatement.CHECK_WAREHOUSE_YTD,
                    condition("3.3.2.1", "every W_YTD is the sum of its districts' D_YTD", "warehouses")));

    private final JdbcTarget target;
    private final SqlCatalog<DataStatement> sql;

    ConsistencyChecks(JdbcTarget target, SqlCatalog<DataStatement> sql) {
        this.target = target;
        this.sql = sql;
    }

    /**
     * What must hold.
     *
     * @param name   of the check
     * @param rule   what holds when it passes, as the start of a sentence
     * @param things what is counted when it does not
     */
    private record Condition(String name, String rule, String things) {

        Check check(String when, long violations) {
            String detail = violations == 0 ? rule : "not so for " + violations + " " + things + ": " + rule;
            return new Check(name, when, violations == 0, detail);
        }
    }

    /** A statement and the conditions that its columns count the violations of. */
    private record Query(DataStatement statement, List<Condition> conditions) {

        Query(DataStatement statement, Condition... conditions) {
            this(statement, List.of(conditions));
        }
    }

    /** All sixteen, the specification's first and in its order. */
    List<Check> run(String when, Progress progress) {
        AtomicInteger done = new AtomicInteger();
        progress.advance("check", 0, QUERIES.size(), "queries");
        List<Crew.Task<List<Check>>> tasks = new ArrayList<>();
        for (Query query : QUERIES) {
            tasks.add(connection -> {
                List<Check> checks = check(connection, query, when);
                progress.advance("check", done.incrementAndGet(), QUERIES.size(), "queries");
                return checks;
            });
        }
        try (Crew crew = new Crew(target, CONNECTIONS)) {
            return crew.run("check the data", tasks).stream()
                    .flatMap(List::stream)
                    .sorted(Comparator.comparing(ConsistencyChecks::place))
                    .toList();
        }
    }

    /** The conditions on one connection, for example within a transaction that is rolled back. */
    List<Check> run(Connection connection, String when) throws SQLException {
        List<Check> checks = new ArrayList<>();
        for (Query query : QUERIES) {
            checks.addAll(check(connection, query, when));
        }
        checks.sort(Comparator.comparing(ConsistencyChecks::place));
        return checks;
    }

    private List<Check> check(Connection connection, Query query, String when) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet counts = statement.executeQuery(sql.sql(query.statement()))) {
            counts.next();
            List<Check> checks = new ArrayList<>();
            for (int i = 0; i < query.conditions().size(); i++) {
                checks.add(query.conditions().get(i).check(when, counts.getLong(i + 1)));
            }
            return checks;
        }
    }

    /** Sorts 3.3.2.2 before 3.3.2.10, and both before the conditions of our own. */
    private static String place(Check check) {
        String[] parts = check.name().split("\\.", -1);
        return parts.length == 4 ? "3" + parts[3].length() + parts[3] : check.name();
    }

    private static Condition condition(String name, String rule, String things) {
        return new Condition(name, rule, things);
    }
}
