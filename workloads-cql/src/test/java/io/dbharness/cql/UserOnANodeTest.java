package io.dbharness.cql;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.cql.profile.CqlProfile;
import io.dbharness.cql.profile.CqlProfileFile;
import io.dbharness.cql.profile.Rows;
import io.dbharness.cql.testkit.StressRun;
import io.dbharness.cql.testkit.TestNode;
import io.dbharness.load.LoadModel;
import io.dbharness.model.Problems;
import io.dbharness.profile.TemplateValues;
import io.dbharness.random.Seed;
import io.dbharness.result.OperationResult;
import io.dbharness.result.RunResult;
import io.dbharness.testkit.SourceTree;
import io.dbharness.workload.Check;
import io.dbharness.workload.Progress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The sample profiles on a real node: rows are as many, and values as large, as the format promises. */
@Tag("server")
@Timeout(300)
class UserOnANodeTest {

    @TempDir
    Path directory;

    private final TestNode node = TestNode.shared();

    private static Path file(String name) {
        return SourceTree.path("examples/profiles", name + ".yaml");
    }

    /** A target that has nothing of a profile. */
    private CqlTarget without(String name) {
        try (CqlTarget target = node.open("unused")) {
            target.driver().execute("DROP KEYSPACE IF EXISTS stress_" + name);
        }
        return node.open("unused");
    }

    private RunResult run(CqlTarget target, String name, String ops, long partitions) {
        StressRun run = new StressRun(
                target,
                new CqlUser(),
                Map.of(
                        "profile",
                        file(name).toString(),
                        "ops",
                        ops,
                        "partitions",
                        Long.toString(partitions),
                        "consistency",
                        "quorum"));
        RunResult result = run.runUntil(LoadModel.closed(8), 200, directory.resolve("run"));
        assertThat(result.totals().completed()).isPositive();
        assertThat(result.operations())
                .allSatisfy(operation -> assertThat(operation.counts().failed())
                        .as("%s", operation.counts().failedBy())
                        .isZero());
        assertThat(result.checks()).allMatch(Check::passed);
        return result;
    }

    /** Distinct keys of the first partitions, as the profile makes them without a server. */
    private static long promised(String name, long partitions) {
        Problems problems = new Problems();
        CqlProfile profile = CqlProfileFile.read(file(name), new TemplateValues(Map.of()), problems)
                .orElseThrow();
        problems.throwIfAny();
        Rows rows = new Rows(profile, Seed.DEFAULT);
        Set<List<ByteBuffer>> keys = new HashSet<>();
        for (long partition = 1; partition <= partitions; partition++) {
            rows.of(partition).forEachRemaining(row -> {
                List<ByteBuffer> key = new ArrayList<>();
                for (int i = 0; i < profile.keys().size(); i++) {
                    key.add(row.value(i));
                }
                keys.add(key);
            });
        }
        return keys.size();
    }

    private static List<Row> all(CqlTarget target, String table) {
        return target.driver().execute("SELECT * FROM " + table).all();
    }

    private static int valueBytes(Row row, String column) {
        ByteBuffer value = row.getBytesUnsafe(column);
        return value == null ? 0 : value.remaining();
    }

    @Test
    void readingsHaveTheirClustersAndRanges() {
        try (CqlTarget target = without("readings")) {
            RunResult result = run(target, "readings", "insert=2,day=2,alarms=1,scan=1", 20);

            List<Row> rows = all(target, "stress_readings.readings");
            assertThat(rows).hasSize((int) promised("readings", 20));
            assertThat(rows.size()).isBetween(20 * 8 * 4, 20 * 16 * 4);
            assertThat(rows).allSatisfy(row -> {
                assertThat(row.getByte("channel")).isBetween((byte) 1, (byte) 4);
                assertThat(row.getDouble("value")).isBetween(-400.0, 400.0);
                assertThat(valueBytes(row, "raw")).isBetween(16, 256);
                assertThat(row.getString("unit")).hasSize(3);
                assertThat(row.getLocalDate("day"))
                        .isBetween(LocalDate.ofEpochDay(20_000), LocalDate.ofEpochDay(20_030));
                assertThat(row.getInstant("at")).isBetween(Instant.ofEpochMilli(1), Instant.ofEpochMilli(86_400_000));
            });
            assertThat(rows.stream().map(row -> row.getUuid("sensor")).distinct())
                    .hasSize(20);
            assertThat(rows.stream().map(row -> row.getString("unit")).distinct())
                    .hasSizeLessThanOrEqualTo(12);
            assertThat(result.operations())
                    .extracting(OperationResult::name)
                    .contains("insert", "day", "alarms", "scan");
        }
    }

