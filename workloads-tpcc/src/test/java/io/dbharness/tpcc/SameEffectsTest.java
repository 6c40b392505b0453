package io.dbharness.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.sql.SqlScript;
import io.dbharness.model.Outcome;
import io.dbharness.random.Seed;
import io.dbharness.sut.SessionSource;
import io.dbharness.tpcc.input.RunConstants;
import io.dbharness.tpcc.input.TransactionInput.NewOrderInput;
import io.dbharness.tpcc.input.TransactionInput.OrderedItem;
import io.dbharness.tpcc.operation.Mode;
import io.dbharness.tpcc.operation.Procedures;
import io.dbharness.tpcc.operation.TpccInvocation;
import io.dbharness.tpcc.operation.TpccTransactions;
import io.dbharness.tpcc.operation.TransactionType;
import io.dbharness.workload.Check;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The same seeded transactions in each mode, each on a copy of its own of one data set. */
@Tag("server")
@ExtendWith(TpccTestDatabase.Given.class)
@Timeout(180)
class SameEffectsTest {

    private static final int DECKS = 20;
    private static final int TERMINALS = 4;
    private static final int CARDS = 23;

    /** Every column of every table; of the times that the server draws, whether they are there. */
    private static final Map<String, String> COMPARED = Map.of(
            "warehouse", "*",
            "district", "*",
            "customer", "*",
            "history", "h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date IS NULL, h_amount, h_data",
            "new_order", "*",
            "orders", "o_id, o_d_id, o_w_id, o_c_id, o_entry_d IS NULL, o_carrier_id, o_ol_cnt, o_all_local",
            "order_line",
                    "ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery_d IS NULL,"
                            + " ol_quantity, ol_amount, ol_dist_info",
            "item", "*",
            "stock", "*");

    private final TpccTestDatabase database;

    SameEffectsTest(TpccTestDatabase database) {
        this.database = database;
    }

    @Test
    void allModesAnswerTheSameAndLeaveTheSameRows() throws Exception {
        List<String> compound = run(Mode.COMPOUND);
        Map<String, String> expected = fingerprints(schema(Mode.COMPOUND));
        assertThat(compound)
                .as("orders rolled back for an unused item")
                .filteredOn(answer -> answer.equals("NewOrder " + Outcome.ROLLED_BACK_AS_SPECIFIED))
                .hasSizeGreaterThan(2);

        for (Mode mode : List.of(Mode.INTERACTIVE, Mode.INTERACTIVE_ROW, Mode.PROCEDURES)) {
            assertThat(run(mode)).as(mode.word()).containsExactlyElementsOf(compound);
            Map<String, String> found = fingerprints(schema(mode));
            for (Map.Entry<String, String> table : COMPARED.entrySet()) {
                if (Objects.equals(found.get(table.getKey()), expected.get(table.getKey()))) {
                    continue;
                }
                assertThat(onlyIn(schema(mode), schema(Mode.COMPOUND), table))
                        .as("rows of %s in mode %s only", table.getKey(), mode.word())
                        .isEmpty();
                assertThat(onlyIn(schema(Mode.COMPOUND), schema(mode), table))
                        .as("rows of %s not in mode %s", table.getKey(), mode.word())
                        .isEmpty();
            }
            assertThat(found).as(mode.word()).isEqualTo(expected);
            drop(mode);
        }
        drop(Mode.COMPOUND);
    }

    private static String schema(Mode mode) {
        return "mode_" + mode.name().toLowerCase(Locale.ROOT);
    }

    private void drop(Mode mode) {
        database.shared().jdbi().useHandle(handle -> handle.execute("DROP SCHEMA " + schema(mode) + " CASCADE"));
    }

    /** Server-side, for speed, with what marks it as a data set; it is consistent whatever other tests have done with it. */
    private void copyShared(String schema) throws Exception {
        try (JdbcTarget target = database.target(schema, Map.of())) {
            target.jdbi().useHandle(handle -> {
                List<String> tables = handle.select("SELECT tablename FROM pg_tables WHERE schemaname = 'shared'")
                        .mapTo(String.class)
                        .list();
                for (String table : tables) {
                    handle.execute("CREATE TABLE " + schema + "." + table + " (LIKE shared." + table + ")");
                    handle.execute("INSERT INTO " + schema + "." + table + " SELECT * FROM shared." + table);
                }
                SqlScript.statements(Tpcc.class, "tpcc/ddl/postgresql-keys.sql").forEach(handle::execute);
                tables.forEach(table -> handle.execute("ANALYZE " + schema + "." + table));
            });
        }
    }

