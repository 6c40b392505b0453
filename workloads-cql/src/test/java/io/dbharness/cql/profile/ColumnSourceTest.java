package io.dbharness.cql.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import io.dbharness.cql.profile.WriteEffect.Kind;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.profile.TemplateValues;
import io.dbharness.random.Seed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that do not depend on the key alone, and the effects of writes on rows, without a server. */
class ColumnSourceTest {

    private static final long VERSION = 1_700_000_000_123_456L;

    @TempDir
    private Path folder;

    private final RandomGenerator random = Seed.DEFAULT.stream("sources", 0);

    private CqlProfile profile(String text) {
        Problems problems = new Problems();
        var profile = CqlProfileFile.read(folder.resolve("p.yaml"), text, new TemplateValues(Map.of()), problems);
        problems.throwIfAny();
        return profile.orElseThrow();
    }

    private static Object value(CqlProfile profile, ProfileRow row, String name) {
        int at = profile.columns().stream().map(Column::name).toList().indexOf(name);
        return profile.columns().get(at).type().codec().decode(row.value(at), ProtocolVersion.DEFAULT);
    }

    private static List<ProfileRow> rows(Rows rows, long partition) {
        return StreamSupport.stream(((Iterable<ProfileRow>) () -> rows.of(partition)).spliterator(), false)
                .toList();
    }

    @Test
    void valuesAreMadeFromOtherColumnsAndFromLinesOfAFile() throws Exception {
        Files.writeString(folder.resolve("towns.csv"), "town,code\nUlm,89\nBonn,53\n");
        CqlProfile profile = profile("""
                keyspace: ks
                table: t
                table_definition: create table t (id text, n int, town text, mail text, digest bigint, primary key (id, n))
                columnspec:
                  - {name: id, value: "concat('user', hash(ordinal))"}
                  - {name: n, population: seq(7..9), cluster: fixed(2)}
                  - {name: town, value: "csv(towns.csv, town)", population: seq(1..2)}
                  - {name: mail, value: "format('%s-%03d@%s', id, n, town)"}
                  - {name: digest, value: hash(mail)}
                """);

        List<ProfileRow> rows = rows(new Rows(profile, Seed.DEFAULT, VERSION, List.of()), 1);

        assertThat(rows).hasSize(2);
        assertThat(value(profile, rows.get(0), "id")).isEqualTo("user6284781860667377211");
        assertThat(value(profile, rows.get(0), "town")).isEqualTo("Bonn");
        assertThat(value(profile, rows.get(0), "mail")).isEqualTo("user6284781860667377211-007@Bonn");
        assertThat(value(profile, rows.get(1), "mail")).isEqualTo("user6284781860667377211-008@Ulm");
        assertThat((Long) value(profile, rows.get(0), "digest")).isPositive();
        assertThat(profile.columns().get(0).toString()).endsWith(" value concat('user', hash(ordinal))");
    }

    @Test
    void eachWriteHasAnotherFreshValueThatItsTimeDecides() {
        CqlProfile profile = profile("""
                keyspace: ks
                table: t
                table_definition: create table t (id int primary key, v text, at timestamp)
                columnspec:
                  - {name: v, size: fixed(20), value: fresh}
                  - {name: at, value: now}
                """);
        ProfileRow row = new Rows(profile, Seed.DEFAULT, VERSION, List.of()).any(3, random);

        assertThat(value(profile, row, "v")).isEqualTo(value(profile, row.at(VERSION), "v"));
        assertThat(value(profile, row.at(VERSION + 1), "v")).isNotEqualTo(value(profile, row, "v"));
        assertThat(row.at(VERSION + 1).id()).isEqualTo(row.id());
        assertThat(value(profile, row, "at")).hasToString("2023-11-14T22:13:20.123Z");
    }

