package io.dbharness.acceptance;

import static io.dbharness.acceptance.HarnessProcess.codes;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.testkit.shared.MariadbServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What users run on a MariaDB of their own, and what is left of it when it or the harness is killed. */
@Tag("fault")
@EnabledIf(value = "isInstalled", disabledReason = "mariadb-server is not installed")
class MariadbIT {

    private static final String TPCC = "tpcc --warehouses 1 --think-time none ";

    private final MariadbServer server = MariadbServer.start();

    @TempDir
    private Path folder;

    static boolean isInstalled() {
        return MariadbServer.isInstalled();
    }

    @BeforeEach
    void load() throws Exception {
        assertThat(start(TPCC + "--load only --loaders 2").exitCode()).isZero();
    }

    @AfterEach
    void close() {
        server.close();
    }

    private HarnessProcess start(String words) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(words.split(" ")));
        arguments.addAll(List.of("--target", server.database("tpcc").url(), "--user", "root"));
        return HarnessProcess.start(folder, arguments.toArray(String[]::new));
    }

    /** Whatever a busy machine did to the latencies. */
    private JsonNode sound(HarnessProcess harness, String out) throws Exception {
        assertThat(harness.exitCode()).as(harness.errors()).isIn(0, 12);
        JsonNode result = harness.result(out);
        assertThat(codes(result))
                .as("%s", result.get("caveats"))
                .doesNotContain("ACCOUNTING", "DATA_MISMATCH", "TARGET_LOST", "UNCHECKED");
        assertThat(result.get("totals").get("completed").asLong()).isPositive();
        assertThat(result.get("checks").findValuesAsText("when")).contains("before", "after");
        return result;
    }

    @ParameterizedTest
    @ValueSource(strings = {"interactive", "compound", "procedures"})
    void aServerThatIsKilledAndComesBackHasLostNothingThatItAcknowledged(String mode) throws Exception {
        HarnessProcess harness =
                start(TPCC + "--mode " + mode + " --rate 100/s --connections 4 --warmup 0s --duration 15s --out back");
        harness.awaitSeconds("back", 2);

        server.kill();
        server.startAgain();

        int exitCode = harness.exitCode();
        BrokenResult result = new BrokenResult(harness.result("back"));
        result.assertHonest(exitCode);
        assertThat(result.isChecked()).as(harness.errors()).isTrue();
        assertThat(result.lost()).as(harness.output()).isZero();
        assertThat(harness.errors()).contains("first failure of kind CONNECTION_LOST");
    }

    @ParameterizedTest
    @ValueSource(strings = {"interactive", "procedures"})
    void aServerThatDiesMidRunIsNoSuccessAndItsDataSurvive(String mode) throws Exception {
        HarnessProcess harness =
                start(TPCC + "--mode " + mode + " --connections 4 --warmup 0s --duration 60s --out dead");
        harness.awaitSeconds("dead", 2);

        server.kill();

        assertThat(harness.exitCode()).as(harness.errors()).isIn(12, 13);
        assertThat(harness.result("dead").get("verdict").asText()).isEqualTo("INVALID");
        server.startAgain();
        HarnessProcess next = start(TPCC + "--mode " + mode + " --connections 2 --warmup 0s --duration 2s --out next");
        sound(next, "next");
        assertThat(next.errors()).doesNotContain("loading");
    }

    @Test
    void aLoadThatWasKilledGoesOn() throws Exception {
        String load = TPCC.replace("warehouses 1", "warehouses 2") + "--load only --loaders 1";
        HarnessProcess dropped = start(TPCC.replace("tpcc ", "tpcc drop "));
        assertThat(dropped.exitCode()).as(dropped.errors()).isZero();
        start(load).awaitText("step=\"loading").kill();

        HarnessProcess next = start(load);

        assertThat(next.exitCode()).as(next.errors()).isZero();
        HarnessProcess run = start(TPCC.replace("warehouses 1", "warehouses 2")
                + "--load never --connections 2 --warmup 0s --duration 2s --out sound");
        sound(run, "sound");
        assertThat(run.errors()).doesNotContain("loading");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sysbench read-write --load always --tables 2 --table-size 5000",
                "sysbench read-write --load always --tables 2 --table-size 5000 --pipeline 100",
                "sysbench insert --load always --tables 2 --table-size 5000 --auto-increment no",
                "insert-delete --load always --initial-data 1MB",
                "tpcc --warehouses 1 --think-time none --load always --foreign-keys yes",
                "tpcc --warehouses 1 --think-time none --isolation serializable"
            })
    void everyWorkloadRunsAndItsDataAreRight(String words) throws Exception {
        JsonNode result = sound(start(words + " --connections 4 --warmup 0s --duration 2s --out sound"), "sound");

        assertThat(result.get("target").get("product").asText()).isEqualTo("MariaDB");
        List<String> failed = new ArrayList<>();
        result.get("operations")
                .forEach(operation ->
                        operation.get("counts").get("failedBy").fieldNames().forEachRemaining(failed::add));
        assertThat(failed).isSubsetOf("DEADLOCK", "SERIALIZATION");
    }
}
