package io.dbharness.sysbench.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.dbharness.jdbc.dataset.Scripts;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.jdbc.sql.SqlScript;
import io.dbharness.sysbench.SysbenchTestDatabase;
import io.dbharness.sysbench.data.SysbenchScale.Partitioning;
import io.dbharness.sysbench.operation.SysbenchStatement.StatementText;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of products that no test has: they resolve, and say what they should. */
class SysbenchSqlFilesTest {

    private static final Map<String, String> VARIABLES =
            Map.of("n", "7", "tablets", "24", "servers", "3", "apart", "", "together", "");

    @ParameterizedTest
    @ValueSource(strings = {"postgresql, ansi", "yugabytedb, postgresql, ansi", "sqlserver, ansi"})
    void everyProductHasAllStatementsAndScripts(String names) {
        List<String> lineage = List.of(names.split(", "));

        assertThatCode(() -> {
                    SqlCatalog.load(StatementText.class, SysbenchTestDatabase.class, "sysbench/sql", lineage);
                    SqlCatalog.load(TableShape.Sql.class, SysbenchTestDatabase.class, "sysbench/data", lineage);
                    for (String script : List.of(
                            "table-serial",
                            "table-plain",
                            "key",
                            "index",
                            "number",
                            "analyze",
                            "settle",
                            "checkpoint",
                            "drop")) {
                        assertThat(SqlScript.statements(
                                        SysbenchTestDatabase.class,
                                        Scripts.resource(
                                                SysbenchTestDatabase.class, SysbenchTable.SCRIPTS, script, lineage),
                                        VARIABLES))
                                .noneMatch(text -> text.contains("{"));
                    }
                })
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "SERVER, true, 'id  serial', 'PRIMARY KEY (id)\n)'",
        "HASH, false, 'id  integer', 'PRIMARY KEY (id HASH)\n)  SPLIT INTO 24 TABLETS'",
        "RANGE, true, 'id  serial', 'PRIMARY KEY (id ASC)\n)'",
    })
    void yugabytedbSpreadsRowsAsAskedFor(Partitioning partitioning, boolean serverIds, String column, String end) {
        List<String> lineage = List.of("yugabytedb", "postgresql", "ansi");

        String script = new SysbenchScale(1, 1, true, serverIds, partitioning).script();
        String resource = Scripts.resource(SysbenchTestDatabase.class, SysbenchTable.SCRIPTS, script, lineage);

        assertThat(SqlScript.statements(SysbenchTestDatabase.class, resource, VARIABLES))
                .singleElement()
                .satisfies(sql -> assertThat(sql)
                        .startsWith("CREATE TABLE sbtest7 (\n    " + column)
                        .endsWith(end));
    }

    /** SUM of an int is an int there. */
    @Test
    void sqlserverSumsWithoutOverflow() {
        SqlCatalog<StatementText> sql = SqlCatalog.load(
                StatementText.class, SysbenchTestDatabase.class, "sysbench/sql", List.of("sqlserver", "ansi"));

        assertThat(sql.sql(StatementText.SUM_RANGE)).contains("SUM(CAST(k AS bigint))");
    }
}