    /** What the transactions answered, without the times that the server drew. */
    private List<String> run(Mode mode) throws Exception {
        String schema = schema(mode);
        copyShared(schema);
        List<String> answers = new ArrayList<>();
        try (JdbcTarget target = database.target(schema, Map.of());
                SessionSource<JdbcSession> sessions = target.dedicatedSessions()) {
            new Procedures(target).install();
            TpccTransactions transactions = new RecordedTransactions(mode.transactions(target.dialect()), answers);
            JdbcSession session = sessions.acquire();
            for (Invocation<JdbcSession> invocation : invocations(transactions)) {
                Outcome outcome = invocation.execute(session);
                answers.add(invocation.operation().name() + " " + outcome);
            }
            assertThat(TpccTestDatabase.dataSet(target, TpccTestDatabase.SHARED_WAREHOUSES)
                            .check("after", Progress.SILENT))
                    .hasSize(TpccTestDatabase.CHECKS)
                    .allMatch(Check::passed);
        }
        return answers;
    }

    /** Terminals take turns; between them come orders of a kind that chance brings too seldom. */
    private static List<Invocation<JdbcSession>> invocations(TpccTransactions transactions) {
        Seed seed = new Seed(77);
        RunConstants constants = RunConstants.draw(17, seed);
        List<OperationSource<JdbcSession>> terminals = new ArrayList<>();
        for (int user = 0; user < TERMINALS; user++) {
            terminals.add(Terminals.all(TpccTestDatabase.SHARED_WAREHOUSES, TpccTestDatabase.ROWS)
                    .source(user, transactions, seed, constants));
        }
        List<Invocation<JdbcSession>> invocations = new ArrayList<>();
        for (int i = 0; i < DECKS * CARDS; i++) {
            invocations.add(terminals.get(i % TERMINALS).next());
            if (i % CARDS == 0) {
                invocations.add(new TpccInvocation(
                        transactions, TransactionType.NEW_ORDER, repeating(i, TpccTestDatabase.ROWS.items() - i)));
                invocations.add(
                        new TpccInvocation(transactions, TransactionType.NEW_ORDER, repeating(i, OrderedItem.UNUSED)));
            }
        }
        return invocations;
    }

    /** One stock row at home three times, the same item remote twice, and a last item of choice. */
    private static NewOrderInput repeating(int i, int lastItem) {
        int item = 1 + i;
        return new NewOrderInput(
                1 + i % 2,
                1 + i % 10,
                1 + i % TpccTestDatabase.ROWS.customersPerDistrict(),
                List.of(
                        new OrderedItem(item, 1, 10),
                        new OrderedItem(item, 2, 9),
                        new OrderedItem(item, 1, 8),
                        new OrderedItem(item + 1, 1, 7),
                        new OrderedItem(item, 2, 6),
                        new OrderedItem(item, 1, 5),
                        new OrderedItem(lastItem, 1, 4)));
    }

    /** Returns the number of rows and one value over all of them for each table, whatever their order: sorting them would take longer. */
    private Map<String, String> fingerprints(String schema) {
        return COMPARED.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        table -> database.shared()
                                .jdbi()
                                .withHandle(handle -> handle.select(
                                                "SELECT count(*) || ' ' || sum(hashtextextended(compared::text, 0)) FROM (SELECT "
                                                        + table.getValue() + " FROM " + schema + "." + table.getKey()
                                                        + ") AS compared")
                                        .mapTo(String.class)
                                        .one())));
    }

    private List<String> onlyIn(String here, String notThere, Map.Entry<String, String> table) {
        String columns = table.getValue();
        return database.shared()
                .jdbi()
                .withHandle(handle -> handle.select("SELECT difference::text FROM (SELECT " + columns + " FROM " + here
                                + "." + table.getKey() + " EXCEPT ALL SELECT " + columns + " FROM " + notThere + "."
                                + table.getKey() + ") AS difference LIMIT 5")
                        .mapTo(String.class)
                        .list());
    }
}
