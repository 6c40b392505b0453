package io.dbharness.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.dbharness.model.HarnessException;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.model.UsageException;
import java.io.IOException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jdbi.v3.core.ConnectionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Everything that a server may report arrives at the user as one sentence. */
@Tag("server")
@ExtendWith(PostgresqlServer.Given.class)
class ServerFailuresTest {

    /** SQLSTATEs of the standard and of PostgreSQL's appendix A, and some without documentation. */
    private static final List<String> STATES = List.of(
            "01000", "02000", "03000", "08000", "08001", "08003", "08004", "08006", "08007", "08P01", "09000", "0A000",
            "0B000", "0F000", "0L000", "0P000", "0Z000", "20000", "21000", "22000", "22001", "22003", "22007", "22012",
            "22P02", "23000", "23502", "23503", "23505", "23514", "23P01", "24000", "25000", "25001", "25006", "25P01",
            "25P02", "25P03", "25P04", "26000", "27000", "28000", "28P01", "2B000", "2D000", "2F000", "34000", "38000",
            "39000", "3B000", "3D000", "3F000", "40000", "40001", "40002", "40003", "40P01", "42000", "42501", "42601",
            "42602", "42703", "42804", "42846", "42883", "42P01", "42P05", "42P07", "42P18", "44000", "53000", "53100",
            "53200", "53300", "53400", "54000", "54001", "54011", "55000", "55006", "55P02", "55P03", "55P04", "57000",
            "57014", "57P01", "57P02", "57P03", "57P04", "57P05", "58000", "58030", "58P01", "72000", "F0000", "HV000",
            "HY000", "HY008", "HYT00", "P0001", "P0004", "XX000", "XX001", "XX002", "YB001", "S0001", "S1000", "70100",
            "", "?", "TPC01");

    /** Error numbers of MariaDB and MySQL, then of SQL Server and Azure SQL. */
    private static final List<Integer> NUMBERS = Stream.concat(
                    IntStream.of(
                                    1005, 1016, 1021, 1030, 1036, 1037, 1038, 1040, 1041, 1044, 1045, 1047, 1048, 1049,
                                    1050, 1053, 1054, 1062, 1064, 1100, 1105, 1114, 1129, 1130, 1135, 1142, 1143, 1146,
                                    1153, 1158, 1159, 1160, 1161, 1173, 1194, 1203, 1205, 1206, 1213, 1216, 1217, 1226,
                                    1227, 1264, 1290, 1305, 1317, 1364, 1370, 1390, 1406, 1419, 1436, 1451, 1452, 1461,
                                    1698, 1792, 1836, 1927, 1969, 2006, 2013, 3024, 3098, 3101, 3572, 3750, 4031, 4166)
                            .boxed(),
                    IntStream.of(
                                    20, 64, 121, 207, 208, 229, 230, 233, 262, 547, 596, 601, 701, 823, 824, 916, 926,
                                    1105, 1222, 2601, 2627, 2760, 2812, 3906, 3960, 4060, 4221, 6005, 6115, 8152, 8645,
                                    8651, 9002, 10053, 10054, 10060, 10928, 10929, 18456, 40143, 40197, 40501, 40540,
                                    40613, 41301, 49918)
                            .boxed())
            .toList();

    private final PostgresqlServer server;

