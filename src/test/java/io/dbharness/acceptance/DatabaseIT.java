package io.dbharness.acceptance;

import static io.dbharness.acceptance.HarnessProcess.codes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.JdbcTargetProvider;
import io.dbharness.jdbc.dialect.Isolation;
import io.dbharness.sut.Fault;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.shared.Shared;
import io.dbharness.tpcc.operation.Mode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.testcontainers.DockerClientFactory;

/**
 * All workloads in all modes on one database product, whichever it is, and what happens when it is broken. The server is the one that the
 * harness starts for {@code -Ddatabase.target}; without it that is the image of {@code CONTAINER_TEST_IMAGE}, or PostgreSQL's.
 */
@Tag("container")
@EnabledIf(value = "serverCanStart", disabledReason = "no Docker daemon answers; start one, or set DOCKER_HOST")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Execution(ExecutionMode.SAME_THREAD)
@ExtendWith(Told.class)
class DatabaseIT {

    private static final String TARGET = System.getProperty(
            "database.target",
            "container:" + Objects.requireNonNullElse(System.getenv("CONTAINER_TEST_IMAGE"), "postgres:16"));

    private static final String TPCC = "tpcc --warehouses 1 --think-time none --mode ";
    private static final String SYSBENCH = " --load always --tables 2 --table-size 5000";
    private static final String INSERT_DELETE = "insert-delete --initial-data 1MB";
    private static final String SHORT = " --connections 4 --warmup 0s --duration 2s --out sound";

    private static final String BROKEN = " --rate 100/s --connections 4 --warmup 0s --out broken --duration ";
    private static final String SESSIONS_KILLED = "sessions killed";

    /** So few rows that sessions which change several of them wait for each other in a ring. */
    private static final String CROWDED =
            "sysbench read-write --load always --tables 1 --table-size 20 --connections 8 --warmup 0s --duration 8s --out sound";

    private RunningServer server;
    private JdbcTarget target;

    static boolean serverCanStart() {
        return !TARGET.startsWith("container:")
                || DockerClientFactory.instance().isDockerAvailable();
    }

    @BeforeAll
    void startServer() {
        server = Shared.startServer(TargetSpec.of(TARGET));
        target = new JdbcTargetProvider().open(server.address());
    }

    @AfterAll
    void stopServer() {
        if (target != null) {
            target.close();
        }
        if (server != null) {
            server.close();
        }
    }

    Stream<Arguments> modesAndLevels() {
        return levels().flatMap(level -> modes().stream().map(mode -> Arguments.of(mode, level)));
    }

    /** Those that the product can do. */
    private List<String> modes() {
        return Mode.words().stream()
                .filter(word -> Mode.of(word).isThereFor(target.dialect()))
                .toList();
    }

    Stream<String> levels() {
        return target.dialect().isolationLevels().keySet().stream().sorted().map(Isolation::text);
    }

    Stream<Arguments> brokenWorkloads() {
        return Stream.of(SESSIONS_KILLED, "server killed and started again")
                .flatMap(fault -> Stream.concat(
                                modes().stream().map(mode -> TPCC + mode),
                                Stream.of("sysbench read-write" + SYSBENCH, INSERT_DELETE))
                        .map(words -> Arguments.of(fault, words)));
    }

    @Test
    @Order(1)
    @DisplayName("the server says all that is asked of it")
    void theServerSaysAllThatIsAskedOfIt() {
        assertThat(target.info().settings().keySet()).noneMatch(name -> name.startsWith("missing."));
    }

    @Test
    @Order(2)
    @DisplayName("tpcc: a load that was killed goes on")
    void aKilledLoadGoesOn(@TempDir Path folder) throws Exception {
        String load = TPCC + "procedures --load only";
        start(folder, server.address(), load).awaitText("step=\"loading").kill();

        HarnessProcess next = start(folder, server.address(), load);
        assertThat(next.exitCode()).as(next.errors()).isZero();
    }

    @ParameterizedTest(name = "tpcc --mode {0} --isolation {1}")
    @Order(3)
    @MethodSource("modesAndLevels")
    void tpcc(String mode, String level, @TempDir Path folder) throws Exception {
        JsonNode result = runs(folder, TPCC + mode + " --isolation " + level + SHORT);

        assertThat(result.get("target")
                        .get("settings")
                        .get("isolation.effective")
                        .asText())
                .isEqualTo(level);
    }

    @ParameterizedTest(name = "sysbench {0}")
    @Order(4)
    @ValueSource(
            strings = {
                "point-select",
                "insert",
                "read-only",
                "read-write",
                "write-only",
                "update-index",
                "update-non-index",
                "delete",
                "random-points",
                "random-ranges",
                "read-write --pipeline 100",
                "insert --auto-increment no"
            })
    void sysbench(String test, @TempDir Path folder) throws Exception {
        runs(folder, "sysbench " + test + SYSBENCH + SHORT);
    }

    @ParameterizedTest(name = "sysbench read-write --isolation {0}")
    @Order(5)
    @MethodSource("levels")
    void sysbenchAt(String level, @TempDir Path folder) throws Exception {
        runs(folder, "sysbench read-write --isolation " + level + SYSBENCH + SHORT);
    }

