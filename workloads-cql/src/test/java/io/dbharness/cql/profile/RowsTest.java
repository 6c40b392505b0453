package io.dbharness.cql.profile;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.data.CqlDuration;
import com.datastax.oss.driver.api.core.data.CqlVector;
import com.datastax.oss.driver.api.core.data.TupleValue;
import io.dbharness.model.Problems;
import io.dbharness.random.Seed;
import io.dbharness.testkit.Draws;
import io.dbharness.testkit.SeededTest;
import io.dbharness.yaml.YamlFile;
import io.dbharness.yaml.YamlFile.Names;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** What rows a profile makes, without a server. */
class RowsTest {

    private static CqlProfile profile(String table, String... specs) {
        Problems problems = new Problems();
        StringBuilder text =
                new StringBuilder("keyspace: ks\ntable: t\ntable_definition: CREATE TABLE t (" + table + ")\n");
        text.append("columnspec:\n");
        for (String spec : specs) {
            text.append("  - {").append(spec).append("}\n");
        }
        var profile = parse(text.toString(), problems);
        problems.throwIfAny();
        return profile.orElseThrow();
    }

    private static Optional<CqlProfile> parse(String text, Problems problems) {
        return new CqlProfileFile(Path.of(""), CqlProfile.Changes.NONE, problems)
                .profile("test", YamlFile.parse("test", text, Names.IN_ANY_CASE, problems));
    }

    private static List<ProfileRow> rows(CqlProfile profile, Seed seed, long partition) {
        List<ProfileRow> rows = new ArrayList<>();
        Iterator<ProfileRow> walk = new Rows(profile, seed).of(partition);
        walk.forEachRemaining(rows::add);
        return rows;
    }

    private static List<ByteBuffer> values(CqlProfile profile, ProfileRow row) {
        List<ByteBuffer> values = new ArrayList<>();
        for (int i = 0; i < profile.columns().size(); i++) {
            values.add(row.value(i));
        }
        return values;
    }

    private static Object decoded(CqlProfile profile, ProfileRow row, String name) {
        for (int i = 0; i < profile.columns().size(); i++) {
            if (profile.columns().get(i).name().equals(name)) {
                return profile.columns().get(i).type().codec().decode(row.value(i), ProtocolVersion.DEFAULT);
            }
        }
        throw new IllegalArgumentException(name);
    }

    @SeededTest(tries = 100)
    void rowsOfAPartitionAreTheProductOfItsClusters(Draws draws) {
        CqlProfile profile = profile(
                "k bigint, a int, b text, v int, PRIMARY KEY (k, a, b)",
                "name: a, cluster: uniform(2..4)",
                "name: b, cluster: fixed(3)");

        List<ProfileRow> rows = rows(profile, draws.seed(), draws.between(1, 1_000));

        assertThat(rows.size()).isIn(6, 9, 12);
        assertThat(rows.stream().map(row -> values(profile, row).subList(0, 3))).doesNotHaveDuplicates();
        assertThat(rows.stream().map(row -> row.value(0)).distinct()).hasSize(1);
    }

    @SeededTest(tries = 50)
    void theSameSeedMakesTheSameRowsAndAnotherSeedOthers(Draws draws) {
        Seed seed = draws.seed();
        Seed another = new Seed(seed.value() + 1);
        CqlProfile profile = profile("k text, c uuid, v blob, PRIMARY KEY (k, c)", "name: c, cluster: fixed(2)");

        List<ByteBuffer> once = values(profile, rows(profile, seed, 5).get(1));

        assertThat(values(profile, rows(profile, seed, 5).get(1))).isEqualTo(once);
        assertThat(values(profile, rows(profile, another, 5).get(1))).isNotEqualTo(once);
        assertThat(values(profile, rows(profile, seed, 6).get(1))).isNotEqualTo(once);
    }

