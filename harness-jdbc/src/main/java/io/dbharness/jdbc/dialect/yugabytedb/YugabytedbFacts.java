package io.dbharness.jdbc.dialect.yugabytedb;

import com.yugabyte.PGConnection;
import com.yugabyte.util.DriverInfo;
import io.dbharness.jdbc.dialect.ServerFacts;
import io.dbharness.model.Caveat;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.generic.GenericType;

/** What YugabyteDB and its driver say about a session and the cluster behind it. */
final class YugabytedbFacts {

    private static final String EFFECTIVE_ISOLATION = "yb_effective_transaction_isolation_level";
    private static final String NOT_TRANSACTIONAL = "yb_disable_transactional_writes";

    /** {@code PostgreSQL 15.2-YB-2025.1.0.1-b3 on x86_64-pc-linux-gnu, …}. */
    private static final Pattern VERSION = Pattern.compile("-YB-(\\S+)");

    /** Versions differ in what they have; what is not there is left out. */
    private static final String SETTINGS = """
            SELECT name, current_setting(name)
            FROM pg_settings
            WHERE name IN ('default_transaction_isolation', 'max_connections', 'statement_timeout', 'TimeZone', 'transaction_isolation',
                'work_mem', 'yb_bnl_batch_size', 'yb_disable_transactional_writes', 'yb_effective_transaction_isolation_level',
                'yb_enable_base_scans_cost_model', 'yb_enable_batchednl', 'yb_enable_cbo', 'yb_enable_expression_pushdown',
                'yb_enable_optimizer_statistics', 'yb_enable_parallel_append', 'yb_enable_upsert_mode', 'yb_fetch_row_limit',
                'yb_fetch_size_limit', 'yb_follower_read_staleness_ms', 'yb_lock_pk_single_rpc', 'yb_max_query_layer_retries',
                'yb_pg_batch_detection_mechanism', 'yb_read_from_followers', 'yb_use_hash_splitting_by_default',
                'ysql_max_in_flight_ops', 'ysql_session_max_batch_size')
            """;

    private YugabytedbFacts() {}

    static ServerFacts read(Handle handle) {
        Map<String, String> settings = new TreeMap<>(handle.createQuery(SETTINGS)
                .setMapKeyColumn("name")
                .setMapValueColumn("current_setting")
                .collectInto(new GenericType<Map<String, String>>() {}));
        String version = handle.select("SELECT version()").mapTo(String.class).one();
        settings.put("version.full", version);
        Cluster cluster = Cluster.of(handle);
        settings.put(
                "cluster.servers",
                cluster.nodes().isEmpty()
                        ? "unknown"
                        : String.valueOf(cluster.nodes().size()));
        settings.put("cluster.places", cluster.places());
        settings.put("database.colocated", String.valueOf(cluster.colocated()));
        driverSettings(handle, settings);
        Matcher own = VERSION.matcher(version);
        return own.find()
                ? new ServerFacts("YugabyteDB", own.group(1), settings, caveats(settings))
                : new ServerFacts(
                        "PostgreSQL, by YugabyteDB's driver",
                        handle.select("SHOW server_version").mapTo(String.class).one(),
                        settings,
                        caveats(settings));
    }

    static List<Caveat> caveats(Map<String, String> settings) {
        List<Caveat> caveats = new ArrayList<>();
        if ("on".equals(settings.get(NOT_TRANSACTIONAL))) {
            caveats.add(Caveat.suspect(
                    "NOT_TRANSACTIONAL",
                    NOT_TRANSACTIONAL
                            + " is on: transactions are neither atomic nor isolated; it is for loading only"));
        }
        String asked = settings.getOrDefault("transaction_isolation", "");
        String effective = settings.getOrDefault(EFFECTIVE_ISOLATION, asked);
        if (!effective.equals(asked)) {
            caveats.add(Caveat.suspect(
                    "ISOLATION_DIFFERS", "the session says " + asked + ", the server runs at " + effective));
        }
        return caveats;
    }

    private static void driverSettings(Handle handle, Map<String, String> settings) {
        try {
            PGConnection driver = handle.getConnection().unwrap(PGConnection.class);
            settings.put("driver.version", DriverInfo.DRIVER_FULL_NAME);
            settings.put("driver.prepareThreshold", Integer.toString(driver.getPrepareThreshold()));
            settings.put("driver.preferQueryMode", driver.getPreferQueryMode().value());
            settings.put("driver.autosave", driver.getAutosave().value());
        } catch (SQLException e) {
            throw new ConnectionException(e);
        }
    }
}
