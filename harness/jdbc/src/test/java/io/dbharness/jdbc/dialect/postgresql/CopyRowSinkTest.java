package io.dbharness.jdbc.dialect.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.PostgresqlServer;
import io.dbharness.jdbc.dataset.Schema;
import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.model.FailureKind;
import io.dbharness.model.HarnessException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("server")
@ExtendWith(PostgresqlServer.Given.class)
class CopyRowSinkTest {

    private final JdbcTarget target;
    private final Schema schema;
    private Connection connection;

    CopyRowSinkTest(PostgresqlServer server) {
        target = server.target();
        schema = new Schema(target);
    }

    @BeforeEach
    void open() throws SQLException {
        PostgresqlServer.run(
                target,
                List.of(
                        "DROP TABLE IF EXISTS copy_test",
                        "CREATE TABLE copy_test (id bigint PRIMARY KEY, name text, amount numeric, at timestamp)"));
        connection = target.openConnection();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        target.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "plain",
                "\\N",
                "\\.",
                "\\",
                "a\tb",
                "a\nb\r\nc\rd",
                "\b\f\u000B\u0001\u007F",
                "\"quoted\", 'too'",
                "Grüße aus Kraków, Ελλάδα, 東京, 😀",
                "\uFEFF\uFFFD\uD7FF\uE000",
            })
    void textsComeBackAsTheyWent(String value) throws SQLException {
        try (RowSink sink = sink("id", "name")) {
            sink.add(1).add(value).endRow();

            assertThat(sink.finish()).isEqualTo(1);
        }

        assertThat(read("name", String.class)).containsExactly(value);
    }

    @Test
    void randomTextsComeBackAsTheyWent() throws SQLException {
        SplittableRandom random = new SplittableRandom(42);
        List<String> values = random.ints(2_000, 0, 200)
                .mapToObj(length -> randomText(random, length))
                .toList();

        try (RowSink sink = sink("id", "name")) {
            for (int i = 0; i < values.size(); i++) {
                sink.add(i).add(values.get(i)).endRow();
            }
            sink.finish();
        }

        assertThat(read("name", String.class)).isEqualTo(values);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE})
    void wholeNumbersComeBackAsTheyWent(long value) throws SQLException {
        try (RowSink sink = sink("id")) {
            sink.add(value).endRow();
            sink.finish();
        }

        assertThat(read("id", Long.class)).containsExactly(value);
    }

    @Test
    void decimalsComeBackWithEveryDigit() throws SQLException {
        try (RowSink sink = sink("id", "amount")) {
            sink.add(1).addDecimal(-5, 2).endRow();
            sink.add(2).addDecimal(123_456_789_012L, 4).endRow();
            sink.add(3).addDecimal(30_000, 0).endRow();
            sink.finish();
        }

        assertThat(read("amount", BigDecimal.class))
                .containsExactly(new BigDecimal("-0.05"), new BigDecimal("12345678.9012"), new BigDecimal("30000"));
    }

    @Test
    void timestampsComeBackToTheMicrosecond() throws SQLException {
        LocalDateTime at = LocalDateTime.of(2026, 2, 28, 23, 59, 59, 123_456_000);

        try (RowSink sink = sink("id", "at")) {
            sink.add(1).add(at).endRow();
            sink.add(2).addNull().endRow();
            sink.finish();
        }

        assertThat(read("at", LocalDateTime.class)).containsExactly(at, null);
    }

    @Test
    void aNullIsNotAnEmptyText() throws SQLException {
        try (RowSink sink = sink("id", "name")) {
            sink.add(1).addNull().endRow();
            sink.add(2).add("").endRow();
            sink.finish();
        }

        assertThat(read("name", String.class)).containsExactly(null, "");
    }

    @Test
    void rowsAreCountedAcrossManyChunks() throws SQLException {
        String kilobyte = "x".repeat(1_000);
        int rows = 300;
        try (RowSink sink = sink("id", "name")) {
            for (int i = 0; i < rows; i++) {
                sink.add(i + 1_000).add(kilobyte).endRow();
            }
            assertThat(sink.finish()).isEqualTo(rows);
        }

        assertThat(schema.rows("copy_test")).isEqualTo(rows);
    }

    @Test
    void aRowLargerThanAChunkIsLoaded() throws SQLException {
        String megabyte = "é".repeat(1 << 20);
        try (RowSink sink = sink("id", "name")) {
            sink.add(1).add(megabyte).endRow();
            sink.finish();
        }

        assertThat(read("name", String.class)).containsExactly(megabyte);
    }

    @Test
    void anAbandonedLoadLeavesNothingAndItsConnectionUsable() throws SQLException {
        try (RowSink sink = sink("id", "name")) {
            for (int i = 0; i < 10_000; i++) {
                sink.add(i).add("a row that reaches the server before the end").endRow();
            }
        }

        assertThat(schema.rows("copy_test")).isZero();
        assertThat(connection.isValid(5)).isTrue();
    }

    @Test
    void aLoadIsCommittedWithItsTransaction() throws SQLException {
        connection.setAutoCommit(false);
        try (RowSink sink = sink("id")) {
            sink.add(1).endRow();
            sink.finish();
        }

        assertThat(schema.rows("copy_test")).isZero();
        connection.commit();
        assertThat(schema.rows("copy_test")).isEqualTo(1);
    }

    @Test
    void aLoadThatComesUpShortIsAnError() throws SQLException {
        PostgresqlServer.run(
                target,
                List.of(
                        "CREATE OR REPLACE FUNCTION copy_test_drop() RETURNS trigger LANGUAGE plpgsql AS "
                                + "$$ BEGIN IF NEW.id % 10 = 0 THEN RETURN NULL; END IF; RETURN NEW; END $$",
                        "CREATE TRIGGER dropping BEFORE INSERT ON copy_test FOR EACH ROW EXECUTE FUNCTION copy_test_drop()"));

        try (RowSink sink = sink("id")) {
            for (int i = 1; i <= 20; i++) {
                sink.add(i).endRow();
            }

            assertThatThrownBy(sink::finish)
                    .isInstanceOf(HarnessException.class)
                    .hasMessageContainingAll("copy_test", "20 rows sent", "18 accepted");
        }
    }

    @Test
    void aRowTheServerRefusesFailsTheLoad() throws SQLException {
        try (RowSink sink = sink("id")) {
            sink.add(1).endRow();
            sink.add(1).endRow();

            assertThatThrownBy(sink::finish)
                    .satisfies(failure ->
                            assertThat(target.failures().classify(failure)).isEqualTo(FailureKind.CONSTRAINT));
        }

        assertThat(schema.rows("copy_test")).isZero();
        assertThat(connection.isValid(5)).isTrue();
    }

    @Test
    void aRowWithTooFewOrTooManyValuesIsRefused() throws SQLException {
        try (RowSink sink = sink("id", "name")) {
            assertThatThrownBy(() -> sink.add(1).endRow())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("1 values, not 2");
            assertThatThrownBy(() -> sink.add("a").add("b").endRow()).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aRowThatIsNotEndedIsRefusedAtTheFinish() throws SQLException {
        try (RowSink sink = sink("id", "name")) {
            sink.add(1);

            assertThatThrownBy(sink::finish).isInstanceOf(IllegalStateException.class);
        }

        assertThat(schema.rows("copy_test")).isZero();
    }

    @Test
    void namesAreFoldedAsTheServerFoldsThemAndMayBeReservedWords() throws SQLException {
        PostgresqlServer.run(
                target, List.of("DROP TABLE IF EXISTS \"order\"", "CREATE TABLE \"order\" (\"user\" int)"));

        try (RowSink sink = target.dialect().bulkLoader().open(connection, "public.ORDER", List.of("USER"))) {
            sink.add(1).endRow();
            sink.finish();
        }

        assertThat(schema.rows("order")).isEqualTo(1);
        PostgresqlServer.run(target, List.of("DROP TABLE \"order\""));
    }

    private RowSink sink(String... columns) throws SQLException {
        return target.dialect().bulkLoader().open(connection, "copy_test", List.of(columns));
    }

    private <T> List<T> read(String column, Class<T> type) {
        return target.jdbi()
                .withHandle(handle -> handle.createQuery("SELECT " + column + " FROM copy_test ORDER BY id")
                        .mapTo(type)
                        .list());
    }

    /** Any code points but NUL, which PostgreSQL does not store, and surrogates, which are none; ASCII more often than not. */
    private static String randomText(SplittableRandom random, int length) {
        int[] points = random.ints(length, 1, 128)
                .map(ascii -> random.nextInt(3) > 0 ? ascii : random.nextInt(1, Character.MAX_CODE_POINT + 1))
                .filter(point -> Character.getType(point) != Character.SURROGATE)
                .toArray();
        return new String(points, 0, points.length);
    }
}
