package io.dbharness.jdbc.dialect.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.dialect.JdbcDriver.ConnectionUse;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the real driver sends when a session calls a procedure. */
class CallsTest {

    private static Connection connect(TdsServer server) {
        return new SqlserverDriver()
                .connect(TargetSpec.of(server.url()).withCredentials("sa", Secret.of("x")), ConnectionUse.MEASURED);
    }

    private static void call(PreparedStatement statement) throws SQLException {
        statement.setInt(1, 7);
        statement.setBigDecimal(2, BigDecimal.valueOf(1234, 2));
        statement.setString(3, "BARBAR");
        statement.execute();
    }

    @Test
    void theFirstCallPreparesAndTheOthersGoByItsHandleWithTypedValues() throws Exception {
        try (TdsServer server = new TdsServer(Map.of(), Map.of());
                Connection connection = connect(server);
                PreparedStatement statement = connection.prepareStatement("EXECUTE p ?, ?, ?")) {
            call(statement);
            call(statement);

            String values = "7 int, 12.34 decimal(38, 2), BARBAR varchar(8000)]";
            assertThat(server.calls)
                    .containsExactly(
                            "sp_prepexec[0 int, @P0 int,@P1 decimal(38,2),@P2 varchar(8000) nvarchar(4000),"
                                    + " EXECUTE p @P0, @P1, @P2 nvarchar(4000), " + values,
                            "sp_execute[1 int, " + values);
            assertThat(server.failures).isEmpty();
        }
    }

    /**
     * By its name a server would look up one plan, not two. Releases 12.6.0 to 12.8.0 of the driver did that for {@code {call …}}; it was
     * withdrawn in 12.8.1. When this fails, the driver can do it again: write the calls that way.
     */
    @Test
    void thisDriverCallsNoProcedureByItsNameWhateverTheSyntax() throws Exception {
        try (TdsServer server = new TdsServer(Map.of(), Map.of());
                Connection connection = connect(server);
                PreparedStatement statement = connection.prepareCall("{call p(?, ?, ?)}")) {
            call(statement);

            assertThat(server.calls)
                    .singleElement()
                    .asString()
                    .startsWith("sp_prepexec[")
                    .contains("EXEC p @P0");
        }
    }
}
