package io.dbharness.jdbc.dialect.postgresql;

import io.dbharness.jdbc.dialect.ServerFacts;
import io.dbharness.model.Caveat;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.generic.GenericType;
import org.postgresql.PGConnection;
import org.postgresql.util.DriverInfo;

/** What PostgreSQL and pgjdbc say about a session: the settings that decide a benchmark's numbers. */
final class PostgresqlFacts {

    /** Settings without which a crash can lose or tear what was reported as committed. */
    private static final List<String> DURABILITY = List.of("fsync", "full_page_writes", "synchronous_commit");

    private static final String SETTINGS = """
            SELECT name, current_setting(name)
            FROM pg_settings
            WHERE name IN ('autovacuum', 'bgwriter_delay', 'checkpoint_completion_target', 'checkpoint_timeout', 'commit_delay',
                'data_checksums', 'debug_assertions', 'default_statistics_target', 'default_transaction_isolation',
                'effective_cache_size', 'effective_io_concurrency', 'fsync', 'full_page_writes', 'huge_pages_status', 'io_method',
                'jit', 'maintenance_work_mem', 'max_connections', 'max_parallel_workers_per_gather', 'max_wal_size',
                'min_wal_size', 'plan_cache_mode', 'random_page_cost', 'server_encoding', 'shared_buffers',
                'shared_preload_libraries', 'statement_timeout', 'synchronous_commit', 'synchronous_standby_names', 'TimeZone',
                'track_io_timing', 'transaction_isolation', 'wal_buffers', 'wal_compression', 'wal_level', 'wal_sync_method',
                'work_mem')
            """;

    /** Those that somebody has changed, whatever they are; without extensions' own and those in which passwords may stand. */
    private static final String CHANGED = """
            SELECT name, current_setting(name)
            FROM pg_settings
            WHERE source NOT IN ('default', 'override', 'client', 'session') AND name NOT LIKE '%.%'
                AND name NOT IN ('primary_conninfo', 'archive_command', 'restore_command', 'archive_cleanup_command',
                    'recovery_end_command', 'ssl_passphrase_command')
            """;

    private static final String DATABASE = """
            SELECT d.datcollate
            FROM pg_database d
            WHERE d.datname = current_database()
            """;

    private PostgresqlFacts() {}

    static ServerFacts read(Handle handle) {
        Map<String, String> settings = new TreeMap<>(settings(handle, CHANGED));
        settings.putAll(settings(handle, SETTINGS));
        settings.put("database.collation", text(handle, DATABASE));
        settings.put("database.bytes", text(handle, "SELECT pg_database_size(current_database())"));
        settings.put("version.full", text(handle, "SELECT version()"));
        driverSettings(handle, settings);
        return new ServerFacts("PostgreSQL", text(handle, "SHOW server_version"), settings, caveats(settings));
    }

    private static Map<String, String> settings(Handle handle, String sql) {
        return handle.createQuery(sql)
                .setMapKeyColumn("name")
                .setMapValueColumn("current_setting")
                .collectInto(new GenericType<Map<String, String>>() {});
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

    static List<Caveat> caveats(Map<String, String> settings) {
        List<Caveat> caveats = new ArrayList<>();
        for (String name : DURABILITY) {
            if ("off".equals(settings.get(name))) {
                caveats.add(Caveat.suspect(
                        "NOT_DURABLE",
                        name + " is off: a crash can lose transactions that this run counts as committed"));
            }
        }
        return caveats;
    }

    private static String text(Handle handle, String sql) {
        return handle.createQuery(sql).mapTo(String.class).one();
    }
}