    @Test
    void aClusteringColumnThatIsTheTimeMakesANewRowOfEachWrite() {
        CqlProfile profile = profile("""
                keyspace: ks
                table: t
                table_definition: create table t (id int, at timeuuid, v text, primary key (id, at))
                columnspec:
                  - {name: at, value: now, cluster: fixed(3)}
                """);
        Rows rows = new Rows(profile, Seed.DEFAULT, VERSION, List.of());

        List<Long> loaded = rows(rows, 1).stream()
                .map(row -> Uuids.unixTimestamp((UUID) value(profile, row, "at")))
                .toList();
        ProfileRow added = rows.added(1, random, VERSION + 5_000_000);
        ProfileRow next = rows.added(1, random, VERSION + 5_000_001);

        assertThat(rows.grow()).isTrue();
        assertThat(loaded).containsExactly(1_700_000_000_123L, 1_699_999_999_123L, 1_699_999_998_123L);
        assertThat(Uuids.unixTimestamp((UUID) value(profile, added, "at"))).isEqualTo(1_700_000_005_123L);
        assertThat(next.id()).isNotEqualTo(added.id());
        assertThat(((UUID) value(profile, next, "at")).timestamp())
                .isEqualTo(((UUID) value(profile, added, "at")).timestamp() + 10);
    }

    @Test
    void everythingWrongWithSourcesIsSaidAtOnce() {
        assertThatThrownBy(() -> profile("""
                keyspace: ks
                table: t
                table_definition: create table t (id int, v text, w text, primary key (id))
                columnspec:
                  - {name: id, value: fresh}
                  - {name: v, value: now}
                  - {name: w, value: "concat(nothing, 'a')"}
                insert: {weight: heavy, population: latest}
                queries:
                  q: {cql: select * from t where id = ?, population: next, recall: 0.9}
                  u: {cql: update t set v = ? where id = ?, then: select * from t}
                """))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll(
                        "gives v the time, which only timestamp, timeuuid and bigint hold",
                        "gives id another value at each write, and it is part of the partition key",
                        "makes a value from nothing, which is no column",
                        "insert.weight must be a number",
                        "insert.population 'latest' is no distribution",
                        "queries.q.population 'next' is no distribution",
                        "queries.q.recall must be a share from 0 to 1",
                        "queries.u.then is sent after a read");
        assertThatThrownBy(() -> profile("""
                keyspace: ks
                table: t
                table_definition: create table t (id int primary key, v text)
                columnspec: [{name: v, value: "csv(no.csv, a)"}]
                """))
                .hasMessageContaining("has a file that cannot be used: cannot read")
                .hasMessageContaining("no.csv");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "delete from ks.t where id = ? and c = ? | REMOVES",
                "DELETE FROM t WHERE c = ? AND id = ? IF EXISTS | REMOVES",
                "delete v from t where id = ? and c = ? | OTHER",
                "delete from t where id = ? | OTHER",
                "delete from t where id = ? and c > ? | OTHER",
                "delete from other where id = ? and c = ? | OTHER",
                "update t set v = ?, w = ? where id = ? and c = ? | WRITES",
                "update t set v = ? where id = ? and c = ? if v = ? | WRITES",
                "update t set w = w + ? where id = ? and c = ? | ADDS",
                "update t set w = w - ? where id = ? and c = ? | OTHER",
                "update t set v = 'x' where id = ? and c = ? | OTHER",
                "update t using ttl 5 set v = ? where id = ? and c = ? | OTHER",
                "insert into t (id, c, v) values (?, ?, ?) if not exists | INSERTS",
                "insert into t (id, c, v) values (?, ?, 'x') | OTHER",
                "insert into t (id, v) values (?, ?) | OTHER",
                "insert into t (id, c, v) values (?, ?, ?) using ttl 5 | OTHER",
                "truncate t | OTHER"
            })
    void theEffectOfAWriteOnItsRowIsReadOffItsForm(String cql, Kind kind) {
        CqlProfile profile = profile("""
                keyspace: ks
                table: t
                table_definition: create table t (id int, c int, v text, w set<text>, primary key (id, c))
                queries:
                  q: {fields: samerow, cql: "%s"}
                  m: {cql: "%s"}
                """.formatted(cql, cql));

        assertThat(WriteEffect.of(profile.queries().get(0), profile).kind()).isEqualTo(kind);
        // Its values may come from several rows.
        assertThat(WriteEffect.of(profile.queries().get(1), profile).kind()).isEqualTo(Kind.OTHER);
    }
}
