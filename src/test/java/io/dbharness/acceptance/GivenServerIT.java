package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.CommandRunner;
import io.dbharness.cli.CommandRunner.Outcome;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.shared.BuildServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A server that somebody else runs, reached by its address. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GivenServerIT {

    private final TargetSpec server = BuildServer.postgresql("given");
    private final TargetSpec tried = BuildServer.postgresql("tried");

    private Outcome run(Path folder, String url, String password) {
        TargetSpec there =
                new TargetSpec(url, server.user(), Optional.of(Secret.of(password)), Optional.empty(), Map.of());
        return CommandRunner.run(folder, there, "tpcc", "--out", "refused");
    }

    private String password() {
        return server.password().orElseThrow().reveal();
    }

    @Test
    void isLoadedMeasuredAndChecked(@TempDir Path folder) throws Exception {
        HarnessProcess harness = HarnessProcess.start(
                folder,
                List.of(),
                Map.of("DB_PASSWORD", password()),
                "tpcc",
                "--target",
                server.url(),
                "--user",
                server.user().orElseThrow(),
                "--password",
                "env:DB_PASSWORD",
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
        write(folder, """
                experiment: scales
                title: Two scales on one server
                subjects:
                  small: {options: {initial-data: 0.1MB}}
                  large: {options: {initial-data: 0.25MB}}
                phases: {warmup: 0s, duration: 300ms}
                workloads:
                  rows: {command: insert-delete, options: {target: given, users: 1}}
                tables:
                  - {id: t, kind: metrics, rows: [{label: Throughput, expr: throughput, unit: 1/s}]}
                """);

        Outcome run = experiment(folder, "ours");
        assertThat(run.exitCode()).as(run.errors()).isIn(0, 12);
        assertThat(run.errors()).contains("replacing the data of an earlier run: found ");

        Outcome others = experiment(folder, "theirs");
        assertThat(others.exitCode()).as(others.errors()).isIn(1, 12);
        assertThat(others.errors())
                .contains("small-rows: found ", "a study never changes data that it did not load")
                .doesNotContain("replacing");
    }

    /** Each scale is in a schema of its own, so that the first is used again. */
    @Test
    void scalesOfAStudyStandSideBySide(@TempDir Path folder) throws Exception {
        write(folder, """
                experiment: beside
                title: Two scales beside each other
                subjects:
                  one: {}
                  two: {}
                phases: {warmup: 0s, duration: 300ms}
                data: separate
                options: {target: given, users: 1, table-size: 500}
                workloads:
                  few: {command: sysbench point-select, options: {tables: 1}}
                  many: {command: sysbench point-select, options: {tables: 2}}
                tables:
                  - {id: t, kind: metrics, rows: [{label: Throughput, expr: throughput, unit: 1/s}]}
                """);

        Outcome run = experiment(folder, "beside");

        assertThat(run.exitCode()).as(run.errors()).isIn(0, 12);
        assertThat(run.errors()).doesNotContain("replacing");
        assertThat(run.errors().split("loading sysbench", -1)).hasSize(3);
        assertThat(run.errors().split("using the existing data set", -1)).hasSize(3);
    }

    /** Writes the study into the folder, with this server in place of the target of its options. */
    private void write(Path folder, String study) throws IOException {
        Path password = Files.writeString(folder.resolve("password"), password());
        Files.writeString(
                folder.resolve("scales.yaml"),
                study.replace(
                        "target: given",
                        "target: \"%s\", user: %s, password: \"file:%s\""
                                .formatted(server.url(), server.user().orElseThrow(), password)));
    }

    private static Outcome experiment(Path folder, String out) {
        return CommandRunner.run(folder, "experiment", "run", "scales.yaml", "--out", out);
    }

    @Test
    void aWrongPasswordIsOneClearMessage(@TempDir Path folder) throws Exception {
        Outcome harness = run(folder, server.url(), "not-" + password());

        assertThat(harness.exitCode()).isEqualTo(13);
        assertThat(harness.errors()).contains("password").doesNotContain("\tat ", "not-" + password());
        assertThat(folder.resolve("refused")).doesNotExist();
    }

    @Test
    void aMissingDatabaseIsNamed(@TempDir Path folder) throws Exception {
        String url = server.url();
        Outcome harness = run(folder, url.substring(0, url.lastIndexOf('/')) + "/nowhere", password());

        assertThat(harness.exitCode()).isEqualTo(13);
        assertThat(harness.errors()).contains("nowhere").doesNotContain("\tat ");
        assertThat(folder.resolve("refused")).doesNotExist();
    }

    private Outcome attempt(Path folder, String vary, String... more) {
        String psql =
                "PGPASSWORD=" + tried.password().orElseThrow().reveal() + " psql -X -v ON_ERROR_STOP=1 -h 127.0.0.1 "
                        + tried.url().replaceFirst(".*:(\\d+)/(\\w+).*", "-p $1 -d $2") + " -U "
                        + tried.user().orElseThrow() + " -c ";
        String database = tried.url().replaceFirst(".*/(\\w+).*", "$1");
        String before = Stream.of(
                        "synchronous_commit = {synchronous_commit}", "commit_delay = 20000", "commit_siblings = 0")
                .map(setting -> psql + "'ALTER DATABASE " + database + " SET " + setting + "'")
                .collect(Collectors.joining(" && "));
        List<String> words = new ArrayList<>(
                List.of("try", "sysbench", "update-non-index", "--tables", "1", "--table-size", "100", "--users", "1"));
        words.addAll(
                List.of("--warmup", "0s", "--duration", "1s", "--vary", vary, "--before", before, "--out", "tried"));
        words.addAll(List.of(more));
        return CommandRunner.run(folder, tried, words.toArray(String[]::new));
    }

    /** A commit that waits takes 20 ms here, one that does not about 1 ms. */
    @Tag("nightly")
    @Test
    void twoSettingsAreTriedUntilItIsDecidedWhichIsFaster(@TempDir Path folder) throws Exception {
        Outcome outcome = attempt(folder, "synchronous_commit=on,off");

        assertThat(outcome.exitCode()).as(outcome.errors()).isZero();
        assertThat(outcome.output())
                .contains(" times as fast as synchronous_commit on, 95 % interval ")
                .contains("under test: target.synchronous_commit: on → off; nothing else that was recorded differs")
                .contains("decided after 3 runs of each");
        assertThat(folder.resolve("tried/comparison.html"))
                .content()
                .contains("<strong>FASTER</strong>", "run-006/report.html");
        assertThat(folder.resolve("tried/run-001/before.log")).content().contains("ALTER DATABASE");
    }

    @Test
    void aCommandThatFailsBeforeARunEndsTheTrialWithItsLastLine(@TempDir Path folder) {
        Outcome outcome = attempt(folder, "synchronous_commit=on,never");

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.errors()).contains("ended with exit code", "before.log", "never");
    }
}
