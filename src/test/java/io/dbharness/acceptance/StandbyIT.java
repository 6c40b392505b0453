package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.cli.CommandRunner;
import io.dbharness.cli.CommandRunner.Outcome;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.shared.Shared;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
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
        for (String workload : List.of("tpcc load --rows-percent 1", "sysbench point-select load")) {
            Outcome load = run(folder, primary.address().url(), workload);
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
    @ValueSource(strings = {"tpcc --rows-percent 1 --mix 0,0,1,0,1 --think-time none", "sysbench read-only"})
    void servesWorkloadsThatOnlyRead(String words, @TempDir Path folder) throws Exception {
        assertServes(words, folder);
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"sysbench point-select", "sysbench random-points", "sysbench random-ranges"})
    void servesAllWorkloadsThatOnlyRead(String words, @TempDir Path folder) throws Exception {
        assertServes(words, folder);
    }

    private void assertServes(String words, Path folder) throws Exception {
        Outcome harness =
                run(folder, standby.url(), words + " --connections 2 --warmup 0s --until 100 --load never --out sound");

        assertThat(harness.exitCode()).as(harness.errors()).isIn(0, 12);
        JsonNode result = HarnessProcess.onlyResult(folder, harness.errors());
        assertThat(HarnessProcess.codes(result))
                .doesNotContain("ACCOUNTING", "DATA_MISMATCH", "ERRORS", "NO_SAMPLES", "TARGET_LOST");
        assertThat(result.get("totals").get("completed").asLong()).isPositive();
        assertThat(result.get("totals").get("failed").asLong()).isZero();
        assertThat(result.get("checks"))
                .isNotEmpty()
                .allMatch(check -> check.get("passed").asBoolean());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tpcc --out refused",
                "sysbench insert --out refused",
                "insert-delete --out refused",
                "tpcc drop --rows-percent 1"
            })
    void refusesOthersInOneSentenceBeforeAnything(String words, @TempDir Path folder) throws Exception {
        assertRefuses(words, folder);
    }

    @Tag("nightly")
    @Test
    void refusesUpdatesOfAnIndexInOneSentenceBeforeAnything(@TempDir Path folder) throws Exception {
        assertRefuses("sysbench update-index --out refused", folder);
    }

    private void assertRefuses(String words, Path folder) throws Exception {
        Outcome harness = run(folder, standby.url(), words);

        assertThat(harness.exitCode()).as(harness.errors()).isEqualTo(2);
        assertThat(harness.errors())
                .contains("takes no writes: it is a standby")
                .doesNotContain("internal", "\tat ", "loading ");
        assertThat(folder.resolve("refused")).doesNotExist();
    }

    @Test
    void isCheckedAsItIs(@TempDir Path folder) throws Exception {
        Outcome harness = run(folder, standby.url(), "tpcc check --rows-percent 1");

        assertThat(harness.exitCode()).as(harness.errors()).isZero();
        assertThat(harness.output()).contains("passed  rows.loaded").doesNotContain("FAILED");
    }

    private Outcome run(Path folder, String url, String words) {
        TargetSpec there =
                new TargetSpec(url, primary.address().user(), primary.address().password(), Optional.empty(), Map.of());
        return CommandRunner.run(folder, there, words.split(" "));
    }
}
