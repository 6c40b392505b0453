package io.dbharness.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.jdbc.dataset.DataSetDefinition;
import io.dbharness.jdbc.dataset.LoadPart;
import io.dbharness.jdbc.dataset.MarkedDataSet;
import io.dbharness.jdbc.dataset.Schema;
import io.dbharness.jdbc.dataset.Scripts;
import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.dialect.postgresql.PostgresqlDialect;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.random.Seed;
import io.dbharness.workload.Progress;
import java.lang.reflect.Proxy;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A server with another product's protocol may accept SKIP LOCKED and ignore the locks of other sessions. */
@Tag("server")
@ExtendWith(PostgresqlServer.Given.class)
class IgnoredLocksTest {

    /** A table without rows. */
    private static final class OneTable implements DataSetDefinition {

        @Override
        public String workload() {
            return "unlocked";
        }

        @Override
        public String scale() {
            return "1 table";
        }

        @Override
        public List<String> tables(String constants) {
            return List.of("unlocked");
        }

        @Override
        public Scripts scripts() {
            throw new UnsupportedOperationException("the statements are below");
        }

        @Override
        public List<String> create() {
            return List.of("CREATE TABLE unlocked (id int)");
        }

        @Override
        public List<String> drop(String constants) {
            return List.of("DROP TABLE IF EXISTS unlocked");
        }

        @Override
        public List<LoadPart> parts(Seed seed, LocalDateTime loadedAt) {
            return List.of();
        }

        @Override
        public Map<String, List<List<String>>> keys() {
            return Map.of();
        }

        @Override
        public List<Step> finish() {
            return List.of();
        }
    }

    /** PostgreSQL, but for the SQL of jdbc/marker/unlocked.sql. */
    private static Dialect withoutLocks() {
        Dialect postgresql = new PostgresqlDialect();
        return (Dialect) Proxy.newProxyInstance(
                Dialect.class.getClassLoader(),
                new Class<?>[] {Dialect.class},
                (proxy, method, arguments) -> method.getName().equals("lineage")
                        ? List.of("unlocked", "postgresql", "ansi")
                        : method.invoke(postgresql, arguments));
    }

    @Test
    void aServerThatIgnoresLocksIsRefusedBeforeTablesAreMade(PostgresqlServer server) {
        Dialect dialect = withoutLocks();
        Dialects dialects = new Dialects(List.of(dialect));
        JdbcOptions options = JdbcOptions.parse(Map.of(), dialect, dialects, new Problems());
        JdbcOptions fixed = new JdbcOptions(
                options.isolation(), options.levels(), Optional.of(dialect), options.setUp(), options.usableBytes());
        try (JdbcTarget target = new JdbcTarget(dialects, dialect, server.address(), fixed)) {
            MarkedDataSet dataSet = new MarkedDataSet(target, new OneTable());

            assertThatThrownBy(() -> dataSet.load(1, Seed.DEFAULT, Progress.SILENT, progress -> {}))
                    .isInstanceOf(HarnessException.class)
                    .hasMessageContaining("SKIP LOCKED is ignored");

            assertThat(new Schema(target).exists("unlocked")).isFalse();
            dataSet.drop();
        }
    }
}
