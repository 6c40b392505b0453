package io.dbharness.jdbc.dialect.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.jdbc.dialect.StatisticsProbe.Refusal;
import io.dbharness.model.HarnessException;
import io.dbharness.sut.ServerProbe;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What can be told without a server. */
class SqlserverProbeTest {

    private final ServerProbe probe = SqlserverProbe.of(() -> {
        throw new HarnessException("asked");
    });

    @ParameterizedTest(name = "{2}")
    @CsvSource({
        "208, S0002, Invalid object name 'sys.dm_db_resource_stats'.",
        "300, S0001, VIEW SERVER STATE permission was denied on object 'server'."
    })
    void aViewThatIsMissingOrForbiddenIsLeftOut(int code, String state, String message) {
        assertThat(SqlserverProbe.refusal(new SQLException(message, state, code)))
                .isEqualTo(Refusal.FOR_GOOD);
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource({
        "0, 08S01, The connection is closed.",
        "40501, S0001, The service is currently busy.",
        "1205, 40001, deadlock"
    })
    void anythingElseIsAGapToBeAskedAgain(int code, String state, String message) {
        assertThat(SqlserverProbe.refusal(new SQLException(message, state, code)))
                .isEqualTo(Refusal.NONE);
    }

    @Test
    void connectsOnlyWhenItIsAsked() {
        assertThatThrownBy(probe::read).hasMessage("asked");
        assertThatThrownBy(probe::counters).hasMessage("asked");
    }
}
