package io.dbharness.jdbc.dialect.sqlserver;

import io.dbharness.jdbc.dialect.ServerFacts;
import io.dbharness.model.Caveat;
import java.sql.DatabaseMetaData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/**
 * What SQL Server and mssql-jdbc say about a session. Views that a relative does not have, or an account may not see, are noted as missing
 * and otherwise left out.
 */
final class SqlserverFacts {

    /** Azure's names for themselves are numbers (SERVERPROPERTY, EngineEdition). */
    private static final Map<String, String> PRODUCTS = Map.of(
            "5", "Azure SQL Database",
            "6", "Azure Synapse",
            "8", "Azure SQL Managed Instance",
            "9", "Azure SQL Edge");

    private static final String DEFAULT_PRODUCT = "Microsoft SQL Server";

    private static final String BABELFISH = """
            SELECT CAST(SERVERPROPERTY('babelfish') AS varchar(10)) AS name, CAST(SERVERPROPERTY('BabelfishVersion') AS varchar(40)) AS value
            """;

    private static final String SERVER = """
            SELECT 'server.' + name AS name, CAST(SERVERPROPERTY(name) AS varchar(200)) AS value
            FROM (VALUES ('Edition'), ('EngineEdition'), ('ProductVersion'), ('ProductLevel'), ('ProductUpdateLevel'), ('Collation'),
                ('IsHadrEnabled')) AS property (name)
            """;

    /** Settings of the instance that decide a benchmark's numbers; Azure SQL Database shows few of them. */
    private static final String CONFIGURATION = """
            SELECT 'configuration.' + name AS name, CAST(value_in_use AS varchar(40)) AS value
            FROM sys.configurations
            WHERE name IN ('cost threshold for parallelism', 'lightweight pooling', 'max degree of parallelism', 'max server memory (MB)',
                'max worker threads', 'min server memory (MB)', 'network packet size (B)', 'optimize for ad hoc workloads',
                'priority boost', 'recovery interval (min)', 'user connections')
            """;

    private static final String DATABASE = """
            SELECT CAST(compatibility_level AS varchar(10)) AS [database.compatibility_level],
                recovery_model_desc AS [database.recovery_model], snapshot_isolation_state_desc AS [database.snapshot_isolation],
                CAST(is_read_committed_snapshot_on AS varchar(1)) AS [database.read_committed_snapshot],
                delayed_durability_desc AS [database.delayed_durability],
                CAST(is_auto_update_stats_on AS varchar(1)) AS [database.auto_update_statistics],
                page_verify_option_desc AS [database.page_verify], collation_name AS [database.collation]
            FROM sys.databases
            WHERE name = DB_NAME()
            """;

    private static final String TIER = """
            SELECT CAST(DATABASEPROPERTYEX(DB_NAME(), 'Edition') AS varchar(60)) AS [database.edition],
                CAST(DATABASEPROPERTYEX(DB_NAME(), 'ServiceObjective') AS varchar(60)) AS [database.service_objective]
            """;

    private static final String MACHINE = """
            SELECT CAST(cpu_count AS varchar(10)) AS [machine.cpus], CAST(committed_target_kb AS varchar(20)) AS [machine.committed_target_kb]
            FROM sys.dm_os_sys_info
            """;

    private SqlserverFacts() {}

    static ServerFacts read(Handle handle) {
        Settings settings = new Settings(handle);
        settings.pairs("server properties", SERVER);
        settings.pairs("sys.configurations", CONFIGURATION);
        settings.row("sys.databases", DATABASE);
        settings.row("service objective", TIER);
        settings.row("sys.dm_os_sys_info", MACHINE);
        settings.driver();
        Map<String, String> all = settings.all;
        String version = all.getOrDefault("server.ProductVersion", "unknown");
        String product = PRODUCTS.getOrDefault(all.getOrDefault("server.EngineEdition", ""), DEFAULT_PRODUCT);
        Map<String, String> babelfish = settings.babelfish();
        if (!babelfish.isEmpty()) {
            product = "Babelfish for PostgreSQL";
            version = babelfish.getOrDefault("value", version);
        }
        return new ServerFacts(product, version, all, caveats(all));
    }

    static List<Caveat> caveats(Map<String, String> settings) {
        List<Caveat> caveats = new ArrayList<>();
        if ("FORCED".equals(settings.get("database.delayed_durability"))) {
            caveats.add(Caveat.suspect(
                    "NOT_DURABLE",
                    "DELAYED_DURABILITY is FORCED: a crash can lose transactions that this run counts as committed"));
        }
        return caveats;
    }

    /** Gathers settings. One thread. */
    private static final class Settings {

        private final Handle handle;
        private final Map<String, String> all = new TreeMap<>();

        Settings(Handle handle) {
            this.handle = handle;
        }

        /** A query of names and values. */
        void pairs(String what, String sql) {
            ask(
                    what,
                    () -> handle.select(sql)
                            .mapToMap()
                            .forEach(row -> put(String.valueOf(row.get("name")), row.get("value"))));
        }

        /** A query of one row, whose columns have the names. */
        void row(String what, String sql) {
            ask(what, () -> handle.select(sql).mapToMap().findFirst().ifPresent(row -> row.forEach(this::put)));
        }

        /** Babelfish answers 1; SQL Server knows no such property. */
        Map<String, String> babelfish() {
            Map<String, String> found = new TreeMap<>();
            ask(
                    "babelfish",
                    () -> handle.select(BABELFISH).mapToMap().findFirst().ifPresent(row -> {
                        if ("1".equals(row.get("name"))) {
                            found.put(
                                    "value",
                                    Objects.requireNonNullElse(row.get("value"), "unknown")
                                            .toString());
                        }
                    }));
            return found;
        }

        void driver() {
            ask("driver", () -> {
                put("driver.name", handle.queryMetadata(DatabaseMetaData::getDriverName));
                put("driver.version", handle.queryMetadata(DatabaseMetaData::getDriverVersion));
            });
        }

        private void ask(String what, Runnable question) {
            try {
                question.run();
            } catch (JdbiException e) {
                all.put(
                        "missing." + what,
                        String.valueOf(e.getMessage()).lines().findFirst().orElse("no message"));
            }
        }

        // Jdbi's maps hold nulls for SQL's.
        private void put(String name, @Nullable Object value) {
            if (value != null) {
                all.put(name, value.toString());
            }
        }
    }
}
