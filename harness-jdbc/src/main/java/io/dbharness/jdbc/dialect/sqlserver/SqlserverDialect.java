package io.dbharness.jdbc.dialect.sqlserver;

import com.microsoft.sqlserver.jdbc.ISQLServerConnection;
import io.dbharness.jdbc.dialect.BulkLoader;
import io.dbharness.jdbc.dialect.ConnectionUse;
import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.dialect.Isolation;
import io.dbharness.jdbc.dialect.ServerFacts;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Problems;
import io.dbharness.target.ServerProbe;
import io.dbharness.target.TargetSpec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;

/** SQL Server 2019 and later, Azure SQL, and what else speaks its protocol and T-SQL. Stateless. */
public final class SqlserverDialect implements Dialect {

    private final SqlserverConnector connector = new SqlserverConnector();

    /** For {@link java.util.ServiceLoader}. */
    public SqlserverDialect() {}

    @Override
    public String name() {
        return "sqlserver";
    }

    @Override
    public List<String> lineage() {
        return List.of(name(), "ansi");
    }

    @Override
    public boolean accepts(String jdbcUrl) {
        return jdbcUrl.startsWith(SqlserverConnector.SCHEME);
    }

    @Override
    public void check(TargetSpec spec, Problems problems) {
        connector.check(spec, problems);
    }

    @Override
    public Connection connect(TargetSpec spec, ConnectionUse use) {
        return connector.connect(spec, use);
    }

    /** The three of the standard, which lock, and SNAPSHOT, which the database must allow. */
    @Override
    public Map<Isolation, Integer> isolationLevels() {
        return Map.of(
                Isolation.READ_COMMITTED, Connection.TRANSACTION_READ_COMMITTED,
                Isolation.REPEATABLE_READ, Connection.TRANSACTION_REPEATABLE_READ,
                Isolation.SNAPSHOT, ISQLServerConnection.TRANSACTION_SNAPSHOT,
                Isolation.SERIALIZABLE, Connection.TRANSACTION_SERIALIZABLE);
    }

    @Override
    public FailureKind classify(SQLException failure) {
        return SqlserverFailures.classify(failure);
    }

    @Override
    public BulkLoader bulkLoader() {
        return BulkCopyRowSink::open;
    }

    /** As one text: there are no arrays. */
    @Override
    public void setIntegers(PreparedStatement statement, int index, int[] values) throws SQLException {
        statement.setString(index, FixedWidth.text(values));
    }

    @Override
    public ServerProbe probe(Supplier<Connection> connections) {
        return new SqlserverProbe(connections);
    }

    @Override
    public ServerFacts facts(Handle handle) {
        return SqlserverFacts.read(handle);
    }
}
