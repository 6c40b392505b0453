package io.dbharness.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.sql.SqlScript;
import io.dbharness.model.Problems;
import io.dbharness.random.Seed;
import io.dbharness.sut.SessionSource;
import io.dbharness.tpcc.operation.Mode;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Check;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Progress;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The files for YugabyteDB without one: PostgreSQL, whose grammar YSQL extends, runs them once the extensions, which are checked by
 * themselves, are taken out. And its driver runs the transactions.
 */
@Tag("server")
@ExtendWith(TpccTestDatabase.Given.class)
class YsqlTest {

    private static final Map<String, String> APART = Map.of(
            "servers",
            "3",
            "tablets",
            "24",
            "apart",
            "WITH (COLOCATION = false)",
            "together",
            "WITH (COLOCATION = true)");
    private static final Map<String, String> NOT_COLOCATED =
            Map.of("servers", "3", "tablets", "24", "apart", "", "together", "");

    /** What YSQL has and PostgreSQL has not: its reference of CREATE TABLE and CREATE INDEX. */
    private static final Pattern SPLIT = Pattern.compile("\\s+SPLIT INTO (\\d+) TABLETS$");

    private static final Pattern COLOCATION = Pattern.compile("\\s+WITH \\(COLOCATION = (true|false)\\)");
    private static final Pattern SEVERAL_HASHED = Pattern.compile("\\(\\((\\w+(?:, \\w+)*)\\) HASH");
    private static final Pattern ONE_HASHED = Pattern.compile("\\((\\w+) HASH");
    private static final Pattern KEY_ORDER = Pattern.compile("(?<=\\w) (ASC|DESC)(?=[,)])");

    private final TpccTestDatabase database;

    YsqlTest(TpccTestDatabase database) {
        this.database = database;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void withoutItsExtensionsItMakesTheTablesOfPostgresql(boolean colocated) {
        Map<String, String> variables = colocated ? APART : NOT_COLOCATED;
        try (JdbcTarget target = database.target("ysql", Map.of())) {
            target.jdbi().useHandle(handle -> {
                handle.execute("DROP SCHEMA ysql CASCADE");
                handle.execute("CREATE SCHEMA ysql");
                for (String script :
                        List.of("yugabytedb-tables", "yugabytedb-keys", "yugabytedb-settle", "yugabytedb-checkpoint")) {
                    statements(script, variables).forEach(sql -> handle.execute(plain(sql)));
                }
            });

            assertThat(columns(target, "ysql")).hasSize(92).isEqualTo(columns(target, "shared"));
            assertThat(keys(target, "ysql")).hasSize(10).isEqualTo(keys(target, "shared"));
        }
    }

    @Test
    void everyTableThatGrowsIsSpreadOverAllTabletsByDistrictOrWarehouse() {
        assertThat(statements("yugabytedb-tables", APART)).hasSize(9).allSatisfy(sql -> {
            String table = sql.substring("CREATE TABLE ".length(), sql.indexOf(" ("));
            switch (table) {
                case "item" ->
                    assertThat(sql).contains("PRIMARY KEY (i_id ASC)").endsWith("WITH (COLOCATION = true)");
                case "warehouse", "district" -> assertThat(tablets(sql)).isEqualTo(3);
                default -> {
                    assertThat(tablets(sql)).isEqualTo(24);
                    assertThat(sql).contains("WITH (COLOCATION = false)");
                }
            }
        });
        assertThat(statements("yugabytedb-keys", APART))
                .hasSize(2)
                .allSatisfy(sql -> assertThat(tablets(sql)).isEqualTo(24));
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void itsDriverRunsTheTransactions(Mode mode) throws Exception {
        try (JdbcTarget target = database.throughSmartDriver("shared");
                SessionSource<JdbcSession> sessions = target.dedicatedSessions()) {
            BoundWorkload<JdbcSession> workload = new Tpcc().bind(target, parameters(mode));
            OperationSource<JdbcSession> source = workload.source(0, new Seed(3));
            JdbcSession session = sessions.acquire();

            for (int i = 0; i < 230; i++) {
                source.next().execute(session);
            }

            assertThat(workload.dataSet().check("after", Progress.SILENT))
                    .hasSize(TpccTestDatabase.CHECKS)
                    .allMatch(Check::passed);
        }
    }

    private static Parameters parameters(Mode mode) {
        Problems problems = new Problems();
        Map<String, String> given = TpccTestDatabase.parameters(Map.of("mode", mode.word()));
        Parameters parameters = Parameters.of(new Tpcc().descriptor().parameters(), given, problems);
        problems.throwIfAny();
        return parameters;
    }

    private static List<String> statements(String script, Map<String, String> variables) {
        return SqlScript.statements(Tpcc.class, "tpcc/ddl/" + script + ".sql", variables);
    }

    private static String plain(String ysql) {
        String text = SPLIT.matcher(ysql.strip()).replaceFirst("");
        text = COLOCATION.matcher(text).replaceFirst("");
        text = SEVERAL_HASHED.matcher(text).replaceAll("($1");
        text = ONE_HASHED.matcher(text).replaceAll("($1");
        return KEY_ORDER.matcher(text).replaceAll("");
    }

    private static int tablets(String ysql) {
        Matcher split = SPLIT.matcher(ysql);
        assertThat(split.find()).as(ysql).isTrue();
        return Integer.parseInt(split.group(1));
    }

    private static List<String> columns(JdbcTarget target, String schema) {
        return list(
                target,
                "SELECT table_name || '.' || column_name || ' ' || data_type || coalesce('(' || character_maximum_length || ')', '')"
                        + " || coalesce(numeric_precision || ',' || numeric_scale, '') || ' ' || is_nullable"
                        + " FROM information_schema.columns WHERE table_schema = ?"
                        + " AND table_name NOT LIKE 'dbharness%' ORDER BY 1",
                schema);
    }

    /** Keys and indexes by the columns that they are looked up by. */
    private static List<String> keys(JdbcTarget target, String schema) {
        return list(
                target,
                "SELECT c.relname || ' ' || i.indisprimary || ' ' || (SELECT string_agg(a.attname, ',' ORDER BY a.attnum)"
                        + " FROM pg_attribute a WHERE a.attrelid = i.indexrelid AND a.attname <> 'c_id' OR a.attrelid = i.indexrelid"
                        + " AND i.indisprimary)"
                        + " FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid"
                        + " WHERE c.relnamespace = ?::regnamespace AND c.relname NOT LIKE 'dbharness%' ORDER BY 1",
                schema);
    }

    private static List<String> list(JdbcTarget target, String sql, String schema) {
        return target.jdbi()
                .withHandle(
                        handle -> handle.select(sql, schema).mapTo(String.class).list());
    }
}