    @Test
    void columnsThatCassandraStressDoesNotWriteAreLeftOutWhereAskedTo() {
        String text =
                "keyspace: ks\ntable: t\ntable_definition: CREATE TABLE t (k int PRIMARY KEY, s set<int>, l list<text>,"
                        + " m map<int, text>, v vector<float, 3>, d duration, n set<frozen<set<int>>>, p tuple<int, int>, x text)\n";
        Problems problems = new Problems();
        CqlProfile whole = parse(text, problems).orElseThrow();
        CqlProfile part = new CqlProfileFile(Path.of(""), new CqlProfile.Changes(Map.of(), true), problems)
                .profile("test", YamlFile.parse("test", text, Names.IN_ANY_CASE, problems))
                .orElseThrow();

        assertThat(whole.columns()).hasSize(9);
        assertThat(part.columns()).extracting(Column::name).containsExactly("k", "s", "l", "x");
    }

    /** Each would take seconds if the whole partition was generated for it. */
    @Test
    void aRowOfALargePartitionIsGeneratedWithoutTheOthers() {
        CqlProfile profile = profile(
                "k int, i int, v int, PRIMARY KEY (k, i)",
                "name: i, cluster: fixed(5000000), population: seq(11..10000000)",
                "name: v, population: seq(1..1000000000)");
        Rows rows = new Rows(profile, Seed.DEFAULT);
        RandomGenerator random = Seed.DEFAULT.stream("large-partition-test", 0);

        for (int i = 0; i < 1_000; i++) {
            ProfileRow row = rows.any(1, random);

            int item = (int) decoded(profile, row, "i");
            assertThat(item).isBetween(11, 5_000_010);
            // The value of a sequence is the row's place among its siblings.
            assertThat(decoded(profile, row, "v")).isEqualTo(item - 10);
        }
    }

    @Test
    void partitionsThatDrawTheSameKeyAreOnePartition() {
        CqlProfile profile = profile(
                "k int, c int, v int, s int static, PRIMARY KEY (k, c)",
                "name: k, population: uniform(1..3)",
                "name: c, cluster: uniform(1..100)");
        Map<Object, List<List<ByteBuffer>>> seen = new HashMap<>();

        for (int partition = 1; partition <= 50; partition++) {
            List<ProfileRow> rows = rows(profile, Seed.DEFAULT, partition);
            List<List<ByteBuffer>> values =
                    rows.stream().map(row -> values(profile, row)).toList();
            List<List<ByteBuffer>> before = seen.putIfAbsent(decoded(profile, rows.get(0), "k"), values);
            assertThat(before == null || before.equals(values)).isTrue();
            assertThat(rows.stream().map(row -> row.value(2)).distinct())
                    .as("one static value a partition")
                    .hasSize(1);
        }

        assertThat(seen).containsOnlyKeys(1, 2, 3);
    }

    @Test
    void aSmallPopulationBoundsTheDifferentValues() {
        CqlProfile profile = profile(
                "k int, c int, v text, PRIMARY KEY (k, c)",
                "name: c, population: uniform(1..5), cluster: fixed(50)",
                "name: v, population: uniform(1..2), size: fixed(9)");
        Set<Object> texts = new HashSet<>();

        for (int partition = 1; partition <= 20; partition++) {
            List<ProfileRow> rows = rows(profile, Seed.DEFAULT, partition);
            assertThat(rows.size()).isLessThanOrEqualTo(5);
            rows.forEach(row -> texts.add(decoded(profile, row, "v")));
        }

        assertThat(texts)
                .hasSize(2)
                .allSatisfy(text -> assertThat((String) text).hasSize(9));
    }

    @Test
    void aSequenceNumbersPartitionsAndRows() {
        CqlProfile profile = profile(
                "k int, c int, PRIMARY KEY (k, c)",
                "name: k, population: seq(10..12)",
                "name: c, population: seq(1..100), cluster: fixed(3)");

        for (int partition = 1; partition <= 6; partition++) {
            List<ProfileRow> rows = rows(profile, new Seed(partition), partition);
            assertThat(decoded(profile, rows.get(0), "k")).isEqualTo(10 + (partition - 1) % 3);
            assertThat(rows).extracting(row -> decoded(profile, row, "c")).containsExactly(1, 2, 3);
        }
    }