    @ParameterizedTest(name = "insert-delete{0}")
    @Order(6)
    @ValueSource(strings = {" --load always --loaders 4", " --rate 100/s"})
    void insertDelete(String options, @TempDir Path folder) throws Exception {
        runs(folder, INSERT_DELETE + options + SHORT);
    }

    @Test
    @Order(7)
    @DisplayName("--isolation snapshot is refused where the database does not allow it")
    void snapshotIsRefusedWhereTheDatabaseDoesNotAllowIt(@TempDir Path folder) throws Exception {
        target.jdbi().useHandle(handle -> handle.execute("CREATE DATABASE closed"));
        TargetSpec there = server.address();
        TargetSpec closed = new TargetSpec(
                there.url().replaceFirst("(databaseName=|:\\d+/)\\w+", "$1closed"),
                there.user(),
                there.password(),
                Optional.empty(),
                Map.of());

        HarnessProcess harness = start(folder, closed, "insert-delete --isolation snapshot" + SHORT);

        assertThat(harness.exitCode()).as(harness.errors()).isEqualTo(2);
        assertThat(harness.errors()).contains("snapshot").doesNotContain("\tat ", "step=\"loading");
    }

    @Test
    @Order(8)
    @DisplayName("deadlocks are counted and tried again, and the books balance")
    void deadlocksAreTriedAgain(@TempDir Path folder) throws Exception {
        HarnessProcess harness = start(folder, server.address(), CROWDED);
        JsonNode result = sound(harness);

        assertThat(harness.errors()).contains("first failure of kind DEADLOCK");
        assertThat(result.get("server").get("counters").get("deadlocks").asDouble())
                .isPositive();
        assertThat(result.get("totals").get("retried").asLong()).isPositive();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @Order(9)
    @MethodSource("brokenWorkloads")
    void whatWasAcknowledgedIsThereAndWhatWasNotIsNoSuccess(String fault, String words, @TempDir Path folder)
            throws Exception {
        HarnessProcess harness =
                start(folder, server.address(), words + BROKEN + (fault.equals(SESSIONS_KILLED) ? "8s" : "20s"));
        harness.awaitSeconds("broken", 2);
        if (fault.equals(SESSIONS_KILLED)) {
            target.endSessions();
        } else {
            server.injectFault(Fault.parse("0s:restart").orElseThrow());
        }

        int exitCode = harness.exitCode();
        assertThat(exitCode).as(harness.errors()).isIn(0, 12);
        BrokenResult result = new BrokenResult(harness.result("broken"));
        result.assertHonest(exitCode);
        assertThat(result.isChecked()).as(harness.errors()).isTrue();
        assertThat(result.lost()).as(harness.output()).isZero();
        assertThat(harness.errors()).contains("first failure of kind CONNECTION_LOST");
    }

    /** All take their locks in one order, those for the keys included. */
    @ParameterizedTest(name = "tpcc --foreign-keys yes --mode {0} has no deadlocks")
    @Order(10)
    @ValueSource(strings = {"compound", "procedures"})
    void foreignKeysMakeNoDeadlocks(String mode, @TempDir Path folder) throws Exception {
        assumeTrue(modes().contains(mode), "the product has no such mode");
        HarnessProcess harness =
                start(folder, server.address(), TPCC + mode + " --foreign-keys yes --load always" + SHORT);

        sound(harness);
        assertThat(harness.errors()).doesNotContain("kind DEADLOCK");
    }

    /** The data set is checked before and after, nothing but conflicts fails, and the counts add up. */
    private JsonNode runs(Path folder, String words) throws Exception {
        return sound(start(folder, server.address(), words));
    }

    private static JsonNode sound(HarnessProcess harness) throws Exception {
        assertThat(harness.exitCode()).as(harness.errors()).isIn(0, 12);
        JsonNode result = harness.result("sound");
        List<String> wrong = new ArrayList<>();
        for (JsonNode check : result.get("checks")) {
            if (!check.get("passed").asBoolean()) {
                wrong.add(
                        check.get("name").asText() + ": " + check.get("detail").asText());
            }
        }
        assertThat(wrong).as("checks that failed").isEmpty();
        assertThat(codes(result))
                .doesNotContain("ACCOUNTING", "DATA_MISMATCH", "NO_SAMPLES", "OVERLOAD", "TARGET_LOST", "UNCHECKED");
        assertThat(result.get("totals").get("completed").asLong()).isPositive();
        assertThat(result.get("checks").findValuesAsText("when")).contains("before", "after");
        List<String> failed = new ArrayList<>();
        result.get("operations")
                .forEach(operation ->
                        operation.get("counts").get("failedBy").fieldNames().forEachRemaining(failed::add));
        assertThat(failed).as(harness.errors()).isSubsetOf("DEADLOCK", "SERIALIZATION");
        return result;
    }

    private static HarnessProcess start(Path folder, TargetSpec where, String words) throws IOException {
        String[] arguments = Stream.of(
                        List.of(words.split(" ")),
                        List.of("--target", where.url()),
                        where.user().stream()
                                .flatMap(user -> Stream.of("--user", user, "--password", "env:DB_PASSWORD"))
                                .toList())
                .flatMap(Collection::stream)
                .toArray(String[]::new);
        String password = where.password().orElseThrow().reveal();
        return HarnessProcess.start(folder, List.of(), Map.of("DB_PASSWORD", password), arguments);
    }
}
