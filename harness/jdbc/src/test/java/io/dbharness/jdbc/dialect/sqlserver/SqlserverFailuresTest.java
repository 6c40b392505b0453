package io.dbharness.jdbc.dialect.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.ServerFailures;
import io.dbharness.model.FailureKind;
import io.dbharness.model.HarnessException;
import io.dbharness.model.UsageException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlserverFailuresTest {

    private final SqlserverDialect dialect = new SqlserverDialect();

    @ParameterizedTest(name = "{0} is {1}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
            1205  | DEADLOCK        | this transaction was the victim; the other one goes on
            3960  | SERIALIZATION   | snapshot isolation: another transaction changed the row first
            3961  | SERIALIZATION   | snapshot isolation: another transaction changed the definition
            41302 | SERIALIZATION   | memory-optimised tables: write conflict
            1222  | TIMEOUT         | LOCK_TIMEOUT ran out
            40501 | OVERLOADED      | Azure: the service is busy, try again in ten seconds
            10928 | OVERLOADED      | Azure: the limit of requests or sessions is reached
            10929 | OVERLOADED      | Azure: the minimum guarantee is used up
            49918 | OVERLOADED      | Azure: not enough resources for the request
            49919 | OVERLOADED      | Azure: too many create or update operations
            49920 | OVERLOADED      | Azure: too many operations for the subscription
            40197 | CONNECTION_LOST | Azure: reconfiguration
            40613 | CONNECTION_LOST | Azure: the database is not available
            4060  | CONNECTION_LOST | the database cannot be opened while it moves
            10053 | CONNECTION_LOST | aborted by the software of this machine
            10054 | CONNECTION_LOST | closed by the other side
            10060 | CONNECTION_LOST | no answer
            233   | CONNECTION_LOST | nobody at the other end
            64    | CONNECTION_LOST | the network name is gone
            596   | CONNECTION_LOST | the session was killed
            2627  | CONSTRAINT      | primary key or unique constraint
            2601  | CONSTRAINT      | unique index
            547   | CONSTRAINT      | foreign key or check
            515   | CONSTRAINT      | not null
            3952  | OTHER           | the database does not allow snapshot isolation: asking again does not help
            208   | OTHER           | no such table: a mistake of the workload
            102   | OTHER           | syntax error: a mistake of the workload
            9002  | OTHER           | the log is full
            """)
    void eachNumberHasItsKind(int number, FailureKind kind, String reason) {
        assertThat(dialect.classify(new SQLException(reason, "S0001", number))).isEqualTo(kind);
    }

    @ParameterizedTest(name = "{0} is {1}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
            08S01 | CONNECTION_LOST | the driver's word for a broken socket
            08006 | CONNECTION_LOST | the driver's word for a connection it has closed
            HYT00 | TIMEOUT         | the driver's query timeout
            HY008 | TIMEOUT         | the statement was cancelled
            """)
    void theDriversOwnFailuresGoByTheirState(String state, FailureKind kind, String reason) {
        assertThat(dialect.classify(new SQLException(reason, state))).isEqualTo(kind);
    }

    /** The numbers of SQL Server are below 50,000, those of applications above. */
    @Test
    void noNumberIsAnInternalError() {
        ServerFailures failures = new ServerFailures("jdbc:sqlserver://db", "bench", () -> dialect);

        for (int number = 0; number <= 50_001; number++) {
            HarnessException described = failures.of("load", new SQLException("said\nmore", "S0001", number));

            assertThat(described.getMessage())
                    .startsWith("could not load: said")
                    .hasLineCount(1);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            262   | CREATE TABLE permission denied in database 'b'.                                   | GRANT CREATE TABLE TO [bench]
            229   | The SELECT permission was denied on the object 'item', database 'b', schema 'dbo'. | GRANT SELECT ON item TO [bench]
            1088  | Cannot find the object "item" because it does not exist or you do not have permissions. | GRANT ALTER ON SCHEMA::dbo TO [bench]
            3906  | Failed to update database "b" because the database is read-only.                  | set it READ_WRITE
            3952  | Snapshot isolation transaction failed accessing database 'b'                      | SET ALLOW_SNAPSHOT_ISOLATION ON
            """)
    void whatMendsItIsAStatementThatCanBePasted(int number, String said, String mends) {
        ServerFailures failures = new ServerFailures("jdbc:sqlserver://db", "bench", () -> dialect);

        assertThat(failures.of("load", new SQLException(said, "S0001", number)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(mends);
    }

    @ParameterizedTest
    @ValueSource(ints = {701, 1105, 8645, 8651, 9002})
    void aFullFileAndALackOfMemoryAreFaultsAndNoWrongRequests(int number) {
        ServerFailures failures = new ServerFailures("jdbc:sqlserver://db", "bench", () -> dialect);
        BatchUpdateException batch = new BatchUpdateException("batch", "S0001", 0, new int[0]);
        batch.setNextException(new SQLException("full", "S0001", number));

        assertThat(failures.of("load", batch)).isExactlyInstanceOf(HarnessException.class);
    }

    @Test
    void theNumberWinsOverTheState() {
        // The driver translates 1205 into the state of a serialization failure.
        assertThat(dialect.classify(new SQLException("deadlock", "40001", 1205)))
                .isEqualTo(FailureKind.DEADLOCK);
    }

    /** For example a row that another transaction replaced meanwhile: the same transaction may be tried again. */
    @Test
    void whatAWrapperSaysWinsOverTheNumberOfItsCause() {
        SQLException duplicate = new SQLException("duplicate key", "23000", 2627);

        assertThat(dialect.classify(new SQLException("replaced by another one", "40001", duplicate)))
                .isEqualTo(FailureKind.SERIALIZATION);
    }

    @Test
    void causesAndNextExceptionsAreLookedThrough() {
        BatchUpdateException outer = new BatchUpdateException("batch", "S0001", 0, new int[0]);
        outer.setNextException(new SQLException("deadlock", "40001", 1205));

        assertThat(dialect.classify(outer)).isEqualTo(FailureKind.DEADLOCK);
        assertThat(dialect.classify(new SQLException("wrapped", new SQLException("deadlock", "40001", 1205))))
                .isEqualTo(FailureKind.DEADLOCK);
    }
}
