package io.dbharness.sql;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.JdbcTargetProvider;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.shared.BuildServer;
import io.dbharness.testkit.shared.Shared;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.support.TypeBasedParameterResolver;

/** Gives tests a real PostgreSQL as a parameter of this type, one for all classes of a test run. Data sets are kept apart by schemas. */
public final class SqlTestDatabase implements AutoCloseable {

    private final TargetSpec address;

    private SqlTestDatabase(TargetSpec address) {
        this.address = address;
    }

    /** A target whose sessions see one schema, made if need be. */
    public JdbcTarget target(String schema) {
        TargetSpec at = address;
        try (JdbcTarget plain = open(at.url(), at)) {
            plain.jdbi().useHandle(handle -> handle.execute("CREATE SCHEMA IF NOT EXISTS " + schema));
        }
        return open(at.url() + (at.url().contains("?") ? "&" : "?") + "currentSchema=" + schema, at);
    }

    /** A target on the build's MariaDB, in its own database. */
    static JdbcTarget onMariadb(String database) {
        TargetSpec at = BuildServer.mariadb(database);
        return open(at.url(), at);
    }

    private static JdbcTarget open(String url, TargetSpec at) {
        return new JdbcTargetProvider().open(new TargetSpec(url, at.user(), at.password(), Optional.empty(), Map.of()));
    }

    @Override
    public void close() {
        // The build's server outlives this module.
    }

    /** {@code @ExtendWith} this to get the database. */
    public static final class Given extends TypeBasedParameterResolver<SqlTestDatabase> {

        @Override
        public SqlTestDatabase resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return Shared.fixture(
                    context, SqlTestDatabase.class, () -> new SqlTestDatabase(BuildServer.postgresql("sql")));
        }
    }
}
