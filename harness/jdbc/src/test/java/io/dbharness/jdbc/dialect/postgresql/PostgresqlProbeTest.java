package io.dbharness.jdbc.dialect.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.PostgresqlServer;
import io.dbharness.jdbc.dialect.StatisticsProbe;
import io.dbharness.sut.ServerProbe;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** On a real server. */
@Tag("server")
@ExtendWith(PostgresqlServer.Given.class)
class PostgresqlProbeTest {

    private final PostgresqlServer server;
    private final JdbcTarget target;

    PostgresqlProbeTest(PostgresqlServer server) {
        this.server = server;
        target = server.target();
    }

    @AfterEach
    void close() {
        target.close();
    }

    @Test
    void countsWhatTransactionsDo() throws Exception {
        try (ServerProbe probe = target.probe()) {
            Map<String, Double> before = probe.counters();
            target.jdbi().useHandle(handle -> {
                handle.execute("CREATE TABLE counted AS SELECT generate_series(1, 1000) AS id");
                handle.execute("SELECT pg_stat_force_next_flush()");
                handle.execute("DROP TABLE counted");
            });

            Map<String, Double> after = probe.counters();
            assertThat(after)
                    .containsKeys("commits", "rollbacks", "deadlocks", "blocksRead", "blocksHit", "tuplesInserted")
                    .containsKeys("temporaryBytes", "walBytes", "walRecords", "buffersWritten")
                    .containsKeys("checkpointsTimed", "checkpointsRequested", "checkpointBuffersWritten");
            assertThat(after.get("walBytes") - before.get("walBytes")).isGreaterThan(1_000 * 28);
            assertThat(after.get("commits")).isGreaterThanOrEqualTo(before.get("commits") + 1);
            assertThat(after.get("tuplesInserted")).isGreaterThanOrEqualTo(before.get("tuplesInserted") + 1_000);
        }
    }

    @Test
    void tellsOfSessionsThatWorkAndWait() throws Exception {
        try (JdbcTarget alone = server.targetOn("probed");
                ServerProbe probe = alone.probe();
                Connection holder = alone.openConnection()) {
            holder.setAutoCommit(false);
            execute(holder, "CREATE TABLE IF NOT EXISTS waited ()");

            Map<String, Double> levels = probe.read();

            assertThat(levels)
                    .containsEntry("activeSessions", 0.0)
                    .containsEntry("sessionsWaitingForLocks", 0.0)
                    .containsEntry("sessionsIdleInTransaction", 1.0)
                    .containsKey("databaseBytes")
                    .as("a pace takes two readings")
                    .doesNotContainKey("commitsPerSecond");
            assertThat(probe.read())
                    .containsKeys("commitsPerSecond", "walBytesPerSecond", "blocksReadPerSecond", "readBytesPerSecond")
                    .as("which looks at each file")
                    .doesNotContainKey("databaseBytes");
        }
    }

    @Test
    void aPaceIsTheDifferenceOfTwoReadingsByTheServersClock() {
        Map<String, Double> before =
                Map.of("seconds", 100.0, "commits", 40.0, "blocksRead", 10.0, "blocksHit", 100.0, "reset", 9.0);
        Map<String, Double> now =
                Map.of("seconds", 102.0, "commits", 60.0, "blocksRead", 20.0, "blocksHit", 190.0, "reset", 1.0);

        Map<String, Double> pace = PostgresqlProbe.withCacheShare(StatisticsProbe.paces(before, now));

        assertThat(pace).containsOnlyKeys("commitsPerSecond", "blocksReadPerSecond", "cacheHitPercent");
        assertThat(pace.get("commitsPerSecond")).isCloseTo(10.0, within(1e-9));
        assertThat(pace.get("cacheHitPercent")).isCloseTo(90.0, within(1e-9));
        assertThat(PostgresqlProbe.withCacheShare(StatisticsProbe.paces(Map.of(), now)))
                .isEmpty();
        assertThat(PostgresqlProbe.withCacheShare(StatisticsProbe.paces(now, now)))
                .isEmpty();
    }

    /** An account without rights to anything but what everybody may see. */
    @Test
    void whatAnAccountMayNotSeeIsLeftOut() throws Exception {
        Supplier<Connection> restricted = () -> {
            Connection connection = target.openConnection();
            execute(connection, "SET ROLE nobody_special");
            return connection;
        };
        target.jdbi().useHandle(handle -> {
            handle.execute("CREATE ROLE nobody_special");
            handle.execute("REVOKE EXECUTE ON FUNCTION pg_current_wal_insert_lsn() FROM PUBLIC");
        });
        try (ServerProbe probe = new PostgresqlProbe(restricted)) {
            assertThat(probe.counters()).containsKey("commits").doesNotContainKey("walBytes");
            probe.read();
            assertThat(probe.read()).containsKey("commitsPerSecond").doesNotContainKey("walBytesPerSecond");
        } finally {
            target.jdbi().useHandle(handle -> {
                handle.execute("GRANT EXECUTE ON FUNCTION pg_current_wal_insert_lsn() TO PUBLIC");
                handle.execute("DROP ROLE nobody_special");
            });
        }
    }

    @Test
    void aLostConnectionIsAGapAndThenThereIsAnother() throws Exception {
        List<Connection> opened = new ArrayList<>();
        Supplier<Connection> noted = () -> {
            Connection connection = target.openConnection();
            opened.add(connection);
            return connection;
        };
        try (ServerProbe probe = new PostgresqlProbe(noted)) {
            assertThat(opened).isEmpty();
            probe.counters();
            opened.get(0).close();

            assertThatThrownBy(probe::counters).isInstanceOf(SQLException.class);
            assertThat(probe.counters()).containsKey("commits");
            assertThat(opened).hasSize(2);
        }
        assertThat(opened.get(1).isClosed()).isTrue();
    }

    private static void execute(Connection connection, String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }
}
