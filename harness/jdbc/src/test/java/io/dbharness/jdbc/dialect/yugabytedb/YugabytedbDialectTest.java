package io.dbharness.jdbc.dialect.yugabytedb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.yugabyte.jdbc.PgConnection;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.JdbcTargetProvider;
import io.dbharness.jdbc.PostgresqlServer;
import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.model.Caveat;
import io.dbharness.model.FailureKind;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetInfo;
import io.dbharness.sut.TargetSpec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The smart driver against PostgreSQL, which speaks the same protocol: what is of the driver and of this dialect, not of the server.
 */
@Tag("server")
@ExtendWith(PostgresqlServer.Given.class)
class YugabytedbDialectTest {

    private static final List<String> NO_CLUSTER = List.of(
            "DROP FUNCTION IF EXISTS yb_servers()",
            "DROP FUNCTION IF EXISTS yb_is_database_colocated()",
            "DROP TABLE IF EXISTS yb_copy");

    private final TargetSpec address;
    private final String url;
    private final YugabytedbDialect dialect = new YugabytedbDialect();
    private JdbcTarget target;

    YugabytedbDialectTest(PostgresqlServer server) {
        address = server.forSmartDriver();
        url = address.url();
    }

    @BeforeEach
    void open() throws SQLException {
        target = targetAt(url);
        PostgresqlServer.run(target, NO_CLUSTER);
    }

    @AfterEach
    void close() throws SQLException {
        PostgresqlServer.run(target, NO_CLUSTER);
        target.close();
    }

    @Test
    void itsAddressesAreItsOwnAndItsFilesFallBackOnThoseOfPostgresql() {
        assertThat(target.dialect().name()).isEqualTo("yugabytedb");
        assertThat(target.dialect().lineage()).containsExactly("yugabytedb", "postgresql", "ansi");
        assertThat(dialect.driver().accepts("jdbc:postgresql://127.0.0.1/bench"))
                .isFalse();
    }

    @Test
    void theSmartDriverOpensTheSessions() throws SQLException {
        try (Connection connection = target.openConnection()) {
            assertThat(connection.unwrap(PgConnection.class)).isNotNull();
        }
    }

    @Test
    void aServerThatIsNotYugabytedbIsNotCalledSo() {
        TargetInfo info = target.info();

        assertThat(info.product()).isEqualTo("PostgreSQL, by YugabyteDB's driver");
        assertThat(info.settings())
                .containsEntry("cluster.servers", "unknown")
                .containsEntry("driver.prepareThreshold", "1")
                .containsKeys("transaction_isolation", "driver.version", "version.full");
    }

    @Test
    void loadBalancingFindsTheServersOfTheCluster() throws SQLException {
        cluster();

        // The driver keeps a connection of its own for the list of servers, which other tests shall not count.
        try (JdbcTarget balanced = targetAt(url + "?load-balance=true&ApplicationName=balanced")) {
            assertThat(balanced.info().settings())
                    .containsEntry("cluster.servers", "3")
                    .containsEntry("cluster.places", "aws.eu.a, aws.eu.b")
                    .containsEntry("database.colocated", "true");
        }
    }

    @Test
    void tabletsAreAsManyAsTheClusterHasServersToWorkOnThem() throws SQLException {
        assertThat(variables()).isEqualTo(Map.of("servers", "1", "tablets", "8", "together", "", "apart", ""));

        cluster();

        assertThat(variables())
                .isEqualTo(Map.of(
                        "servers", "3",
                        "tablets", "24",
                        "together", "WITH (COLOCATION = true)",
                        "apart", "WITH (COLOCATION = false)"));
    }

    @Test
    void rowsGoByCopyWithinATransactionAndOnAServerThatKnowsNoBatches() throws SQLException {
        PostgresqlServer.run(target, List.of("CREATE TABLE yb_copy (id integer, name varchar(20))"));
        try (Connection connection = target.openConnection()) {
            // In autocommit mode it asks for batches first, which PostgreSQL refuses.
            load(connection, 1);
            connection.setAutoCommit(false);
            load(connection, 2);
            connection.rollback();
            load(connection, 3);
            connection.commit();
        }

        List<String> loaded = target.jdbi()
                .withHandle(handle -> handle.select("SELECT id || name FROM yb_copy ORDER BY id")
                        .mapTo(String.class)
                        .list());
        assertThat(loaded).containsExactly("1é\t", "3é\t");
    }

    @Test
    void listsOfIntegersTravelAsArrays() throws SQLException {
        try (Connection connection = target.openConnection();
                PreparedStatement statement = connection.prepareStatement("SELECT (?::integer[])[2]")) {
            target.dialect().setIntegers(statement, 1, new int[] {7, 8, 9});
            try (ResultSet row = statement.executeQuery()) {
                assertThat(row.next()).isTrue();
                assertThat(row.getInt(1)).isEqualTo(8);
            }
        }
    }

