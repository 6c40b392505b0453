package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.CommandRunner;
import io.dbharness.cli.CommandRunner.Outcome;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.SourceTree;
import io.dbharness.testkit.shared.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * The profile {@code article} of each published study, scaled down by its sizes and times alone, against one server or one limited disk
 * that stands: all series, repeats and levels.
 */
class ArticlesIT {

    private static final Path EXPERIMENTS = SourceTree.path("experiments");

    @TempDir
    Path folder;

    private Outcome run(
            String study, String sizes, String times, List<String> subjects, String target, String... settings)
            throws Exception {
        StringBuilder targets = new StringBuilder();
        subjects.forEach(
                subject -> targets.append(subject).append(": {").append(target).append("}\n"));
        Path file = Files.writeString(folder.resolve("targets.yaml"), targets);
        List<String> words = new ArrayList<>(List.of(
                "experiment",
                "run",
                EXPERIMENTS.resolve(study + ".yaml").toString(),
                "--profile",
                "article",
                "--targets",
                file.toString(),
                "--set",
                "scale.sizes=" + sizes,
                "--set",
                "scale.times=" + times,
                "--out",
                "out"));
        Stream.of(settings).forEach(setting -> words.addAll(List.of("--set", setting)));
        Outcome run = CommandRunner.run(folder, words.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.errors()).isIn(0, 12);
        assertThat(run.output()).contains("Claims\n", "Assumed, not published");
        assertThat(Files.readString(folder.resolve("out/report.md"))).doesNotContain(": is incomplete");
        requireCells();
        return run;
    }

    /** Every cell is measured, or its table says why not. */
    private void requireCells() throws Exception {
        List<String> lines = Files.readAllLines(folder.resolve("out/tables/long.csv"));
        assertThat(lines).filteredOn(line -> line.endsWith(",measured")).hasSizeGreaterThan(20);
        for (String table : Files.readString(folder.resolve("out/report.md")).split("\n#+ ", -1)) {
            if (table.lines().anyMatch(line -> line.matches("\\|.*\\| TBD \\|.*"))
                    && !table.contains("| Parameter |")) {
                assertThat(table).contains("TBD: ");
            }
        }
    }

    private String entering(RunningServer server) throws IOException {
        Path password = folder.resolve("password");
        Files.writeString(
                password, server.address().password().map(Secret::reveal).orElse(""));
        return "target: \"" + server.address().url() + "\""
                + server.address().user().map(user -> ", user: " + user).orElse("")
                + (server.address().password().isPresent() ? ", password: \"file:" + password + "\"" : "");
    }

    private static RunningServer postgresql(int connections) {
        return Shared.startServer(new TargetSpec(
                "embedded:postgresql",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of("connections", Integer.toString(connections))));
    }

    /** With few rows, TPC-C on few connections without think time, and a third of the time of the nightly test. */
    @Tag("nightly")
    @Test
    void distributedSqlOnThreeDisks() throws Exception {
        distributedSql(
                "0.0003",
                "workloads.read20.options.table-size=1000000",
                "workloads.write20.options.table-size=1000000",
                "workloads.read30.options.table-size=1000000",
                "workloads.write30.options.table-size=1000000",
                "workloads.tpcc2000.options.connections=4",
                "workloads.tpcc2000.options.think-time=none",
                "workloads.tpcc2000.options.rows-percent=1",
                "subjects.ultra.leave-out=two disks are enough");
    }

    @Tag("nightly")
    @Test
    void distributedSqlOnThreeDisksForLonger() throws Exception {
        distributedSql("0.001");
    }

    private void distributedSql(String times, String... settings) throws Exception {
        try (RunningServer server = postgresql(650)) {
            Outcome run = run(
                    "yugabytedb-azure-disks",
                    "0.0005",
                    times,
                    List.of("premium", "premium_v2", "ultra"),
                    entering(server),
                    settings);

            assertThat(run.errors()).contains("replacing the data of an earlier run: found ");
        }
    }

    @Tag("nightly")
    @Test
    void insertsAndDeletesInTiers() throws Exception {
        try (RunningServer server = postgresql(20)) {
            Outcome run = run(
                    "azure-sql-inserts-deletes",
                    "1",
                    "0.00025",
                    List.of("web1", "bus1", "bus2", "bus4", "bus8", "basic1", "s1_1", "s2_2", "p1_4", "p2_8"),
                    entering(server));

            assertThat(run.errors()).contains("dropping the existing data set");
        }
    }

    /** The file is read and written by a disk of this machine that is held to the IOPS of the article's two. */
    @Test
    @EnabledIf("io.dbharness.acceptance.ProvisionIT#possible")
    void percentilesOfTwoDisks() throws Exception {
        percentiles("0.01", "design.repeats=2");
    }

    @Tag("nightly")
    @Test
    @EnabledIf("io.dbharness.acceptance.ProvisionIT#possible")
    void percentilesOfTwoDisksWithAllRepeats() throws Exception {
        percentiles("0.02");
    }

    private void percentiles(String times, String... settings) throws Exception {
        try (LimitedDisk disk = LimitedDisk.up(folder, 16_000)) {
            run(
                    "sqlserver-performance-plus",
                    "0.0005",
                    times,
                    List.of("premium_v2", "premium_performance_plus"),
                    "target: \"file:" + disk.file() + "\"",
                    settings);
        }
    }

    @Tag("nightly")
    @Test
    @EnabledIf("io.dbharness.acceptance.ProvisionIT#possible")
    void throughputAgainstOutstanding() throws Exception {
        try (LimitedDisk disk = LimitedDisk.up(folder, 500)) {
            run(
                    "iometer-sweep",
                    "0.005",
                    "0.01",
                    List.of("hdd", "hdd_500", "ssd", "ssd_500"),
                    "target: \"file:" + disk.file() + "\"");
        }
    }

    @Tag("nightly")
    @Test
    void cassandraOnLocalAndRemoteStorage() throws Exception {
        try (RunningServer server = Shared.startServer(TargetSpec.of("embedded:cassandra"))) {
            Outcome run = run(
                    "cassandra-local-storage",
                    "0.000001",
                    "0.0005",
                    List.of("l8s_local", "l8s_remote", "ds13_v2", "d15_v2"),
                    entering(server));

            assertThat(run.errors()).contains("waiting until the target has settled");
        }
    }

    /** A disk that stands until it is closed. */
    private record LimitedDisk(Path folder, Path directory) implements AutoCloseable {

        static LimitedDisk up(Path folder, int iops) throws Exception {
            Files.writeString(
                    folder.resolve("limited.yaml"),
                    "name: limited-" + iops + "\nsubjects:\n  p: {provider: local, iops: " + iops
                            + ", size: 400MiB}\n");
            Outcome up = CommandRunner.run(folder, "provision", "up", "limited.yaml");
            assertThat(up.exitCode()).as(up.errors()).isZero();
            Matcher directory = Pattern.compile("--data-dir (\\S+)/data").matcher(up.output());
            assertThat(directory.find()).as(up.output()).isTrue();
            return new LimitedDisk(folder, Path.of(directory.group(1)));
        }

        Path file() {
            return directory.resolve("probe.dat");
        }

        @Override
        public void close() {
            Outcome down = CommandRunner.run(folder, "provision", "down", "limited.yaml");
            assertThat(down.exitCode()).as(down.errors()).isZero();
        }
    }
}
