package com.example.h2;

import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.dialect.FailureTable;
import io.dbharness.jdbc.dialect.JdbcDriver;
import io.dbharness.jdbc.dialect.JdbcDriver.ServerProduct;
import io.dbharness.jdbc.dialect.RowSink.BulkLoader;
import io.dbharness.model.Caveat;
import io.dbharness.model.FailureKind;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;

/** H2, also in the memory of this process. */
public final class H2Dialect implements Dialect {

    private static final FailureTable FAILURES = new FailureTable(
            Map.of(
                    FailureKind.DEADLOCK, "40001",
                    FailureKind.SERIALIZATION, "90131",
                    FailureKind.TIMEOUT, "50200 57014",
                    FailureKind.CONNECTION_LOST, "90067 90098 90121"),
            Map.of(FailureKind.CONSTRAINT, "23"));

    private final H2Driver driver = new H2Driver();

    @Override
    public List<String> lineage() {
        return List.of("h2", "ansi");
    }

    @Override
    public JdbcDriver driver() {
        return driver;
    }

    @Override
    public boolean recognises(ServerProduct product) {
        return product.name().equals("H2");
    }

    @Override
    public FailureKind classify(SQLException failure) {
        return FAILURES.classify(failure);
    }

    @Override
    public BulkLoader bulkLoader() {
        return BatchRowSink::open;
    }

    @Override
    public void endSessions(Connection session) throws SQLException {
        try (Statement statement = session.createStatement()) {
            statement.execute(
                    "SELECT ABORT_SESSION(session_id) FROM information_schema.sessions WHERE session_id <> SESSION_ID()");
        }
    }

    /** Definitions lock the whole catalog. */
    @Override
    public boolean definesConcurrently() {
        return false;
    }

    @Override
    public ServerFacts facts(Handle handle) {
        Map<String, String> settings = new TreeMap<>();
        handle.select("SELECT setting_name, setting_value FROM information_schema.settings"
                        + " WHERE setting_name IN ('MODE', 'WRITE_DELAY', 'CACHE_SIZE', 'DEFAULT_LOCK_TIMEOUT')")
                .mapToMap(String.class)
                .forEach(row -> settings.put(row.get("setting_name"), row.get("setting_value")));
        String url = handle.queryMetadata(DatabaseMetaData::getURL);
        List<Caveat> caveats = url.startsWith("jdbc:h2:mem:")
                ? List.of(Caveat.note("NOT_DURABLE", "the database is in memory alone"))
                : List.of();
        return new ServerFacts("H2", handle.queryMetadata(DatabaseMetaData::getDatabaseProductVersion), settings, caveats);
    }
}