    @SeededTest(tries = 50)
    void anyRowIsOneOfThePartition(Draws draws) {
        CqlProfile profile = profile(
                "k int, a int, b int, v text, PRIMARY KEY (k, a, b)",
                "name: a, cluster: uniform(1..5)",
                "name: b, cluster: uniform(1..5), population: uniform(1..4)",
                "name: v, population: seq(1..100)");
        int partition = draws.between(1, 9);

        ProfileRow any = new Rows(profile, Seed.DEFAULT).any(partition, draws.random());

        assertThat(rows(profile, Seed.DEFAULT, partition).stream().map(row -> values(profile, row)))
                .contains(values(profile, any));
    }

    @Test
    void eachTypeHasTheNumberDrawnAsItsValue() {
        CqlProfile profile = profile(
                "k int PRIMARY KEY, i int, l bigint, s smallint, y tinyint, n varint, d decimal, f float, e double, b boolean,"
                        + " u uuid, t timeuuid, p timestamp, a date, m time, r inet",
                "name: k",
                "name: i, population: fixed(100)",
                "name: l, population: fixed(100B)",
                "name: s, population: fixed(100)",
                "name: y, population: fixed(100)",
                "name: n, population: fixed(-100)",
                "name: d, population: fixed(100)",
                "name: f, population: fixed(100)",
                "name: e, population: fixed(100)",
                "name: b, population: fixed(1)",
                "name: p, population: fixed(1000)",
                "name: a, population: fixed(10)",
                "name: m, population: fixed(1000)",
                "name: r, population: fixed(2130706433)");
        ProfileRow row = rows(profile, Seed.DEFAULT, 1).get(0);

        assertThat(decoded(profile, row, "i")).isEqualTo(100);
        assertThat(decoded(profile, row, "l")).isEqualTo(100_000_000_000L);
        assertThat(decoded(profile, row, "s")).isEqualTo((short) 100);
        assertThat(decoded(profile, row, "y")).isEqualTo((byte) 100);
        assertThat(decoded(profile, row, "n")).isEqualTo(BigInteger.valueOf(-100));
        assertThat(decoded(profile, row, "d")).isEqualTo(BigDecimal.valueOf(100));
        assertThat(decoded(profile, row, "f")).isEqualTo(100f);
        assertThat(decoded(profile, row, "e")).isEqualTo(100.0);
        assertThat(decoded(profile, row, "b")).isEqualTo(true);
        assertThat(decoded(profile, row, "p")).isEqualTo(Instant.ofEpochMilli(1_000));
        assertThat(decoded(profile, row, "a")).isEqualTo(LocalDate.ofEpochDay(10));
        assertThat(decoded(profile, row, "m")).isEqualTo(LocalTime.ofNanoOfDay(1_000));
        assertThat(decoded(profile, row, "r")).hasToString("/127.0.0.1");
        assertThat(((UUID) decoded(profile, row, "u")).version()).isEqualTo(4);
        assertThat(((UUID) decoded(profile, row, "t")).version()).isEqualTo(1);
    }

    @SeededTest(tries = 100)
    void textsBlobsAndCollectionsHaveTheirSizes(Draws draws) {
        CqlProfile profile = profile(
                "k ascii PRIMARY KEY, v varchar, b blob, l list<int>, s set<text>, m map<int, frozen<list<text>>>",
                "name: k, size: uniform(3..5)",
                "name: v, size: exp(10..20)",
                "name: b, size: ~exp(0..9)",
                "name: l, size: fixed(4), population: uniform(7..9)",
                "name: s, size: uniform(1..3)",
                "name: m, size: fixed(2)");
        ProfileRow row = rows(profile, draws.seed(), 1).get(0);

        assertThat((String) decoded(profile, row, "k")).hasSizeBetween(3, 5).matches("[A-Za-z0-9_-]*");
        assertThat((String) decoded(profile, row, "v")).hasSizeBetween(10, 20);
        assertThat(((ByteBuffer) decoded(profile, row, "b")).remaining()).isBetween(0, 9);
        assertThat((Collection<?>) decoded(profile, row, "l"))
                .hasSize(4)
                .allSatisfy(value -> assertThat((Integer) value).isBetween(7, 9));
        assertThat((Collection<?>) decoded(profile, row, "s")).hasSizeBetween(1, 3);
        assertThat((Map<?, ?>) decoded(profile, row, "m"))
                .hasSize(2)
                .allSatisfy((key, value) -> assertThat((Collection<?>) value).hasSize(2));
    }