    ServerFailuresTest(PostgresqlServer server) {
        this.server = server;
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "yugabytedb", "sqlserver"})
    void noCodeOfAServerIsAnInternalError(String dialect) {
        List<SQLException> failures = new ArrayList<>();
        STATES.forEach(state -> failures.add(new SQLException("said\nmore", state)));
        NUMBERS.forEach(number -> failures.add(new SQLException("said\nmore", "HY000", number)));
        failures.add(new SQLException());
        assertThat(failures).hasSizeGreaterThan(200);
        try (JdbcTarget target = server.target(Map.of("dialect", dialect))) {
            for (SQLException failure : failures) {
                for (Throwable thrown : List.of(
                        catchThrowable(() -> target.jdbi().useHandle(handle -> {
                            throw failure;
                        })),
                        catchThrowable(() -> target.jdbi().useTransaction(handle -> {
                            throw new ConnectionException(failure);
                        })),
                        target.failure("count the rows", failure))) {
                    assertThat(thrown).isInstanceOf(HarnessException.class);
                    assertThat(thrown.getMessage()).startsWith("could not ").hasLineCount(1);
                    assertThat(thrown).hasRootCause(failure);
                }
            }
        }
    }

    @Test
    void aLostConnectionIsATargetThatCannotBeReached() {
        try (JdbcTarget target = server.target()) {
            assertThat(target.failure("read", new SQLException("reset", "08006")))
                    .isInstanceOf(TargetUnreachableException.class)
                    .hasMessageContainingAll("could not read: reset; the connection to jdbc:postgresql:", "was lost");
            assertThat(target.failure("read", new IllegalStateException(new IOException("broken pipe"))))
                    .isInstanceOf(TargetUnreachableException.class);
        }
    }

    @Test
    void aFullDiskIsAFaultAndNoWrongRequest() {
        try (JdbcTarget target = server.target()) {
            assertThat(target.failure("load", new SQLException("No space left on device", "53100")))
                    .isExactlyInstanceOf(HarnessException.class)
                    .hasMessageContaining("No space left on device; the server's disk is full; make room there");
        }
    }

    @Test
    void aFullDiskWithinABatchIsAFaultToo() {
        BatchUpdateException batch = new BatchUpdateException("batch entry 3", "22000", new int[0]);
        batch.setNextException(new SQLException("No space left on device", "53100"));
        try (JdbcTarget target = server.target()) {
            assertThat(target.failure("load", batch))
                    .isExactlyInstanceOf(HarnessException.class)
                    .hasMessageContaining("the server's disk is full");
        }
    }

    @Test
    void aSessionThatTheServerEndsIsATargetThatCannotBeReached() {
        try (JdbcTarget target = server.target()) {
            assertThat(catchThrowable(() -> target.jdbi()
                            .useHandle(handle -> handle.execute("SELECT pg_terminate_backend(pg_backend_pid())"))))
                    .isInstanceOf(TargetUnreachableException.class)
                    .hasMessageContaining("terminating connection due to administrator command");
        }
    }

    @Test
    void aQuestionThatIsNotAnsweredEndsAtItsLimit() {
        try (JdbcTarget target = server.target();
                SideConnections connections = target.sideConnections(1)) {
            ServerFailures failures = new ServerFailures(target.toString(), "bench", target::dialect);
            GuardedJdbi jdbi = new GuardedJdbi(connections, failures, List::of, Duration.ofMillis(20));

            assertThat(catchThrowable(() -> jdbi.ask(handle -> handle.execute("SELECT pg_sleep(20)"))))
                    .isInstanceOf(TargetUnreachableException.class)
                    .hasMessageContaining("did not answer a question about the data set within 0 s");
        }
    }

    @Test
    void aTransactionThatIsRolledBackForAnotherOneBeginsAgain() {
        AtomicInteger attempts = new AtomicInteger();
        try (JdbcTarget target = server.target()) {
            int attempt = target.jdbi().inTransaction(handle -> {
                handle.execute("CREATE TABLE rolled_back (i int)");
                if (attempts.incrementAndGet() < 3) {
                    throw new SQLException("could not serialize access", attempts.get() == 1 ? "40001" : "40P01");
                }
                handle.execute("DROP TABLE rolled_back");
                return attempts.get();
            });

            assertThat(attempt).isEqualTo(3);
        }
    }

    @Test
    void aTransactionOfALoadIsReadCommittedWithoutTimeouts() {
        try (JdbcTarget target = server.target()) {
            assertThat(target.jdbi()
                            .<List<String>>inTransaction(handle -> handle.select(
                                            "SELECT setting FROM pg_settings WHERE name IN ('transaction_isolation',"
                                                    + " 'statement_timeout', 'idle_in_transaction_session_timeout') ORDER BY name")
                                    .mapTo(String.class)
                                    .list()))
                    .containsExactly("0", "0", "read committed");
        }
    }

    @Test
    void aLongMessageIsCut() {
        try (JdbcTarget target = server.target()) {
            assertThat(target.failure("load", new SQLException("x".repeat(50_000), "22001"))
                            .getMessage())
                    .hasSizeLessThan(500);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            42501 | permission denied for schema public           | GRANT USAGE, CREATE ON SCHEMA public TO "dbharness"
            42501 | permission denied for table dbharness_part    | GRANT SELECT, INSERT, UPDATE, DELETE ON TABLE dbharness_part TO "dbharness"
            42501 | permission denied for sequence sbtest1_id_seq | GRANT USAGE, SELECT, UPDATE ON SEQUENCE sbtest1_id_seq TO "dbharness"
            42501 | must be owner of table item                   | ALTER TABLE item OWNER TO "dbharness"
            42501 | must be owner of function f                   | ALTER FUNCTION f OWNER TO "dbharness"
            42501 | keine Berechtigung für Schema public          | lacks a right for this
            42501 | new row violates row-level security policy for table "item" | ALTER TABLE item DISABLE ROW LEVEL SECURITY
            25006 | cannot execute INSERT in a read-only transaction | ALTER ROLE "dbharness" SET default_transaction_read_only = off
            57014 | canceling statement due to statement timeout  | ALTER ROLE "dbharness" SET statement_timeout = 0
            55P03 | canceling statement due to lock timeout       | ALTER ROLE "dbharness" SET lock_timeout = 0
            25P03 | terminating connection due to idle-in-transaction timeout | ALTER ROLE "dbharness" SET idle_in_transaction_session_timeout = 0
            25P04 | terminating connection due to transaction timeout | ALTER ROLE "dbharness" SET transaction_timeout = 0
            57P05 | terminating connection due to idle-session timeout | ALTER ROLE "dbharness" SET idle_session_timeout = 0
            42P05 | prepared statement "S_1" already exists       | prepareThreshold=0
            26000 | prepared statement "S_1" does not exist       | prepareThreshold=0
            """)
    void whatMendsItIsAStatementThatCanBePasted(String state, String said, String mends) {
        try (JdbcTarget target = server.target()) {
            assertThat(target.failure("load", new SQLException("ERROR: " + said, state)))
                    .hasMessageContaining(said)
                    .hasMessageContaining(mends)
                    .satisfiesAnyOf(
                            failure -> assertThat(failure).isInstanceOf(UsageException.class),
                            failure -> assertThat(failure).isInstanceOf(TargetUnreachableException.class));
        }
    }
}
