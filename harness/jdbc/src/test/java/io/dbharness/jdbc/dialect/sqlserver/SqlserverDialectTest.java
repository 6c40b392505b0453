package io.dbharness.jdbc.dialect.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.microsoft.sqlserver.jdbc.ISQLServerConnection;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.JdbcTargetProvider;
import io.dbharness.jdbc.dataset.Schema;
import io.dbharness.model.UsageException;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The dialect at work against as much of the protocol as it needs. */
class SqlserverDialectTest {

    private static JdbcTarget target(TdsServer server, String isolation) {
        return new JdbcTargetProvider()
                .open(new TargetSpec(
                        server.url(),
                        Optional.of("sa"),
                        Optional.of(Secret.of("x")),
                        Optional.empty(),
                        Map.of("isolation", isolation)));
    }

    /** COUNT is an int there: 7,160 warehouses have more order lines than that. */
    @Test
    void moreRowsThanAnIntHoldsAreCounted() throws Exception {
        try (TdsServer server = new TdsServer(
                        Map.of(), Map.of("SERVERPROPERTY('babelfish')", "", "COUNT_BIG(*)", "3000000000"));
                JdbcTarget target = target(server, "read-committed")) {
            assertThat(new Schema(target).rows("order_line")).isEqualTo(3_000_000_000L);
            assertThat(server.failures).isEmpty();
        }
    }

    @Test
    void babelfishIsRefusedBeforeAnythingIsCreated() throws Exception {
        try (TdsServer server = new TdsServer(Map.of(), Map.of("SERVERPROPERTY('babelfish')", "1"));
                JdbcTarget target = target(server, "read-committed")) {
            assertThatThrownBy(target::dialect)
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("Babelfish for PostgreSQL, which is not supported");
            assertThat(server.batches).noneMatch(batch -> batch.contains("CREATE"));
        }
    }

    @Test
    void snapshotIsRefusedWhereTheDatabaseDoesNotAllowIt() throws Exception {
        for (String state : List.of("0", "1")) {
            try (TdsServer server = new TdsServer(
                            Map.of(),
                            Map.of("SERVERPROPERTY('babelfish')", "", "SELECT snapshot_isolation_state", state));
                    JdbcTarget target = target(server, "snapshot")) {
                if (state.equals("1")) {
                    assertThat(target.dialect().name()).isEqualTo("sqlserver");
                } else {
                    assertThatThrownBy(target::dialect)
                            .isInstanceOf(UsageException.class)
                            .hasMessageContainingAll("--isolation snapshot", "ALLOW_SNAPSHOT_ISOLATION ON");
                }
            }
        }
    }

    /** The driver remembers what it was told; the server may do something else. */
    @Test
    void theIsolationLevelIsTheServersWord() throws Exception {
        try (TdsServer server = new TdsServer(
                        Map.of(), Map.of("SERVERPROPERTY('babelfish')", "", "transaction_isolation_level", "5"));
                JdbcTarget target = target(server, "serializable");
                Connection connection = target.openConnection()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);

            assertThat(target.dialect().isolation(connection))
                    .isEqualTo(ISQLServerConnection.TRANSACTION_SNAPSHOT)
                    .isNotEqualTo(connection.getTransactionIsolation());
        }
    }

    @Test
    void eachOtherSessionIsKilledInAStatementOfItsOwn() throws Exception {
        try (TdsServer server = new TdsServer(
                        Map.of(), Map.of("SERVERPROPERTY('babelfish')", "", "program_name = 'dbharness'", "57"));
                JdbcTarget target = target(server, "read-committed")) {
            target.endSessions();

            assertThat(server.batches).endsWith("KILL 57");
        }
    }
}
