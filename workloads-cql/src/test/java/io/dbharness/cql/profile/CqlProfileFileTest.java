package io.dbharness.cql.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.profile.TemplateValues;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CqlProfileFileTest {

    @TempDir
    private Path folder;

    private CqlProfile read(String text) {
        return read(text, Map.of());
    }

    private CqlProfile read(String text, Map<String, String> values) {
        Problems problems = new Problems();
        Optional<CqlProfile> profile = CqlProfileFile.read(written(text), new TemplateValues(values), problems);
        problems.throwIfAny();
        return profile.orElseThrow();
    }

    private Path written(String text) {
        try {
            return Files.writeString(folder.resolve("p.yaml"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aProfileWithoutAnythingOptionalHasTheDefaultsOfTheFormat() {
        CqlProfile profile = read("""
                keyspace: Ks
                table: t
                table_definition: create table ks.T (b int, a text, primary key (a))
                """);

        assertThat(profile.keyspace()).isEqualTo("ks");
        assertThat(profile.columns()).extracting(Column::name).containsExactly("a", "b");
        assertThat(profile.columns().get(0))
                .asString()
                .isEqualTo("a PARTITION text size uniform(4..8) population uniform(1..100B) cluster fixed(1)");
        assertThat(profile.insert().logged()).isTrue();
        assertThat(profile.insert().partitions()).hasToString("fixed(1)");
        assertThat(profile.insert().select()).hasToString("Ratio[dividend=fixed(1), divisor=1.0]");
        assertThat(profile.queries()).isEmpty();
        assertThat(profile.ddl().keyspace()).isEmpty();
    }

    @Test
    void everythingInAFileIsRead() {
        CqlProfile profile = read("""
                specname: mine
                keyspace: ks
                keyspace_definition: "CREATE KEYSPACE ks WITH replication = {'class': 'SimpleStrategy'}"
                table: t
                table_definition: |
                  CREATE TABLE IF NOT EXISTS t (   -- a comment, with a comma
                    k1 int, k2 text, c1 frozen<list<int>>, "C2" timeuuid,
                    s text STATIC, m map<text, frozen<set<inet>>>,
                    PRIMARY KEY ((k1, k2), c1, "C2")) WITH comment = 'x (y'
                extra_definitions: ['CREATE INDEX ON t (m)', 'CREATE INDEX ON t (s)']
                columnspec:
                  - {name: C2, cluster: uniform(2..3)}
                  - {Name: K1, Population: seq(1..9), size: 'fixed(3)'}
                insert: {partitions: fixed(2), batchtype: unlogged, select: exp(1..8)/8, visits: fixed(3),
                         consistencyLevel: quorum, serialConsistencyLevel: SERIAL}
                queries:
                  one: {cql: 'select * from t where k1 = ?', fields: multirow, consistencylevel: ONE}
                  two: {cql: 'UPDATE t SET m = ? WHERE k1 = ?'}
                token_range_queries:
                  all: {columns: k1, page_size: 50}
                """);

        assertThat(profile.columns()).extracting(Column::name).containsExactly("k1", "k2", "c1", "C2", "s", "m");
        assertThat(profile.columns())
                .extracting(Column::kind)
                .containsExactly(
                        Column.Kind.PARTITION,
                        Column.Kind.PARTITION,
                        Column.Kind.CLUSTERING,
                        Column.Kind.CLUSTERING,
                        Column.Kind.STATIC,
                        Column.Kind.REGULAR);
        assertThat(profile.columns().get(0)).asString().contains("population seq(1..9)", "size fixed(3)");
        assertThat(profile.columns().get(3)).asString().contains("cluster uniform(2..3)");
        assertThat(profile.insert().logged()).isFalse();
        assertThat(profile.insert().visits()).hasToString("fixed(3)");
        assertThat(profile.insert().consistency())
                .hasToString("Consistency[level=Optional[QUORUM], serial=Optional[SERIAL]]");
        assertThat(profile.queries()).extracting(CqlProfile.Query::reads).containsExactly(true, false);
        assertThat(profile.queries())
                .extracting(query -> query.values().sameRow())
                .containsExactly(false, false);
        assertThat(profile.scans()).containsExactly(new CqlProfile.TokenScan("all", "k1", 50));
        assertThat(profile.ddl().indexes()).hasSize(2);
    }

    @Test
    void everythingWrongWithAFileIsSaidAtOnceWithItsLine() {
        assertThatThrownBy(() -> read("""
                        keyspace: "no good"
                        table: other
                        table_definition: |
                          CREATE TABLE t (a int, b money, c int, PRIMARY KEY (a, c, d))
                        columnspec:
                          - name: c
                            size: zipf(1..2)
                            cluster: fixed(0)
                          - populaton: fixed(1)
                        insert:
                          partitions: fixed(0)
                          batchtype: COUNTER
                          select: uniform(1..2)
                          consistencyLevel: most
                        queries:
                          q:
                            fields: anyrow
                          few: {cql: 'SELECT a FROM t WHERE a = ? limit ?'}
                        token_range_queries:
                          s: {page_size: 0}
                        tables: 3
                        """))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll(
                        "p.yaml:1: keyspace 'no good'",
                        "table_definition gives the column b the type 'money'",
                        "has no column d for its primary key",
                        "p.yaml:7: columnspec[0].size 'zipf(1..2)' is no distribution",
                        "p.yaml:8: columnspec[0].cluster 'fixed(0)' must lie within 1",
                        "p.yaml:9: columnspec[1].name is missing",
                        "p.yaml:9: columnspec[1].populaton is not known here; known are cluster, name",
                        "p.yaml:11: insert.partitions 'fixed(0)' must begin at 1",
                        "p.yaml:12: insert.batchtype must be LOGGED or UNLOGGED",
                        "p.yaml:13: insert.select 'uniform(1..2)' is no ratio",
                        "p.yaml:14: insert.consistencyLevel 'most'",
                        "p.yaml:17: queries.q.cql is missing",
                        "p.yaml:17: queries.q.fields must be multirow or samerow",
                        "p.yaml:18: queries.few.cql has LIMIT ? without a value; give one by bind: {limit: 100}",
                        "p.yaml:20: token_range_queries.s.page_size must be a whole number from 1 to",
                        "p.yaml:21: tables is not known here; known are columnspec, extra_definitions, insert, keyspace");
    }

    @Test
    void aTableWithTwoColumnsOfOneNameIsRefused() {
        assertThatThrownBy(() -> read("""
                        specname: mine
                        keyspace: ks
                        table: t
                        table_definition: create table t (a int, b int, "b" text, primary key ((a, a)))
                        """))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll(
                        "table_definition has two columns b",
                        "table_definition has the column a twice in its primary key");
    }

    @Test
    void anotherTableAndAColumnGivenTwiceAreNamed() {
        assertThatThrownBy(() -> read("""
                        keyspace: ks
                        table: other
                        table_definition: CREATE TABLE t (a int PRIMARY KEY)
                        columnspec:
                          - name: b
                          - name: a
                          - name: a
                        """))
                .hasMessageContainingAll(
                        "p.yaml:2: table is other, but table_definition creates t",
                        "p.yaml:7: columnspec[2].name: a is there twice");
    }

    @Test
    void aCommaBehindTheLastColumnIsTaken() {
        CqlProfile profile = read("""
                keyspace: ks
                table: t
                table_definition: "CREATE TABLE t (a int, b text, PRIMARY KEY (a),)"
                """);

        assertThat(profile.columns()).extracting(Column::name).containsExactly("a", "b");
    }

    @Test
    void whatCassandraStressTakesInOtherWaysIsTaken() {
        CqlProfile profile = read("""
                keyspace: ks
                table: t
                table_definition: |
                  CREATE TABLE t (
                    a int,
                    c int,
                    b text,
                    PRIMARY KEY (a, c),
                  );
                columnspec:
                  - {name: a, population: uniform(20...40)}
                insert:
                  select: fixed(2)/10240M
                queries:
                  one: {cql: 'select b from t where a = ?', fields: samerow}
                  ONE: {fields: samerow, cql: 'select b from t where a = ?'}
                """);

        assertThat(profile.queries()).extracting(CqlProfile.Query::name).containsExactly("one");
        assertThat(profile.insert().select()).asString().contains("divisor=1.024E10");
        assertThat(profile.specs().get("a")).asString().contains("uniform(20...40)");
    }

    @Test
    void queriesOfOneNameThatAskForDifferentThingsAreRefused() {
        assertThatThrownBy(() -> read("""
                        keyspace: ks
                        table: t
                        table_definition: CREATE TABLE t (a int PRIMARY KEY)
                        queries:
                          one: {cql: 'select * from t where a = ?'}
                          One: {cql: 'select a from t where a = ?'}
                        """)).hasMessageContaining("p.yaml:6: queries.One is there twice");
    }

    @Test
    void withoutATableDefinitionTheColumnsComeFromTheServer() {
        CqlProfile profile = read("""
                specname: mine
                keyspace: ks
                table: t
                columnspec: [{name: a, population: fixed(7)}]
                """);
        List<String> problems = new ArrayList<>();
        TableDefinition server = new TableDefinition(new ColumnTypes(), problems::add);
        server.column("b", "frozen<list<text>>", false);
        server.column("a", "int", false);
        server.partitionKey("a");

        CqlProfile whole =
                profile.with(Optional.of("CREATE TABLE"), server.columns().orElseThrow());

        assertThat(profile.names()).containsExactly("mine", "p", "ks.t");
        assertThat(profile.ddl().table()).isEmpty();
        assertThat(whole.columns()).extracting(Column::name).containsExactly("a", "b");
        assertThat(whole.columns().get(0)).asString().contains("population fixed(7)");
    }

    @Test
    void marksAreFilledWithTheValuesThatWereGiven() {
        String text = """
                # ${UNKNOWN} in a comment is left alone
                keyspace: ${keyspace}
                table: t
                table_definition: CREATE TABLE t (a int PRIMARY KEY, v blob)
                columnspec: [{name: v, size: '${ size :-fixed(8)}'}]
                """;

        assertThat(read(text, Map.of("keyspace", "mine")).keyspace()).isEqualTo("mine");
        assertThat(read(text, Map.of("keyspace", "mine", "size", "uniform(1..9)"))
                        .specs()
                        .get("v"))
                .asString()
                .contains("size=uniform(1..9)");
        assertThatThrownBy(() -> read(text))
                .hasMessageContaining("p.yaml:2: ${keyspace} has no value; give one with --values keyspace=VALUE");
    }

    @Test
    void aConditionOfInsertsBeginsWithIf() {
        String text = """
                keyspace: ks
                table: t
                table_definition: CREATE TABLE t (a int PRIMARY KEY, v %s)
                insert: {condition: %s}
                """;

        assertThat(read(text.formatted("int", "if not exists")).insert().condition())
                .hasValue("if not exists");
        assertThatThrownBy(() -> read(text.formatted("int", "v = ?")))
                .hasMessageContaining("p.yaml:4: insert.condition must begin with IF");
        assertThatThrownBy(() -> read(text.formatted("counter", "IF v = 1")))
                .hasMessageContaining("cannot be for a table of counters");
    }

    @Test
    void partsThatCassandraStressDoesNotUseAreNotUsedAndListed() {
        CqlProfile profile = read("""
                keyspace: ks
                table: t
                table_definition: CREATE TABLE t (a int PRIMARY KEY, v text)
                columnspec:
                  - {name: gone, size: fixed(3)}
                  - {name: v, cluster: uniform(0..5)}
                queries:
                  Insert: {cql: 'INSERT INTO t (a) VALUES (?)'}
                """);

        assertThat(profile.unused())
                .containsExactly(
                        "columnspec of gone, which is no column of t", "the query Insert, as insert writes rows");
    }

    @Test
    void aReadMayBeAtASerialLevelAndAWriteHasOneForItsCondition() {
        CqlProfile profile = read("""
                keyspace: ks
                table: t
                table_definition: CREATE TABLE t (a int PRIMARY KEY, v text)
                queries:
                  get: {cql: 'SELECT * FROM t WHERE a = ?', consistencyLevel: LOCAL_SERIAL}
                  put: {cql: 'INSERT INTO t (a) VALUES (?) IF NOT EXISTS', serialConsistencyLevel: SERIAL}
                """);

        assertThat(profile.queries())
                .extracting(CqlProfile.Query::consistency)
                .containsExactly(
                        new CqlProfile.Consistency(Optional.of(ConsistencyLevel.LOCAL_SERIAL), Optional.empty()),
                        new CqlProfile.Consistency(Optional.empty(), Optional.of(ConsistencyLevel.SERIAL)));
        assertThatThrownBy(() -> read("""
                        keyspace: ks
                        table: t
                        table_definition: CREATE TABLE t (a int PRIMARY KEY)
                        queries:
                          put: {cql: 'INSERT INTO t (a) VALUES (?)', consistencyLevel: serial}
                        """))
                .hasMessageContaining("p.yaml:5: queries.put.consistencyLevel 'SERIAL' is for reads");
    }

    @Test
    void whatIsNoYamlIsRefusedWithItsLine() {
        assertThatThrownBy(() -> read("keyspace: a\n  table: [\n")).hasMessageStartingWith("p.yaml:2: ");
        assertThatThrownBy(() -> read("")).hasMessageContaining("empty");
        assertThatThrownBy(() -> read("- a\n- b\n"))
                .hasMessageContaining("p.yaml:1: the file must begin with a mapping");
        assertThatThrownBy(() -> read("keyspace: a\nKeyspace: b\n"))
                .hasMessageContaining("p.yaml:2: Keyspace is there twice");
    }
}
