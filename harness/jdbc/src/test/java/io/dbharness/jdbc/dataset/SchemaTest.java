package io.dbharness.jdbc.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.PostgresqlServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("server")
@ExtendWith(PostgresqlServer.Given.class)
class SchemaTest {

    private final JdbcTarget target;
    private final Schema schema;

    SchemaTest(PostgresqlServer server) {
        target = server.target();
        schema = new Schema(target);
    }

    @BeforeEach
    void dropTables() throws SQLException {
        run(List.of(
                "DROP VIEW IF EXISTS schema_test_view",
                "DROP TABLE IF EXISTS schema_test",
                "DROP TABLE IF EXISTS schemaxtest",
                "DROP TABLE IF EXISTS \"order\""));
    }

    @AfterEach
    void close() throws SQLException {
        dropTables();
        target.close();
    }

    @Test
    void aTableExistsOnceItIsCreated() throws SQLException {
        assertThat(schema.exists("schema_test")).isFalse();

        run(List.of("CREATE TABLE schema_test (id int)"));

        assertThat(schema.exists("schema_test")).isTrue();
        assertThat(schema.exists("SCHEMA_TEST")).isTrue();
    }

    @Test
    void aPartitionedTableIsATableAndAViewIsNot() throws SQLException {
        run(List.of(
                "CREATE TABLE schema_test (id int) PARTITION BY HASH (id)",
                "CREATE VIEW schema_test_view AS SELECT 1 AS id"));

        assertThat(schema.exists("schema_test")).isTrue();
        assertThat(schema.exists("schema_test_view")).isFalse();
    }

    @Test
    void anUnderscoreInANameStandsForItself() throws SQLException {
        run(List.of("CREATE TABLE schemaxtest (id int)"));

        assertThat(schema.exists("schema_test")).isFalse();
    }

    @Test
    void ofSeveralTablesThoseThatAreThereAreNamedInTheirOrder() throws SQLException {
        run(List.of("CREATE TABLE schema_test (id int)", "CREATE TABLE schemaxtest (id int)"));

        assertThat(schema.existing(List.of("schemaxtest", "no_such_table", "SCHEMA_TEST")))
                .containsExactly("schemaxtest", "SCHEMA_TEST");
    }

    @Test
    void rowsAreCountedAlsoInATableWithAReservedName() throws SQLException {
        run(List.of("CREATE TABLE \"order\" (id int)", "INSERT INTO \"order\" SELECT generate_series(1, 7)"));

        assertThat(schema.rows("order")).isEqualTo(7);
    }

    @Test
    void statementsRunAsTheyAreWritten() throws SQLException {
        run(List.of(
                "CREATE TABLE schema_test (id int DEFAULT ('7'::text)::int)",
                "DO $$ DECLARE n int := 3; BEGIN INSERT INTO schema_test VALUES (n); END $$"));

        assertThat(schema.rows("schema_test")).isEqualTo(1);
    }

    @Test
    void theFirstStatementThatFailsEndsTheRun() throws SQLException {
        List<String> statements =
                List.of("CREATE TABLE schema_test (id int)", "CREATE TABEL oops", "DROP TABLE schema_test");

        assertThatThrownBy(() -> run(statements))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("TABEL");

        assertThat(schema.exists("schema_test")).isTrue();
    }

    private void run(List<String> statements) throws SQLException {
        try (Connection connection = target.openConnection()) {
            Workers.execute(connection, statements);
        }
    }
}
