package io.dbharness.jdbc.dialect.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.model.FailureKind;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class FailureClassificationTest {

    private final PostgresqlDialect dialect = new PostgresqlDialect();

    @ParameterizedTest(name = "{0} is {1}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
            40001 | SERIALIZATION   | could not serialize access: the server asks for the transaction again
            40P01 | DEADLOCK        | this transaction was the victim; the other one goes on
            55P03 | TIMEOUT         | lock_timeout ran out, or NOWAIT did not get its lock
            57014 | TIMEOUT         | statement_timeout ran out, or the statement was cancelled
            53000 | OVERLOADED      | some resource is short for now
            53200 | OVERLOADED      | out of memory for this statement
            53300 | OVERLOADED      | too many connections
            53100 | OTHER           | a full disk stays full however often one asks
            53400 | OTHER           | a configured limit stays where it is
            57P01 | CONNECTION_LOST | terminated by an administrator, or a fast shutdown
            57P02 | CONNECTION_LOST | another server process crashed
            57P03 | CONNECTION_LOST | starting up or in recovery: no session here for now
            57P04 | CONNECTION_LOST | the database was dropped
            57P05 | CONNECTION_LOST | idle_session_timeout closed the session
            25P03 | CONNECTION_LOST | idle_in_transaction_session_timeout closed the session
            25P04 | CONNECTION_LOST | transaction_timeout closed the session
            08000 | CONNECTION_LOST | connection exception
            08001 | CONNECTION_LOST | the driver cannot connect
            08003 | CONNECTION_LOST | the driver's connection is closed
            08006 | CONNECTION_LOST | the socket broke
            08P01 | CONNECTION_LOST | client and server no longer understand each other
            23502 | CONSTRAINT      | not null
            23503 | CONSTRAINT      | foreign key
            23505 | CONSTRAINT      | unique
            23514 | CONSTRAINT      | check
            25P02 | OTHER           | a statement after a failed one: says nothing of the reason
            42P01 | OTHER           | no such table: a mistake of the workload
            22003 | OTHER           | number out of range: a mistake of the workload
            XX000 | OTHER           | internal error
            """)
    void eachCodeHasItsKind(String state, FailureKind kind, String reason) {
        assertThat(dialect.classify(new SQLException(reason, state))).isEqualTo(kind);
    }

    @Test
    void aFailureWithoutCodeIsOther() {
        assertThat(dialect.classify(new SQLException("no code"))).isEqualTo(FailureKind.OTHER);
        assertThat(dialect.classify(new SQLException("strange code", "4"))).isEqualTo(FailureKind.OTHER);
    }

    @Test
    void theReasonOfAFailedCommitIsItsCause() {
        SQLException commit = new SQLException("cannot be committed", "25P02", new SQLException("the reason", "40001"));

        assertThat(dialect.classify(commit)).isEqualTo(FailureKind.SERIALIZATION);
    }

    @Test
    void theReasonOfAFailedBatchIsItsNextException() {
        BatchUpdateException batch = new BatchUpdateException("batch entry 3", null, new int[0]);
        batch.setNextException(new SQLException("the reason", "40P01"));

        assertThat(dialect.classify(batch)).isEqualTo(FailureKind.DEADLOCK);
    }

    @ParameterizedTest
    @MethodSource("brokenSockets")
    void aBrokenSocketIsALostConnection(IOException broken) {
        SQLException failure = new SQLException("no code of its own", null, new IllegalStateException(broken));

        assertThat(dialect.classify(failure)).isEqualTo(FailureKind.CONNECTION_LOST);
    }

    static Stream<IOException> brokenSockets() {
        return Stream.of(
                new SocketException("Connection reset"),
                new EOFException(),
                new SocketTimeoutException("Read timed out"));
    }
}