    @Test
    void theFirstShareOfTheColumnsHasAValueInTheOrderOfTheirNames() {
        Problems problems = new Problems();
        CqlProfile profile = parse("""
                        keyspace: ks
                        table: t
                        table_definition: CREATE TABLE t (k int, c int, d int, a int, b int, e int, s int static, PRIMARY KEY (k, c))
                        columnspec: [{name: c, cluster: fixed(20)}]
                        insert: {row-population: fixed(3)/4}
                        """, problems).orElseThrow();
        problems.throwIfAny();

        for (ProfileRow row : rows(profile, Seed.DEFAULT, 1)) {
            assertThat(profile.columns().stream().map(Column::name).filter(name -> decoded(profile, row, name) != null))
                    .containsExactlyInAnyOrder("k", "c", "s", "a", "b", "d");
        }
    }

    @Test
    void keysThatAreListedAreThoseOfTheRows() {
        CqlProfile profile = profile("k int, c int, v text, PRIMARY KEY (k, c)", "name: c, cluster: fixed(3)");
        ByteBuffer seven = ByteBuffer.allocate(4).putInt(0, 7);
        ByteBuffer nine = ByteBuffer.allocate(4).putInt(0, 9);
        Rows whole = new Rows(profile, Seed.DEFAULT, 0, List.of(List.of(seven, nine), List.of(nine, seven)));
        Rows partitions = new Rows(profile, Seed.DEFAULT, 0, List.of(List.of(seven)));

        ProfileRow second = whole.of(4).next();

        assertThat(decoded(profile, second, "k")).isEqualTo(9);
        assertThat(decoded(profile, second, "c")).isEqualTo(7);
        assertThat(decoded(profile, second, "v")).isNotNull();
        assertThat(whole.listed()).hasValue(2);
        List<ProfileRow> drawn = new ArrayList<>();
        partitions.of(1).forEachRemaining(drawn::add);
        assertThat(drawn).hasSize(3).allMatch(row -> decoded(profile, row, "k").equals(7));
    }

    @SeededTest(tries = 50)
    void typesOfTypesAreMadeOfTheirParts(Draws draws) {
        Problems problems = new Problems();
        CqlProfile profile = parse("""
                        keyspace: ks
                        table: t
                        extra_definitions:
                          - CREATE TYPE IF NOT EXISTS ks.point (x int, "Y" float);
                          - create type line (name text, ends frozen<list<frozen<point>>>)
                        table_definition: |
                          CREATE TABLE t (k int PRIMARY KEY, u frozen<point>, n map<text, frozen<line>>, p tuple<int, frozen<set<inet>>, text>,
                            v vector<float, 3>, w frozen<vector<text, 2>>, d duration)
                        columnspec: [{name: u, population: fixed(5)}, {name: d, population: fixed(9)}]
                        """, problems).orElseThrow();
        problems.throwIfAny();
        ProfileRow row = rows(profile, draws.seed(), 1).get(0);

        TupleValue point = (TupleValue) decoded(profile, row, "u");
        assertThat(point.getInt(0)).isEqualTo(5);
        assertThat(point.getFloat(1)).isEqualTo(5f);
        assertThat((Map<?, ?>) decoded(profile, row, "n")).isNotEmpty();
        assertThat(((TupleValue) decoded(profile, row, "p")).size()).isEqualTo(3);
        assertThat((CqlVector<?>) decoded(profile, row, "v")).hasSize(3);
        assertThat((CqlVector<?>) decoded(profile, row, "w")).hasSize(2);
        assertThat(decoded(profile, row, "d")).isEqualTo(CqlDuration.newInstance(0, 0, 9));
        for (int i = 0; i < profile.columns().size(); i++) {
            assertThat(profile.columns().get(i).isSame(row.value(i), row.value(i)))
                    .isTrue();
        }
    }
}
