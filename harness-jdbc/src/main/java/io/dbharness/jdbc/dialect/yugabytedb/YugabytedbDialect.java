package io.dbharness.jdbc.dialect.yugabytedb;

import com.yugabyte.Driver;
import io.dbharness.jdbc.dialect.BulkLoader;
import io.dbharness.jdbc.dialect.ConnectionUse;
import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.dialect.ServerFacts;
import io.dbharness.jdbc.dialect.pg.PgConnector;
import io.dbharness.jdbc.dialect.pg.PgDriver;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Problems;
import io.dbharness.target.TargetSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/**
 * YugabyteDB's YSQL. The driver's own parameters (load-balance, topology-keys and the like) stand in the address and reach it as they are.
 * Stateless.
 */
public final class YugabytedbDialect implements Dialect {

    private static final String SCHEME = "jdbc:yugabytedb:";

    private final PgConnector connector =
            new PgConnector(new PgDriver("YugabyteDB", SCHEME, new Driver(), Driver::parseURL));

    /** For {@link java.util.ServiceLoader}. */
    public YugabytedbDialect() {}

    @Override
    public String name() {
        return "yugabytedb";
    }

    @Override
    public List<String> lineage() {
        return List.of(name(), "postgresql", "ansi");
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
        return YugabytedbFailures.classify(failure);
    }

    @Override
    public BulkLoader bulkLoader() {
        return YugabytedbCopy::open;
    }

    /** {@code tablets} and {@code servers} for SPLIT INTO, {@code apart} and {@code together} for colocation. */
    @Override
    public Map<String, String> scriptVariables(Handle handle) {
        return Cluster.of(handle).scriptVariables();
    }

    /** Each definition is a new version of the catalogue, and one that comes about in between makes another fail. */
    @Override
    public boolean definesConcurrently() {
        return false;
    }

    @Override
    public ServerFacts facts(Handle handle) {
        return YugabytedbFacts.read(handle);
    }
}
