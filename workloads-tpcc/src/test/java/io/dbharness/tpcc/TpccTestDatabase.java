package io.dbharness.tpcc;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.random.Seed;
import io.dbharness.sut.TargetProvider;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.shared.BuildServer;
import io.dbharness.testkit.shared.Shared;
import io.dbharness.tpcc.data.TpccDataSet;
import io.dbharness.tpcc.data.TpccScale;
import io.dbharness.tpcc.input.Cardinality;
import io.dbharness.tpcc.operation.Mode;
import io.dbharness.tpcc.operation.Procedures;
import io.dbharness.tpcc.operation.TpccTransactions;
import io.dbharness.workload.Progress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.support.TypeBasedParameterResolver;

/**
 * Gives tests a real PostgreSQL as a parameter of this type, one for all classes of a test run. Data sets are kept apart by schemas; the
 * one that all transaction tests share has two warehouses and stays consistent.
 */
public final class TpccTestDatabase implements AutoCloseable {

    public static final int SHARED_WAREHOUSES = 2;
    /** A tenth of the rows: each check reads all of them, and the tests check often. */
    public static final Cardinality ROWS = new Cardinality(10);

    /**
     * Checks of a data set: twelve conditions of clause 3.3.2, four of stock and prices, four of loaded rows, two of acknowledged work, one
     * of indexes, one of sampled rows.
     */
    public static final int CHECKS = 24;

    public static final Seed LOAD_SEED = Seed.DEFAULT;

    /** Which rows of a table belong to the first warehouse. */
    private static final Map<String, String> FIRST_WAREHOUSE = Map.of(
            "warehouse", "w_id = 1",
            "district", "d_w_id = 1",
            "customer", "c_w_id = 1",
            "history", "h_w_id = 1",
            "new_order", "no_w_id = 1",
            "orders", "o_w_id = 1",
            "order_line", "ol_w_id = 1",
            "stock", "s_w_id = 1",
            "item", "true");

    private final TargetSpec address;
    private final TargetSpec smart;
    private final JdbcTarget shared;
    private final Map<String, String> fingerprints;

    private TpccTestDatabase(TargetSpec address) {
        this.address = address;
        this.smart = BuildServer.forSmartDriver(address);
        this.shared = target("shared", Map.of());
        sharedDataSet().load(2, LOAD_SEED, Progress.SILENT);
        this.fingerprints = fingerprints(shared);
        copyOneDistrict();
    }

    /** A target whose sessions see one schema, made if need be. */
    public JdbcTarget target(String schema, Map<String, String> options) {
        try (JdbcTarget plain = open(address.url(), Map.of())) {
            plain.jdbi().useHandle(handle -> handle.execute("CREATE SCHEMA IF NOT EXISTS " + schema));
        }
        return open(address.url() + "?currentSchema=" + schema, options);
    }

    /** A target whose sessions see one schema and cannot write. */
    public JdbcTarget readOnly(String schema) {
        return open(
                address.url() + "?currentSchema=" + schema + "&options=-c%20default_transaction_read_only%3Don",
                Map.of());
    }

    /** A target whose sessions see one schema, through the driver and the dialect of YugabyteDB. */
    public JdbcTarget throughSmartDriver(String schema) {
        return open(smart, smart.url() + "?currentSchema=" + schema, Map.of("dialect", "yugabytedb"));
    }

    /** The target of the shared data set; do not close it. */
    public JdbcTarget shared() {
        return shared;
    }

    public TpccDataSet sharedDataSet() {
        return dataSet(shared, SHARED_WAREHOUSES);
    }

    /** A data set on a target with {@link #ROWS}. */
    public static TpccDataSet dataSet(JdbcTarget target, int warehouses) {
        return new TpccDataSet(target, scale(warehouses));
    }

