package io.dbharness.cql;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.cql.driver.DriverSession;
import io.dbharness.cql.testkit.StressRun;
import io.dbharness.cql.testkit.TestNode;
import io.dbharness.model.Outcome;
import io.dbharness.random.Seed;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The profiles that ship with the module, on a real node: loaded, run, checked, run again; and losses that the checks must find. */
@Tag("server")
@Timeout(300)
class ShippedProfilesOnANodeTest {

    private static final int OPERATIONS = 150;
    private static final Set<String> AT_NIGHT = Set.of("cql ycsb-a", "cql ycsb-b", "cql ycsb-c");

    /** Sizes that are enough for each operation to meet rows that others have changed. */
    private static final Map<String, Map<String, String>> SIZES = Map.of(
            "cql kv", Map.of("partitions", "40"),
            "cql timeseries", Map.of("partitions", "4", "readings", "fixed(10)"),
            "cql counters", Map.of("partitions", "10", "days", "fixed(3)"),
            "cql sets", Map.of("partitions", "30"),
            "cql lwt", Map.of("partitions", "20"),
            "cql tombstones", Map.of("partitions", "4", "positions", "fixed(10)"),
            "cql large-partitions", Map.of("partitions", "2", "rows", "fixed(60)"));

    static Stream<String> names() {
        return new CqlProfiles()
                .workloads().stream().map(workload -> workload.descriptor().name());
    }

    private static CqlUser workload(String name) {
        return (CqlUser) new CqlProfiles()
                .workloads().stream()
                        .filter(workload -> workload.descriptor().name().equals(name))
                        .findFirst()
                        .orElseThrow();
    }

    private static Map<String, String> small(String name, String keyspace) {
        Map<String, String> small = new HashMap<>(SIZES.getOrDefault(name, Map.of("records", "40")));
        small.put("keyspace", keyspace);
        return small;
    }

    private static void load(BoundWorkload<DriverSession> bound) {
        bound.dataSet().load(2, Seed.DEFAULT, Progress.SILENT);
        assertPassed(bound, "before");
    }

    private static void assertPassed(BoundWorkload<DriverSession> bound, String when) {
        assertThat(failed(bound, when)).isEmpty();
    }

    private static List<String> failed(BoundWorkload<DriverSession> bound, String when) {
        return bound.dataSet().check(when, Progress.SILENT).stream()
                .filter(check -> !check.passed() || check.detail().contains("could not be read"))
                .map(check -> check.name() + ": " + check.detail())
                .toList();
    }

    private static void run(CqlTarget target, BoundWorkload<DriverSession> bound, int operations) throws Exception {
        List<OperationSource<DriverSession>> users = IntStream.range(0, 3)
                .mapToObj(user -> bound.source(user, Seed.DEFAULT))
                .toList();
        DriverSession session = new DriverSession(target.driver());
        for (int i = 0; i < operations; i++) {
            assertThat(users.get(i % 3).next().execute(session)).isEqualTo(Outcome.COMPLETED);
        }
    }

    private static String keyspace(String prefix, String name) {
        return prefix + name.replaceAll("\\W", "_");
    }

    @Test
    void sevenWorkloadsAndYcsbAreThere() {
        assertThat(names())
                .containsExactly(
                        "cql kv",
                        "cql timeseries",
                        "cql counters",
                        "cql sets",
                        "cql lwt",
                        "cql tombstones",
                        "cql large-partitions",
                        "cql ycsb-a",
                        "cql ycsb-b",
                        "cql ycsb-c",
                        "cql ycsb-d",
                        "cql ycsb-e",
                        "cql ycsb-f");
    }

    /** Those that differ only in weights from others run at night. */
    static Stream<String> inEveryBuild() {
        return names().filter(name -> !AT_NIGHT.contains(name));
    }

