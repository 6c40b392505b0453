package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.shared.Shared;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A hot standby, which takes no writes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StandbyIT {

    private RunningServer primary;
    private Standby standby;

    @BeforeAll
    void startBoth(@TempDir Path folder) throws Exception {
        primary = Shared.startServer(new TargetSpec(
                "embedded:postgresql",
                Optional.empty(),
                Optional.empty(),
                Optional.of(folder.resolve("data")),
                Map.of()));
        for (String workload : List.of("tpcc", "sysbench point-select")) {
            HarnessProcess load = run(folder, primary.address().url(), workload + " load");
            assertThat(load.exitCode()).as(load.errors()).isZero();
        }
        standby = Standby.of(primary);
    }

    @AfterAll
    void stopBoth() throws Exception {
        try {
            if (standby != null) {
                standby.stop();
            }
        } finally {
            primary.close();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tpcc --mix 0,0,1,0,1 --think-time none",
                "sysbench point-select",
                "sysbench read-only",
                "sysbench random-points",
                "sysbench random-ranges"
            })
    void servesWorkloadsThatOnlyRead(String words, @TempDir Path folder) throws Exception {
        HarnessProcess harness =
                run(folder, standby.url(), words + " --connections 2 --warmup 0s --duration 2s --load never");

        assertThat(harness.exitCode()).as(harness.errors()).isIn(0, 12);
        JsonNode result = harness.result();
        assertThat(HarnessProcess.codes(result))
                .doesNotContain("ACCOUNTING", "DATA_MISMATCH", "ERRORS", "NO_SAMPLES", "TARGET_LOST");
        assertThat(result.get("totals").get("completed").asLong()).isPositive();
        assertThat(result.get("totals").get("failed").asLong()).isZero();
        assertThat(result.get("checks"))
                .isNotEmpty()
                .allMatch(check -> check.get("passed").asBoolean());
    }

    @ParameterizedTest
    @ValueSource(strings = {"tpcc", "sysbench insert", "sysbench update-index", "insert-delete", "tpcc drop"})
    void refusesOthersInOneSentenceBeforeAnything(String words, @TempDir Path folder) throws Exception {
        HarnessProcess harness = run(folder, standby.url(), words);

        assertThat(harness.exitCode()).as(harness.errors()).isEqualTo(2);
        assertThat(harness.errors())
                .contains("takes no writes: it is a standby")
                .doesNotContain("internal", "\tat ", "loading ");
        assertThat(folder.resolve("results")).doesNotExist();
    }

    @Test
    void isCheckedAsItIs(@TempDir Path folder) throws Exception {
        HarnessProcess harness = run(folder, standby.url(), "tpcc check");

        assertThat(harness.exitCode()).as(harness.errors()).isZero();
        assertThat(harness.output()).contains("passed  rows.loaded").doesNotContain("FAILED");
    }

    private HarnessProcess run(Path folder, String url, String words) throws Exception {
        List<String> arguments = new ArrayList<>();
        Collections.addAll(arguments, words.split(" "));
        Collections.addAll(
                arguments,
                "--target",
                url,
                "--user",
                primary.address().user().orElseThrow(),
                "--password",
                "env:DB_PASSWORD");
        HarnessProcess harness = HarnessProcess.start(
                folder,
                List.of(),
                Map.of("DB_PASSWORD", primary.address().password().orElseThrow().reveal()),
                arguments.toArray(String[]::new));
        harness.exitCode();
        return harness;
    }
}
