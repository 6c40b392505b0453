package io.dbharness.jdbc.dialect.postgresql;

import io.dbharness.jdbc.dialect.BulkLoader;
import io.dbharness.jdbc.dialect.ConnectionUse;
import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.dialect.ServerFacts;
import io.dbharness.jdbc.dialect.pg.PgConnector;
import io.dbharness.jdbc.dialect.pg.PgDriver;
import io.dbharness.jdbc.dialect.pg.PgFailures;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Problems;
import io.dbharness.target.ServerProbe;
import io.dbharness.target.TargetSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.postgresql.Driver;

/** PostgreSQL. Stateless. */
public final class PostgresqlDialect implements Dialect {

    private static final String SCHEME = "jdbc:postgresql:";

    private final PgConnector connector =
            new PgConnector(new PgDriver("PostgreSQL", SCHEME, new Driver(), Driver::parseURL));

    /** For {@link java.util.ServiceLoader}. */
    public PostgresqlDialect() {}

    @Override
    public String name() {
        return "postgresql";
    }

    @Override
    public List<String> lineage() {
        return List.of(name(), "ansi");
    }

    @Override
    public boolean accepts(String jdbcUrl) {
        return jdbcUrl.startsWith(SCHEME);
    }

    @Override
    public void check(TargetSpec spec, Problems problems) {
        connector.check(spec, problems);
    }

    @Override
    public Connection connect(TargetSpec spec, ConnectionUse use) {
        return connector.connect(spec, use);
    }

    @Override
    public FailureKind classify(SQLException failure) {
        return PgFailures.TABLE.classify(failure);
    }

    @Override
    public BulkLoader bulkLoader() {
        return PostgresqlCopy::open;
    }

    @Override
    public ServerProbe probe(Supplier<Connection> connections) {
        return new PostgresqlProbe(connections);
    }

    @Override
    public ServerFacts facts(Handle handle) {
        return PostgresqlFacts.read(handle);
    }
}