    @ParameterizedTest
    @MethodSource("inEveryBuild")
    void eachRunsTwiceByItsNameAndItsChecksHold(String name) throws Exception {
        String keyspace = keyspace("named_", name);
        try (CqlTarget target = TestNode.shared().open("unused")) {
            BoundWorkload<DriverSession> first = new StressRun(target, workload(name), small(name, keyspace)).bound();
            load(first);
            run(target, first, OPERATIONS);
            assertPassed(first, "after");
        }
        // As a later command does: the marker describes the data, and operations have changed them.
        try (CqlTarget target = TestNode.shared().open("unused")) {
            BoundWorkload<DriverSession> second = new StressRun(target, workload(name), small(name, keyspace)).bound();
            assertPassed(second, "before");
            run(target, second, OPERATIONS);
            assertPassed(second, "after");
        }
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"cql ycsb-a", "cql ycsb-b", "cql ycsb-c"})
    void soDoTheOthers(String name) throws Exception {
        eachRunsTwiceByItsNameAndItsChecksHold(name);
    }

    /** Each check must notice what its workload can lose. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cql kv | TRUNCATE %s.keyvalue | rows | missing",
                "cql timeseries | TRUNCATE %s.sensor_data | rows | missing",
                "cql counters | TRUNCATE %s.counter_wide | counters | added",
                "cql lwt | TRUNCATE %s.lwt | conditions | there 0 times",
                "cql tombstones | TRUNCATE %s.queue | rows | missing"
            })
    void rowsThatAreLostFailTheRun(String name, String loss, String check, String fault) throws Exception {
        String keyspace = keyspace("lost_", name);
        try (CqlTarget target = TestNode.shared().open("unused")) {
            BoundWorkload<DriverSession> bound = ran(target, name, keyspace);

            target.driver().execute(String.format(loss, keyspace));

            assertThat(failed(bound, "after"))
                    .anySatisfy(
                            detail -> assertThat(detail).startsWith(check + ":").contains(fault));
        }
    }

    @Test
    void anEarlierValueOfARowFailsTheRun() throws Exception {
        try (CqlTarget target = TestNode.shared().open("unused")) {
            var bound = ran(target, "cql kv", "stale_kv");
            List<String> keys = target.driver().execute("SELECT key FROM stale_kv.keyvalue").all().stream()
                    .map(row -> row.getString(0))
                    .toList();
            target.driver().execute("TRUNCATE stale_kv.keyvalue");
            keys.forEach(key -> target.driver()
                    .execute("INSERT INTO stale_kv.keyvalue (key, value) VALUES ('" + key
                            + "', 'old') USING TIMESTAMP 1"));

            assertThat(failed(bound, "after"))
                    .singleElement()
                    .asString()
                    .contains("last acknowledged write is not there");
        }
    }

    @Test
    void aMissingElementOfASetFailsTheRun() throws Exception {
        try (CqlTarget target = TestNode.shared().open("unused")) {
            var bound = ran(target, "cql sets", "stale_sets");
            target.driver()
                    .execute("SELECT key FROM stale_sets.sets")
                    .all()
                    .forEach(row -> target.driver()
                            .execute("DELETE elements FROM stale_sets.sets WHERE key = '" + row.getString(0) + "'"));

            assertThat(failed(bound, "after")).singleElement().asString().contains("lacks elements that were added");
        }
    }

    @Test
    void aRemovedRowThatIsBackFailsTheRun() throws Exception {
        try (CqlTarget target = TestNode.shared().open("unused")) {
            var parameters = new HashMap<>(small("cql tombstones", "stale_queue"));
            parameters.put("ops", "delete=1");
            var bound = new StressRun(target, workload("cql tombstones"), parameters).bound();
            load(bound);
            List<String> rows = target.driver().execute("SELECT queue, position FROM stale_queue.queue").all().stream()
                    .map(row -> "('" + row.getString(0) + "', " + row.getInt(1) + ", 'old')")
                    .toList();
            run(target, bound, OPERATIONS);
            target.driver().execute("TRUNCATE stale_queue.queue");
            rows.forEach(row -> target.driver()
                    .execute("INSERT INTO stale_queue.queue (queue, position, message) VALUES " + row
                            + " USING TIMESTAMP 1"));

            assertThat(failed(bound, "after")).singleElement().asString().contains("one that was removed and is there");
        }
    }

    /** Among 100 rows an index that has all of them finds the nearest. */
    @Test
    void theRecallOfAVectorIndexIsMeasuredAndJudged(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("vectors.yaml"), """
                keyspace: recall
                table: points
                table_definition: CREATE TABLE points (id int PRIMARY KEY, v vector<float, 4>)
                extra_definitions:
                  - |
                    CREATE CUSTOM INDEX IF NOT EXISTS points_v ON points (v) USING 'StorageAttachedIndex'
                    WITH OPTIONS = {'similarity_function': 'euclidean'}
                columnspec:
                  - {name: id, population: seq(1..1000000)}
                  - {name: v, population: uniform(1..1000)}
                partitions: 100
                queries:
                  near: {weight: 1, recall: 0.9, cql: SELECT id FROM points ORDER BY v ANN OF ? LIMIT 5}
                """);
        try (CqlTarget target = TestNode.shared().open("unused")) {
            var bound = new StressRun(target, new CqlUser(), Map.of("profile", file.toString())).bound();
            load(bound);
            run(target, bound, 5);

            assertThat(bound.dataSet().check("after", Progress.SILENT))
                    .filteredOn(check -> check.name().equals("recall"))
                    .singleElement()
                    .satisfies(check ->
                            assertThat(check.passed()).as(check.detail()).isTrue())
                    .satisfies(check -> assertThat(check.detail()).contains("of the 5 nearest of 100 rows"));
            target.driver().execute("TRUNCATE recall.points");
            assertThat(failed(bound, "after"))
                    .anyMatch(detail -> detail.startsWith("recall: near: 0.000 of the 5 nearest"));
        }
    }

    /** Loads a workload and runs it once. */
    private static BoundWorkload<DriverSession> ran(CqlTarget target, String name, String keyspace) throws Exception {
        BoundWorkload<DriverSession> bound = new StressRun(target, workload(name), small(name, keyspace)).bound();
        load(bound);
        run(target, bound, OPERATIONS);
        return bound;
    }

    @Test
    void thePrintedProfileRunsAsAFile(@TempDir Path folder) throws Exception {
        for (String name : names().collect(Collectors.toList())) {
            Path file = Files.writeString(
                    folder.resolve(name.replace(' ', '-') + ".yaml"),
                    workload(name).profile().orElseThrow());
            Map<String, String> given = small(name, keyspace("named_", name));
            String values = given.entrySet().stream()
                    .map(one -> one.getKey() + "=" + one.getValue())
                    .collect(Collectors.joining(","));
            var parameters = StressRun.parameters(new CqlUser(), Map.of("profile", file.toString(), "values", values));

            assertThat(new CqlUser().rehearse(parameters).operations())
                    .as(name)
                    .isEqualTo(workload(name)
                            .rehearse(StressRun.parameters(workload(name), given))
                            .operations());
        }
        // The same data set: the file finds what the run by name has loaded.
        try (CqlTarget target = TestNode.shared().open("unused")) {
            Map<String, String> given = Map.of(
                    "profile", folder.resolve("cql-kv.yaml").toString(), "values", "keyspace=printed_kv,partitions=20");
            BoundWorkload<DriverSession> bound = new StressRun(target, new CqlUser(), given).bound();
            load(bound);
            run(target, bound, 20);
            assertPassed(bound, "after");
        }
        try (CqlTarget target = TestNode.shared().open("unused")) {
            Map<String, String> given = Map.of("keyspace", "printed_kv", "partitions", "20");
            assertPassed(new StressRun(target, workload("cql kv"), given).bound(), "before");
        }
    }
}
