package io.dbharness.sql;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.JdbcTargetProvider;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.shared.MariadbServer;
import io.dbharness.testkit.shared.Shared;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.support.TypeBasedParameterResolver;

/** Gives tests a real PostgreSQL as a parameter of this type, one for all classes of a test run. Data sets are kept apart by schemas. */
public final class Database implements AutoCloseable {

    private final RunningServer server;

    private Database(RunningServer server) {
        this.server = server;
    }

    /** A target whose sessions see one schema, made if need be. */
    public JdbcTarget target(String schema) {
        TargetSpec at = server.address();
        try (JdbcTarget plain = open(at.url(), at)) {
            plain.jdbi().useHandle(handle -> handle.execute("CREATE SCHEMA IF NOT EXISTS " + schema));
        }
        return open(at.url() + (at.url().contains("?") ? "&" : "?") + "currentSchema=" + schema, at);
    }

    /** A target on a MariaDB, in a database of its own. */
    static JdbcTarget target(MariadbServer server, String database) {
        TargetSpec at = server.database(database);
        return open(at.url(), at);
    }

    private static JdbcTarget open(String url, TargetSpec at) {
        return new JdbcTargetProvider().open(new TargetSpec(url, at.user(), at.password(), Optional.empty(), Map.of()));
    }

    @Override
    public void close() {
        server.close();
    }

    /** {@code @ExtendWith} this to get the database. */
    public static final class Given extends TypeBasedParameterResolver<Database> {

        @Override
        public Database resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return Shared.fixture(context, Database.class, () -> new Database(Shared.startPostgresql()));
        }
    }
}
