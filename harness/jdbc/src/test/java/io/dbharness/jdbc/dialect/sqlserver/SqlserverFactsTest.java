package io.dbharness.jdbc.dialect.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.PostgresqlServer;
import io.dbharness.jdbc.dialect.Dialect.ServerFacts;
import io.dbharness.model.Caveat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("server")
@ExtendWith(PostgresqlServer.Given.class)
class SqlserverFactsTest {

    private final PostgresqlServer server;

    SqlserverFactsTest(PostgresqlServer server) {
        this.server = server;
    }

    /** PostgreSQL understands none of the questions, which is the worst that a relative of SQL Server can do. */
    @Test
    void whatAServerDoesNotTellIsNotedAndNeverAFailure() {
        try (JdbcTarget target = server.target()) {
            ServerFacts facts = target.jdbi().withHandle(new SqlserverDialect()::facts);

            assertThat(facts.product()).isEqualTo("Microsoft SQL Server");
            assertThat(facts.version()).isEqualTo("unknown");
            assertThat(facts.caveats()).isEmpty();
            assertThat(facts.settings())
                    .containsKeys("driver.name", "driver.version")
                    .containsKeys(
                            "missing.server properties",
                            "missing.sys.configurations",
                            "missing.sys.databases",
                            "missing.sys.database_files",
                            "missing.sys.dm_db_log_stats",
                            "missing.service objective",
                            "missing.sys.dm_os_sys_info");
            // The server itself has refused them: they got past Jdbi's own syntax.
            assertThat(facts.settings().entrySet())
                    .filteredOn(setting -> setting.getKey().startsWith("missing."))
                    .allMatch(setting -> setting.getValue().contains("PSQLException"));
        }
    }

    @Test
    void durabilityThatIsPutOffIsACaveat() {
        assertThat(SqlserverDialect.caveats(Map.of("database.delayed_durability", "FORCED")))
                .extracting(Caveat::code)
                .containsExactly("NOT_DURABLE");
        assertThat(SqlserverDialect.caveats(Map.of("database.delayed_durability", "DISABLED")))
                .isEmpty();
    }

    @Test
    void whatMakesSessionsWaitInTheMiddleOfARunIsNoted() {
        assertThat(codes(Map.of("files.log_mb", "8", "files.log_growth", "64 MB")))
                .containsExactly("LOG_GROWS");
        assertThat(codes(Map.of("files.log_mb", "8", "files.log_growth", "64 MB", "server.EngineEdition", "5")))
                .isEmpty();
        assertThat(codes(Map.of("files.log_mb", "8", "files.log_growth", "none")))
                .isEmpty();
        assertThat(codes(Map.of("files.log_mb", "4096", "files.log_growth", "64 MB")))
                .isEmpty();
        assertThat(codes(Map.of("database.auto_update_statistics", "1", "database.auto_update_statistics_async", "0")))
                .containsExactly("STATISTICS_WAIT");
        assertThat(codes(Map.of("database.auto_update_statistics", "1", "database.auto_update_statistics_async", "1")))
                .isEmpty();
        assertThat(codes(Map.of("database.target_recovery_seconds", "0"))).containsExactly("CHECKPOINT_BURSTS");
        assertThat(codes(Map.of("database.target_recovery_seconds", "60"))).isEmpty();
    }

    private static List<String> codes(Map<String, String> settings) {
        return SqlserverDialect.caveats(settings).stream()
                .filter(caveat -> caveat.severity() == Caveat.Severity.NOTE)
                .map(Caveat::code)
                .toList();
    }
}