    @Test
    void articlesHaveTheirTypesAndSizesAndAnIndex() {
        try (CqlTarget target = without("catalogue")) {
            RunResult result = run(target, "catalogue", "insert=1,article=4", 60);

            List<Row> rows = all(target, "stress_catalogue.articles");
            assertThat(rows.size()).isGreaterThanOrEqualTo((int) promised("catalogue", 60));
            assertThat(rows).allSatisfy(row -> {
                assertThat(row.getString("name")).hasSizeBetween(8, 40);
                assertThat(row.getString("maker")).hasSize(12);
                assertThat(row.getBigDecimal("price").longValueExact()).isBetween(1L, 100_000L);
                assertThat(row.getShort("rank")).isBetween((short) 1, (short) 1_000);
                assertThat(row.getLong("stock")).isBetween(0L, 10_000L);
                assertThat(row.getSet("tags", String.class)).hasSizeLessThanOrEqualTo(4);
                assertThat(row.getList("history", Integer.class))
                        .hasSizeBetween(1, 3)
                        .allSatisfy(value -> assertThat(value).isBetween(10, 20));
                assertThat(row.getMap("labels", String.class, Integer.class)).hasSizeBetween(1, 2);
            });
            assertThat(target.driver()
                            .getMetadata()
                            .getKeyspace("stress_catalogue")
                            .orElseThrow()
                            .getTable("articles")
                            .orElseThrow()
                            .getIndexes())
                    .hasSize(1);
            assertThat(result.checks())
                    .anySatisfy(check -> assertThat(check.detail()).contains("all equal"));
        }
    }

    @Test
    void messagesAreWrittenInVisitsAndReadBack() {
        try (CqlTarget target = without("messages")) {
            RunResult result = run(target, "messages", "insert=3,latest=1", 6);

            List<Row> rows = all(target, "stress_messages.messages");
            assertThat(rows).hasSize((int) promised("messages", 6));
            assertThat(rows).allSatisfy(row -> {
                assertThat(row.getLong("conversation")).isBetween(1L, 6L);
                assertThat(row.isNull("body") || row.getString("body").length() <= 2_000)
                        .isTrue();
                assertThat(row.isNull("\"Size\"") || row.getInt("\"Size\"") == 7)
                        .isTrue();
            });
            assertThat(rows.stream().map(row -> row.getLong("conversation")).distinct())
                    .hasSize(6);
            assertThat(rows.stream().filter(row -> row.isNull("body"))).isNotEmpty();
            assertThat(result.checks())
                    .anySatisfy(check -> assertThat(check.detail())
                            .contains("written and acknowledged", "read at ALL", "all equal"));
        }
    }

    @Test
    void aValueThatIsNotWhatWasWrittenIsFound() {
        try (CqlTarget target = without("readings")) {
            StressRun run = new StressRun(
                    target,
                    new CqlUser(),
                    Map.of("profile", file("readings").toString(), "partitions", "1", "ops", "day=1"));
            run.bound().dataSet().load(1, Seed.DEFAULT, Progress.SILENT);
            assertThat(run.bound().dataSet().check("now", Progress.SILENT)).allMatch(Check::passed);

            for (Row row : all(target, "stress_readings.readings")) {
                target.driver()
                        .execute(
                                "UPDATE stress_readings.readings SET unit = 'bad'"
                                        + " WHERE sensor = ? AND day = ? AND at = ? AND channel = ?",
                                row.getUuid("sensor"),
                                row.getLocalDate("day"),
                                row.getInstant("at"),
                                row.getByte("channel"));
            }

            assertThat(run.bound().dataSet().check("now", Progress.SILENT))
                    .singleElement()
                    .satisfies(check -> {
                        assertThat(check.passed()).isFalse();
                        assertThat(check.detail()).contains("whose unit is not what was written");
                    });
        }
    }
}