    /** The parameters of a run on the shared data set, with some more. */
    static Map<String, String> parameters(Map<String, String> more) {
        Map<String, String> parameters = new HashMap<>(more);
        parameters.put("warehouses", String.valueOf(SHARED_WAREHOUSES));
        parameters.put("rows-percent", String.valueOf(ROWS.percent()));
        return parameters;
    }

    /** Warehouses with {@link #ROWS}, without foreign keys. */
    public static TpccScale scale(int warehouses) {
        return new TpccScale(warehouses, ROWS, false);
    }

    /** How transactions reach the shared data set. */
    public TpccTransactions transactions(Mode mode) {
        new Procedures(shared).install();
        return mode.transactions(shared.dialect());
    }

    /** What {@link #fingerprints(JdbcTarget)} said of the shared data set right after it was loaded. */
    public Map<String, String> fingerprints() {
        return fingerprints;
    }

    /** One value over all rows of the first warehouse, and of the items, for each table; without the time of the load. */
    public static Map<String, String> fingerprints(JdbcTarget target) {
        return FIRST_WAREHOUSE.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        table -> target.jdbi()
                                .withHandle(
                                        handle -> handle.select("SELECT sum(hashtextextended((to_jsonb(t) - 'c_since'"
                                                        + " - 'h_date' - 'o_entry_d' - 'ol_delivery_d')::text, 0))::text FROM "
                                                        + table.getKey() + " t WHERE " + table.getValue())
                                                .mapTo(String.class)
                                                .one())));
    }

    /** The schema {@code tiny}: the first district of the first warehouse, consistent by itself, for checks that run often. */
    private void copyOneDistrict() {
        List<String> statements = List.of(
                "CREATE TABLE tiny.warehouse AS SELECT * FROM shared.warehouse WHERE w_id = 1",
                "UPDATE tiny.warehouse SET w_ytd = " + 10 * ROWS.customersPerDistrict(),
                "CREATE TABLE tiny.district AS SELECT * FROM shared.district WHERE d_w_id = 1 AND d_id = 1",
                "CREATE TABLE tiny.customer AS SELECT * FROM shared.customer WHERE c_w_id = 1 AND c_d_id = 1",
                "CREATE TABLE tiny.history AS SELECT * FROM shared.history WHERE h_w_id = 1 AND h_d_id = 1",
                "CREATE TABLE tiny.new_order AS SELECT * FROM shared.new_order WHERE no_w_id = 1 AND no_d_id = 1",
                "CREATE TABLE tiny.orders AS SELECT * FROM shared.orders WHERE o_w_id = 1 AND o_d_id = 1",
                "CREATE TABLE tiny.order_line AS SELECT * FROM shared.order_line WHERE ol_w_id = 1 AND ol_d_id = 1",
                "CREATE TABLE tiny.item AS SELECT * FROM shared.item WHERE i_id <= 1000",
                "CREATE TABLE tiny.stock AS SELECT * FROM shared.stock WHERE s_w_id = 1 AND s_i_id <= 1000");
        try (JdbcTarget tiny = target("tiny", Map.of())) {
            tiny.jdbi().useHandle(handle -> statements.forEach(handle::execute));
        }
    }

    private JdbcTarget open(String url, Map<String, String> options) {
        return open(address, url, options);
    }

    private static JdbcTarget open(TargetSpec account, String url, Map<String, String> options) {
        TargetSpec spec = new TargetSpec(url, account.user(), account.password(), Optional.empty(), options);
        return (JdbcTarget) ServiceLoader.load(TargetProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.accepts(url))
                .findFirst()
                .orElseThrow()
                .open(spec);
    }

    @Override
    public void close() {
        shared.close();
    }

    /** {@code @ExtendWith} this to get the database. */
    public static final class Given extends TypeBasedParameterResolver<TpccTestDatabase> {

        @Override
        public TpccTestDatabase resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return Shared.fixture(
                    context, TpccTestDatabase.class, () -> new TpccTestDatabase(BuildServer.postgresql("tpcc")));
        }
    }
}
