package io.dbharness.acceptance;

import static io.dbharness.acceptance.HarnessProcess.codes;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.cli.CommandRunner;
import io.dbharness.cli.CommandRunner.Outcome;
import io.dbharness.testkit.shared.MariadbServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * All workloads on a MariaDB, and what remains of it when the server or the harness is killed. One warehouse is loaded for all tests; each
 * test that kills a server kills its own copy.
 */
@Tag("fault")
@EnabledIf(value = "isInstalled", disabledReason = "mariadb-server is not installed")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MariadbIT {

    private static final String LOADED = "tpcc";
    private static final String TPCC = "tpcc " + OneWarehouse.WORDS + " ";

    private MariadbServer loaded;
    private MariadbServer shared;

    static boolean isInstalled() {
        return MariadbServer.isInstalled();
    }

    @BeforeAll
    void load(@TempDir Path folder) throws Exception {
        loaded = MariadbServer.start();
        Outcome load = run(folder, loaded, LOADED, TPCC + "--load only --loaders 2");
        assertThat(load.exitCode()).as(load.errors()).isZero();
        loaded.stop();
        shared = loaded.startCopy();
    }

    @AfterAll
    void close() {
        try (MariadbServer first = loaded;
                MariadbServer second = shared) {
            assertThat(first).isNotSameAs(second);
        }
    }

    private static Outcome run(Path folder, MariadbServer server, String database, String words) {
        return CommandRunner.run(folder, on(server, database, words));
    }

    private static String[] on(MariadbServer server, String database, String words) {
        return TpccIT.with(
                words.split(" "), "--target", server.database(database).url(), "--user", "root");
    }

    /** Whatever a busy machine did to the latencies. */
    private static JsonNode sound(Path folder, Outcome harness) throws Exception {
        assertThat(harness.exitCode()).as(harness.errors()).isIn(0, 12);
        JsonNode result = HarnessProcess.result(folder.resolve("sound"), harness.errors());
        assertThat(codes(result))
                .as("%s", result.get("caveats"))
                .doesNotContain("ACCOUNTING", "DATA_MISMATCH", "TARGET_LOST", "UNCHECKED");
        assertThat(result.get("totals").get("completed").asLong()).isPositive();
        assertThat(result.get("checks").findValuesAsText("when")).contains("before", "after");
        return result;
    }

    @Test
    void aServerThatIsKilledAndComesBackHasLostNothingThatItAcknowledged(@TempDir Path folder) throws Exception {
        killAndStartAgain("interactive", folder);
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"compound", "procedures"})
    void aServerThatIsKilledAndComesBackHasLostNothingInAnyMode(String mode, @TempDir Path folder) throws Exception {
        killAndStartAgain(mode, folder);
    }

    private void killAndStartAgain(String mode, Path folder) throws Exception {
        try (MariadbServer server = loaded.startCopy()) {
            HarnessThread harness = HarnessThread.start(
                    folder,
                    on(
                            server,
                            LOADED,
                            TPCC + "--mode " + mode
                                    + " --rate 100/s --connections 4 --warmup 0s --duration 6s --out back"));
            harness.awaitSeconds("back", 0);

            server.kill();
            server.startAgain();

            Outcome outcome = harness.outcome();
            BrokenResult result = new BrokenResult(HarnessProcess.result(folder.resolve("back"), outcome.errors()));
            result.assertHonest(outcome.exitCode());
            assertThat(result.isChecked()).as(outcome.errors()).isTrue();
            assertThat(result.lost()).as(outcome.output()).isZero();
            assertThat(TpccFaultsIT.connectionsWereLost(result.result())).isTrue();
        }
    }

    @Test
    void aServerThatDiesMidRunIsNoSuccessAndItsDataSurvive(@TempDir Path folder) throws Exception {
        kill("procedures", folder);
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"interactive", "compound"})
    void aServerThatDiesMidRunIsNoSuccessAndItsDataSurviveInAnyMode(String mode, @TempDir Path folder)
            throws Exception {
        kill(mode, folder);
    }

    private void kill(String mode, Path folder) throws Exception {
        try (MariadbServer server = loaded.startCopy()) {
            HarnessThread harness = HarnessThread.start(
                    folder,
                    on(
                            server,
                            LOADED,
                            TPCC + "--mode " + mode
                                    + " --rate 100/s --connections 4 --warmup 0s --duration 10m --out dead"));
            harness.awaitSeconds("dead", 0);

            server.kill();

            Outcome dead = harness.outcome();
            assertThat(dead.exitCode()).as(dead.errors()).isIn(12, 13);
            assertThat(HarnessProcess.result(folder.resolve("dead"), dead.errors())
                            .get("verdict")
                            .asText())
                    .isEqualTo("INVALID");
            server.startAgain();
            Outcome next = run(
                    folder,
                    server,
                    LOADED,
                    TPCC + "--mode " + mode + " --connections 2 --warmup 0s --until 100 --out sound");
            sound(folder, next);
            assertThat(next.errors()).doesNotContain("loading");
        }
    }

    @Test
    void aLoadThatWasKilledGoesOn(@TempDir Path folder) throws Exception {
        String several = "tpcc --warehouses 8 --rows-percent 2 --think-time none ";
        String load = several + "--load only --loaders 1";
        HarnessProcess.start(folder, on(shared, "killed", load))
                .awaitText("step=\"loading")
                .kill();

        sound(folder, run(folder, shared, "killed", several + "--connections 2 --warmup 0s --until 100 --out sound"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sysbench read-write --load always --tables 2 --table-size 500 --pipeline 100",
                "insert-delete --load always --initial-data 1MB",
                "tpcc " + OneWarehouse.WORDS + " --mode compound --isolation serializable"
            })
    void everyWorkloadRunsAndItsDataAreRight(String words, @TempDir Path folder) throws Exception {
        assertRight(words, folder);
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "sysbench read-write --load always --tables 2 --table-size 500",
                "sysbench insert --load always --tables 2 --table-size 500 --auto-increment no",
                "tpcc " + OneWarehouse.WORDS + " --load always --foreign-keys yes"
            })
    void everyWorkloadRunsInOtherWaysAndItsDataAreRight(String words, @TempDir Path folder) throws Exception {
        assertRight(words, folder);
    }

    private void assertRight(String words, Path folder) throws Exception {
        String database = words.contains("--load always") ? "d" + Integer.toHexString(words.hashCode()) : LOADED;
        JsonNode result = sound(
                folder, run(folder, shared, database, words + " --connections 4 --warmup 0s --until 300 --out sound"));

        assertThat(result.get("target").get("product").asText()).isEqualTo("MariaDB");
        List<String> failed = new ArrayList<>();
        result.get("operations")
                .forEach(operation ->
                        operation.get("counts").get("failedBy").fieldNames().forEachRemaining(failed::add));
        assertThat(failed).isSubsetOf("DEADLOCK", "SERIALIZATION");
    }

    @Test
    void connectionsAreReplacedInEachRunOfASweep(@TempDir Path folder) throws Exception {
        Outcome sweep = run(
                folder,
                shared,
                "crowd",
                "sysbench point-select --tables 1 --table-size 50 --connections 2 --idle-connections 5"
                        + " --sweep reconnect=1,10 --warmup 0s --until 100 --out crowd");

        assertThat(sweep.exitCode()).as(sweep.errors()).isIn(0, 12);
        assertThat(connects(folder, "run-001", sweep)).isEqualTo(98);
        assertThat(connects(folder, "run-002", sweep)).isBetween(8, 10);
    }

    private static int connects(Path folder, String run, Outcome sweep) throws Exception {
        JsonNode result = HarnessProcess.result(folder.resolve("crowd").resolve(run), sweep.errors());
        assertThat(result.get("totals").get("completed").asInt()).isEqualTo(100);
        assertThat(result.get("checks").findValuesAsText("detail")).contains("5 of 5 idle connections still answer");
        assertThat(result.get("steps").get(0).get("name").asText()).isEqualTo("connect");
        return result.get("steps").get(0).get("count").asInt();
    }
}
