package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.sut.RunningServer;
import io.dbharness.testkit.shared.Shared;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A server that somebody else runs, reached by its address. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GivenServerIT {

    private RunningServer server;

    @BeforeAll
    void startServer() {
        server = Shared.startPostgresql();
    }

    @AfterAll
    void stopServer() {
        server.close();
    }

    private HarnessProcess run(Path folder, String url, String password, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "tpcc",
                "--target",
                url,
                "--user",
                server.address().user().orElseThrow(),
                "--password",
                "env:DB_PASSWORD"));
        arguments.addAll(List.of(more));
        HarnessProcess harness = HarnessProcess.start(
                folder, List.of(), Map.of("DB_PASSWORD", password), arguments.toArray(String[]::new));
        harness.exitCode();
        return harness;
    }

    private String password() {
        return server.address().password().orElseThrow().reveal();
    }

    @Test
    void isLoadedMeasuredAndChecked(@TempDir Path folder) throws Exception {
        HarnessProcess harness = run(
                folder,
                server.address().url(),
                password(),
                "--rows-percent",
                "1",
                "--think-time",
                "none",
                "--connections",
                "2",
                "--warmup",
                "0s",
                "--until",
                "100");

        assertThat(harness.exitCode()).as(harness.errors()).isIn(0, 12);
        TpccIT.assertSound(harness.result());
        assertThat(harness.output() + harness.errors() + harness.result()).doesNotContain(password());
    }

    /** The second scale needs other data than the first; what somebody else has loaded is not touched for either. */
    @Test
    void aStudyReplacesItsOwnDataAndNoOthers(@TempDir Path folder) throws Exception {
        String study =
                """
                experiment: scales
                title: Two scales on one server
                subjects:
                  small: {options: {initial-data: 0.1MB}}
                  large: {options: {initial-data: 0.25MB}}
                phases: {warmup: 0s, duration: 1s}
                workloads:
                  rows: {command: insert-delete, options: {target: "%s", user: %s, password: "env:DB_PASSWORD", users: 1}}
                tables:
                  - {id: t, kind: metrics, rows: [{label: Throughput, expr: throughput, unit: 1/s}]}
                """.formatted(server.address().url(), server.address().user().orElseThrow());
        Files.writeString(folder.resolve("scales.yaml"), study);

        HarnessProcess run = experiment(folder, "run", "ours");
        assertThat(run.exitCode()).as(run.errors()).isIn(0, 12);
        assertThat(run.errors()).contains("replacing the data of an earlier run: found ");

        HarnessProcess others = experiment(folder, "run", "theirs");
        assertThat(others.exitCode()).as(others.errors()).isIn(1, 12);
        assertThat(others.errors())
                .contains("small-rows: found ", "a study does not touch data that it has not made")
                .doesNotContain("replacing");
    }

    /** Each scale is in a schema of its own, so that the first is used again. */
    @Test
    void scalesOfAStudyStandSideBySide(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("scales.yaml"), """
                experiment: beside
                title: Two scales beside each other
                subjects:
                  one: {}
                  two: {}
                phases: {warmup: 0s, duration: 1s}
                data: separate
                options: {target: "%s", user: %s, password: "env:DB_PASSWORD", users: 1, table-size: 500}
                workloads:
                  few: {command: sysbench point-select, options: {tables: 1}}
                  many: {command: sysbench point-select, options: {tables: 2}}
                tables:
                  - {id: t, kind: metrics, rows: [{label: Throughput, expr: throughput, unit: 1/s}]}
                """.formatted(
                        server.address().url(), server.address().user().orElseThrow()));

        HarnessProcess run = experiment(folder, "run", "beside");

        assertThat(run.exitCode()).as(run.errors()).isIn(0, 12);
        assertThat(run.errors()).doesNotContain("replacing");
        assertThat(run.errors().split("loading sysbench", -1)).hasSize(3);
        assertThat(run.errors().split("using the data set that is there", -1)).hasSize(3);
    }

    private HarnessProcess experiment(Path folder, String... words) throws Exception {
        HarnessProcess harness = HarnessProcess.start(
                folder,
                List.of(),
                Map.of("DB_PASSWORD", password()),
                "experiment",
                words[0],
                "scales.yaml",
                "--out",
                words[1]);
        harness.exitCode();
        return harness;
    }

    @Test
    void aWrongPasswordIsOneClearMessage(@TempDir Path folder) throws Exception {
        HarnessProcess harness = run(folder, server.address().url(), "not-" + password());

        assertThat(harness.exitCode()).isEqualTo(13);
        assertThat(harness.errors()).contains("password").doesNotContain("\tat ", "not-" + password());
        assertThat(folder.resolve("results")).doesNotExist();
    }

    @Test
    void aMissingDatabaseIsNamed(@TempDir Path folder) throws Exception {
        String url = server.address().url();
        HarnessProcess harness = run(folder, url.substring(0, url.lastIndexOf('/')) + "/nowhere", password());

        assertThat(harness.exitCode()).isEqualTo(13);
        assertThat(harness.errors()).contains("nowhere").doesNotContain("\tat ");
        assertThat(folder.resolve("results")).doesNotExist();
    }
}
