package io.dbharness.sql.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.UsageException;
import io.dbharness.profile.Weight;
import io.dbharness.sql.profile.SqlProfile.Operation;
import io.dbharness.sql.profile.SqlProfile.Statement;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlProfileFileTest {

    private static final String WHOLE = """
            name: shop-1
            tables:
              item:
                rows: 100
                key: [shop, id]
                indexes: ["price, id", "shop DESC"]
                columns:
                  id: bigint not null = seq(1..item.rows)
                  shop: {type: {ansi: int, mysql: smallint}, value: "uniform(1..5)"}
                  price: decimal(8,2) CHECK (price = price) = decimal(uniform(1..9999), 2)
                  note: varchar(10)
              log:
                rows: 0
                ddl: |
                  CREATE TABLE log (id bigint);
                  CREATE INDEX log_id ON log (id)
                values:
                  id: seq(1..9)
            operations:
              look:
                parameters:
                  id: uniform(1..item.rows)
                sql: SELECT price FROM item WHERE id = :id
              change:
                weight: 0.5
                parameters: {id: 'zipfian(1..item.rows,0.8)', other: 'next(log.id)'}
                statements:
                  - {sql: SELECT shop FROM item WHERE id = :id, carry: shop, expect: 0..1}
                  - sql: {ansi: UPDATE item SET note = 'x' WHERE shop = :shop, mysql: "UPDATE item SET note = ':no' WHERE shop = :shop"}
                    expect: ">= 2"
                  - {sql: INSERT INTO log (id) VALUES (:other), expect: 1}
            checks:
              all-there: {sql: SELECT count(*) FROM item, answer: 100, when: after}
              same: {sql: SELECT 1, equals: {ansi: SELECT 1, mysql: SELECT 2}}
            """;

    @TempDir
    private Path folder;

    private SqlProfile read(String text) {
        return Profiles.read(folder, text, 1);
    }

    @Test
    void everythingInAFileIsRead() {
        SqlProfile profile = read(WHOLE);

        assertThat(profile.name()).isEqualTo("shop-1");
        ProfileTable item = profile.tables().get(0);
        assertThat(item.key()).containsExactly("shop", "id");
        assertThat(item.indexes()).containsExactly("price, id", "shop DESC");
        assertThat(item.columnNames()).containsExactly("id", "shop", "price", "note");
        assertThat(item.filled()).hasSize(3);
        assertThat(item.columns().get(2).type().orElseThrow().in(List.of("ansi")))
                .isEqualTo("decimal(8,2) CHECK (price = price)");
        assertThat(item.columns().get(1).type().orElseThrow().in(List.of("mariadb", "mysql", "ansi")))
                .isEqualTo("smallint");
        assertThat(item.columns().get(0).value()).hasToString("Optional[seq(1..100)]");
        assertThat(profile.tables().get(1).definition()).isPresent();
        Operation look = profile.operations().get(0);
        assertThat(look.weight()).isEqualTo(Weight.ONE);
        assertThat(look.transaction()).isFalse();
        assertThat(look.statements()).extracting(Statement::expect).containsExactly(Expected.SOME);
        Operation change = profile.operations().get(1);
        assertThat(change.weight()).isEqualTo(new Weight(0.5, false));
        assertThat(change.transaction()).isTrue();
        assertThat(change.statements())
                .extracting(statement -> statement.expect().toString())
                .containsExactly("0 to 1", "2 or more", "1");
        assertThat(change.statements().get(0).carry()).containsExactly("shop");
        assertThat(profile.checks()).extracting(SqlProfile.Answer::before).containsExactly(false, true);
    }

    @Test
    void aScaleMultipliesAllNumbersOfRows() {
        SqlProfile profile = Profiles.read(folder, WHOLE, 2.5);

        assertThat(profile.tables().get(0).rows()).isEqualTo(250);
        assertThat(profile.operations().get(0).parameters().get(0).value()).hasToString("Optional[uniform(1..250)]");
    }

    @Test
    void aScaleThatLeavesNoRowsIsSeenInWhatItMakesOfAValue() {
        assertThatThrownBy(() -> Profiles.read(folder, WHOLE, 0.001))
                .hasMessageContaining(
                        "p.yaml:8: tables.item.columns.id 'seq(1..item.rows)', here 'seq(1..0)', is not a value");
    }

    @Test
    void sqlThatHasNoFormForTheServerIsNamedWithItsLine() {
        SqlProfile profile = read(WHOLE.replace("{ansi: int, mysql: smallint}", "{mysql: smallint}")
                .replace("equals: {ansi: SELECT 1, ", "equals: {"));

        assertThat(profile.missing(List.of("mysql", "ansi"))).isEmpty();
        assertThat(profile.missing(List.of("postgresql", "ansi")))
                .containsExactly(
                        "p.yaml:9: tables.item.columns.shop.type has no form for postgresql; it has those for mysql",
                        "p.yaml:34: checks.same.equals has no form for postgresql; it has those for mysql");
    }

    @Test
    void everythingWrongWithAFileIsSaidAtOnceWithItsLine() {
        assertThatThrownBy(() -> read("""
                        name: Bad Name
                        tabels: 3
                        tables:
                          t:
                            rows: many
                            key: [id, nope]
                            columns:
                              id: bigint = seq(1..x.rows)
                              a: int = zipf(1..2)
                              a: int
                              next: int = next(t.id)
                          dbharness_part: {rows: 1}
                          u:
                            rows: 5
                            ddl: create table u (a int)
                            columns: {a: int}
                        operations:
                          one two:
                            weight: heavy
                            parameters: {x: next(t.zz), y: uniform(1..2)}
                            sql: SELECT * FROM t WHERE id = :z AND a = ?
                            expect: some
                          none: {}
                          both:
                            statements:
                              - {sql: {postgers: SELECT 1}, carry: id}
                              - {sq: SELECT 1}
                              - {sql: "SELECT :id", carry: id}
                        checks:
                          c: {sql: "SELECT :x", when: never}
                        """))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll(
                        "p.yaml:1: name 'Bad Name' must be 1 to 30 lower-case letters",
                        "p.yaml:2: tabels is not known here; known are checks, name, operations, tables",
                        "p.yaml:5: tables.t.rows must be a whole number",
                        "p.yaml:6: tables.t.key has 'nope', which is none of the columns",
                        "p.yaml:8: tables.t.columns.id has x.rows, but there is no table x",
                        "p.yaml:9: tables.t.columns.a 'zipf(1..2)' is not a value; known are exp(A..B), zipfian(A..B)",
                        "p.yaml:10: tables.t.columns.a is there twice",
                        "p.yaml:11: tables.t.columns.next cannot be next(...)",
                        "p.yaml:12: tables.dbharness_part must have a name",
                        "p.yaml:12: tables.dbharness_part needs columns, or ddl and values",
                        "p.yaml:14: tables.u.rows asks for rows, but no column has a value",
                        "p.yaml:16: tables.u.columns cannot be combined with ddl",
                        "p.yaml:19: operations.one two must have a name",
                        "p.yaml:19: operations.one two.weight must be a number from 0 to 1000000, or a share of all operations such as 10%, not 'heavy'",
                        "p.yaml:20: operations.one two.parameters.x asks for a value of t.zz, which does not exist",
                        "p.yaml:20: operations.one two.parameters.y is used by no statement",
                        "p.yaml:21: operations.one two.sql has a question mark",
                        "p.yaml:21: operations.one two.sql has :z, which is neither a parameter",
                        "p.yaml:22: operations.one two.expect must be a number of rows (1)",
                        "p.yaml:23: operations.none needs sql, or a list of statements",
                        "p.yaml:26: operations.both.statements[0].sql.postgers is for no dialect that is here; known are ansi, mysql",
                        "p.yaml:27: operations.both.statements[1].sql is missing",
                        "p.yaml:27: operations.both.statements[1].sq is not known here; known are carry, expect, recall, sql",
                        "p.yaml:28: operations.both.statements[2].carry has 'id', which is the name of another value",
                        "p.yaml:30: checks.c.when must be one of before, after, not 'never'",
                        "p.yaml:30: checks.c.sql has :x, but a check has no parameters",
                        "p.yaml:30: checks.c needs either an answer or, in equals, SQL");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                                         | recall.of is missing; recall.distance is missing; recall.least is missing; recall.among is missing
            of: 0, least: 2, distance: far, among: x   | recall.of must be; recall.distance must be one of cosine, euclidean, inner-product; recall.least must be a share
            of: 5, least: 1, distance: cosine, amog: x | recall.amog is not known here
            """)
    void theFaultsOfARecallAreNamed(String recall, String problems) {
        assertThatThrownBy(() -> withRecall("vector(3)", recall))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll(problems.split("; "));
    }

    @Test
    void aRecallNeedsADrawnVector() {
        String sound = "of: 5, least: 0.95, distance: cosine, among: 'SELECT id, v FROM t'";

        assertThat(withRecall("vector(3)", sound)
                        .operations()
                        .get(0)
                        .statements()
                        .get(0)
                        .recall())
                .get()
                .satisfies(recall -> assertThat(recall.vector()).isEqualTo("q"));
        assertThatThrownBy(() -> withRecall("uniform(1..3)", sound))
                .hasMessageContaining("recall needs a statement with one parameter that is vector(DIMENSIONS)");
        assertThatThrownBy(() -> withRecall("next(t.id)", sound))
                .hasMessageContaining("recall needs parameters that are drawn");
    }

    private SqlProfile withRecall(String value, String recall) {
        return read("""
                name: a
                tables:
                  t:
                    rows: 1
                    columns: {id: bigint = seq(1..t.rows)}
                operations:
                  one:
                    parameters: {q: %s}
                    sql: SELECT id FROM t ORDER BY v <-> :q LIMIT 5
                    recall: {%s}
                """.formatted(value, recall));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            name: a               | p.yaml:1: operations is missing
            'tables: {}'          | p.yaml:1: tables has no table
            'operations: {}'      | p.yaml:1: operations has no operation
            '[1, 2]'              | p.yaml:1: the file must begin with a mapping
            ''                    | p.yaml is empty
            """)
    void whatIsMissingIsNamed(String text, String message) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(UsageException.class).hasMessageContaining(message);
    }

    private SqlProfile withOperation(String sql) {
        return read("""
                name: a
                tables:
                  t:
                    rows: 1
                    columns: {id: bigint = seq(1..t.rows)}
                operations:
                  one:
                    sql: |
                      %s
                """.formatted(sql));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SELECT 1; SELECT 2                           | has several statements
            INSERT INTO t VALUES (2); COMMIT             | has several statements
            COMMIT                                       | begins or ends a transaction
            rollback work                                | begins or ends a transaction
            BEGIN                                        | begins or ends a transaction
            begin isolation level serializable           | begins or ends a transaction
            START TRANSACTION READ ONLY;                 | begins or ends a transaction
            /* a; b */ END -- ;                          | begins or ends a transaction
            COPY t FROM STDIN                            | copies from or to the client
            copy t (id) from stdin WITH (FORMAT csv)     | copies from or to the client
            COPY (SELECT id FROM t) TO STDOUT            | copies from or to the client
            """)
    void whatIsNotOneStatementOfAnOperationIsRefused(String sql, String problem) {
        assertThatThrownBy(() -> withOperation(sql))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("operations.one.sql " + problem);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT ';' AS \"a;b\" -- one; two",
                "SELECT id FROM t; ",
                "DO $$ BEGIN PERFORM 1; END $$",
                "SAVEPOINT a",
                "ROLLBACK TO SAVEPOINT a",
                "COPY t FROM '/srv/t.csv'",
                "SELECT id AS begin FROM t"
            })
    void oneStatementMayHoldSemicolonsAndWordsOfOthers(String sql) {
        assertThat(withOperation(sql).operations()).hasSize(1);
    }

    @Test
    void theExamplesAreRight() {
        for (String example : List.of("job-queue", "time-series", "key-value")) {
            assertThat(Profiles.example(example).name()).isEqualTo(example);
        }
    }
}
