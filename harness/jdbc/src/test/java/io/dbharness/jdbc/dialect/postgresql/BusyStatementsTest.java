package io.dbharness.jdbc.dialect.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.JdbcTargetProvider;
import io.dbharness.sut.Fault;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.ServerProbe;
import io.dbharness.sut.ServerProbe.BusyStatement;
import io.dbharness.sut.ServerProbe.BusyStatements;
import io.dbharness.testkit.shared.Shared;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On a PostgreSQL of its own, because its library of statistics is loaded when a server starts. */
@Tag("server")
class BusyStatementsTest {

    private static BusyStatements read(JdbcTarget target) throws Exception {
        try (ServerProbe probe = target.probe()) {
            return probe.busyStatements();
        }
    }

    @Test
    void statementsThatTookTimeAreReadWhereTheServerCountsThem() throws Exception {
        try (RunningServer server = Shared.startPostgresql();
                JdbcTarget target = new JdbcTargetProvider().open(server.address())) {
            assertThat(read(target).note()).isEqualTo("the extension pg_stat_statements is not in this database");

            target.jdbi().useHandle(handle -> {
                handle.execute("CREATE SCHEMA \"Other one\"");
                handle.execute("CREATE EXTENSION pg_stat_statements SCHEMA \"Other one\"");
            });
            assertThat(read(target).note()).contains("shared_preload_libraries");

            target.jdbi()
                    .useHandle(handle ->
                            handle.execute("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'"));
            server.injectFault(new Fault(Duration.ZERO, Fault.Kind.RESTART, Duration.ZERO));
            try (JdbcTarget again = new JdbcTargetProvider().open(server.address());
                    ServerProbe probe = again.probe()) {
                counted(again, probe);
            }
        }
    }

    private static void counted(JdbcTarget target, ServerProbe probe) throws Exception {
        target.jdbi().useHandle(handle -> handle.execute("SELECT 'before', count(*) FROM generate_series(1, 300)"));
        probe.busyStatements();
        target.jdbi().useHandle(handle -> {
            for (int i = 1; i <= 3; i++) {
                handle.execute("SELECT count(*)\n FROM generate_series(1, 30000) WHERE 'x" + i + "' <> 'y'");
            }
            for (int i = 1; i <= 20; i++) {
                handle.execute("SELECT " + "1, ".repeat(i) + "1 /* " + "long ".repeat(100) + "*/");
            }
        });

        BusyStatements busy = probe.busyStatements();

        assertThat(busy.source()).isEqualTo("\"Other one\".pg_stat_statements");
        assertThat(busy.note()).isEmpty();
        assertThat(busy.top()).hasSize(10);
        BusyStatement first = busy.top().get(0);
        assertThat(first.text()).isEqualTo("SELECT count(*) FROM generate_series($1, $2) WHERE $3 <> $4");
        assertThat(first.calls()).isEqualTo(3);
        assertThat(first.rows()).isEqualTo(3);
        assertThat(first.seconds()).isPositive().isLessThanOrEqualTo(busy.seconds());
        assertThat(busy.top())
                .allMatch(statement -> statement.text().length() <= 200)
                .noneMatch(statement -> statement.text().contains("before"));
    }
}
