package io.dbharness.jdbc.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.FailureKind;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowLedgerTest {

    /** A time limit may end a call of a procedure after the change within it was committed. */
    @ParameterizedTest
    @CsvSource({"CONNECTION_LOST, 1", "TIMEOUT, 1", "CONSTRAINT, 0", "DEADLOCK, 0", "OTHER, 0"})
    void aCallThatWasCutOrTimedOutHasAnUnknownOutcome(FailureKind kind, int unknown) {
        RowLedger ledger = new RowLedger(-1, 0);

        assertThatThrownBy(() -> ledger.attempt(
                        failure -> kind,
                        () -> {
                            throw new SQLException("interrupted");
                        },
                        rows -> -1))
                .isInstanceOf(SQLException.class);

        assertThat(ledger.balance().unknown()).isEqualTo(unknown);
        assertThat(ledger.balance().fewest()).isEqualTo(-unknown);
    }
}