    @Test
    void messagesNameTheProduct() {
        TargetSpec wrong = TargetSpec.of(url).withCredentials(address.user().orElseThrow(), Secret.of("wrong"));

        Throwable failure =
                catchThrowable(() -> new JdbcTargetProvider().open(wrong).info());

        assertThat(failure)
                .isInstanceOf(TargetUnreachableException.class)
                .hasMessageContainingAll("no session on YugabyteDB at", "--password");
    }

    @ParameterizedTest(name = "{0} {2} is {1}")
    @CsvSource(delimiter = '|', textBlock = """
            40001 | SERIALIZATION   | could not serialize access due to concurrent update
            40001 | SERIALIZATION   | Restart read required at: { read: { physical: 1 } }
            40P01 | DEADLOCK        | deadlock detected
            57P01 | CONNECTION_LOST | terminating connection due to administrator command
            57P03 | CONNECTION_LOST | the database system is starting up
            08006 | CONNECTION_LOST | an I/O error occurred while sending to the backend
            23505 | CONSTRAINT      | duplicate key value violates unique constraint
            XX000 | SERIALIZATION   | Query error: Restart read required at: { read: { physical: 1 } }
            XX000 | SERIALIZATION   | Operation failed: Transaction aborted: 5a2 conflicts with higher priority transaction
            XX000 | SERIALIZATION   | Catalog Version Mismatch: A DDL occurred while processing this query
            XX000 | SERIALIZATION   | schema version mismatch for table 000: expected 1, got 0
            XX000 | OVERLOADED      | Service unavailable: Transaction service queue is full
            XX000 | OVERLOADED      | Not the leader: Leader does not have a valid lease
            XX000 | TIMEOUT         | Timed out: Write RPC timed out after 60s
            XX000 | OTHER           | Corruption: bad block
            42P01 | OTHER           | relation "timed out" does not exist
            """)
    void eachFailureHasItsKind(String state, FailureKind kind, String message) {
        assertThat(dialect.classify(new SQLException("wrapped", new SQLException(message, state))))
                .isEqualTo(kind);
    }

    @Test
    void aSessionWithoutTransactionsIsNotMeasuredInSilence() {
        assertThat(YugabytedbDialect.caveats(Map.of("yb_disable_transactional_writes", "on")))
                .extracting(Caveat::code)
                .containsExactly("NOT_TRANSACTIONAL");
    }

    @Test
    void anIsolationLevelThatTheServerReplacesIsSaid() {
        assertThat(YugabytedbDialect.caveats(Map.of(
                        "transaction_isolation", "read committed",
                        "yb_effective_transaction_isolation_level", "repeatable read")))
                .extracting(Caveat::code)
                .containsExactly("ISOLATION_DIFFERS");
        assertThat(YugabytedbDialect.caveats(Map.of("transaction_isolation", "read committed")))
                .isEmpty();
    }

    private static void load(Connection connection, int id) throws SQLException {
        try (RowSink sink = new YugabytedbDialect().bulkLoader().open(connection, "yb_copy", List.of("id", "name"))) {
            sink.add(id).add("é\t").endRow();
            assertThat(sink.finish()).isEqualTo(1);
        }
    }

    private Map<String, String> variables() {
        return target.jdbi().withHandle(dialect::scriptVariables);
    }

    /** What a cluster of three servers would answer, all of them at the address of this one. */
    private void cluster() throws SQLException {
        String at = url.replaceFirst("^jdbc:yugabytedb://([^:/]+):(\\d+)/.*", "'$1', $2");
        PostgresqlServer.run(
                target,
                List.of(
                        "CREATE FUNCTION yb_servers() RETURNS TABLE (host text, port bigint, num_connections bigint, node_type text,"
                                + " cloud text, region text, zone text, public_ip text, uuid text) LANGUAGE sql AS $$ VALUES ("
                                + at + "::bigint, 0::bigint, 'primary', 'aws', 'eu', 'a', '', 'u1'), ("
                                + at + ", 0, 'primary', 'aws', 'eu', 'b', '', 'u2'), ("
                                + at + ", 0, 'primary', 'aws', 'eu', 'b', '', 'u3') $$",
                        "CREATE FUNCTION yb_is_database_colocated() RETURNS boolean LANGUAGE sql AS 'SELECT true'"));
    }

    private JdbcTarget targetAt(String where) {
        return new JdbcTargetProvider()
                .open(new TargetSpec(
                        where, address.user(), address.password(), Optional.empty(), Map.of("dialect", "yugabytedb")));
    }
}
