package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.cli.CommandRunner;
import io.dbharness.cli.CommandRunner.Outcome;
import io.dbharness.provisioning.StateDirectory;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Databases and probes on disks of their own, through the commands that a user types. */
@EnabledIf(value = "possible", disabledReason = "needs root on Linux with loop devices and blkio.throttle or io.max")
// Each looks for control groups that stay.
@Execution(ExecutionMode.SAME_THREAD)
@ExtendWith(OneWarehouse.Given.class)
class ProvisionIT {

    private static final Pattern DATA_DIRECTORY = Pattern.compile("--data-dir (\\S+)");
    private static final Pattern LOG_DIRECTORY = Pattern.compile("--log-dir (\\S+)");

    /** Where the disks of these tests are. */
    private static final Path DISKS =
            StateDirectory.standard(System.getenv()).path().resolve("disk");

    @TempDir
    Path folder;

    static boolean possible() throws IOException {
        return Files.exists(Path.of("/proc/self"))
                && Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)
                && Files.exists(Path.of("/dev/loop-control"))
                && (Files.exists(Path.of("/sys/fs/cgroup/blkio/blkio.throttle.read_iops_device"))
                        || readable(Path.of("/sys/fs/cgroup/cgroup.controllers"))
                                .contains("io"));
    }

    private static String readable(Path file) throws IOException {
        return Files.isReadable(file) ? Files.readString(file) : "";
    }

    private HarnessProcess start(String... words) throws IOException {
        return HarnessProcess.start(folder, words);
    }

    private Outcome provision(String... words) {
        return CommandRunner.run(folder, TpccIT.with(new String[] {"provision"}, words));
    }

    /** Brings up one disk and returns the data directory that {@code up} names. */
    private Path up(String disk) throws Exception {
        return named(DATA_DIRECTORY, output(disk));
    }

    /** Brings up one subject and returns what {@code up} prints. */
    private String output(String disk) throws Exception {
        Files.writeString(folder.resolve("disk.yaml"), "name: disk\nsubjects:\n  p: {provider: local, " + disk + "}\n");
        Outcome up = provision("up", "disk.yaml");
        assertThat(up.exitCode()).as(up.errors()).isZero();
        return up.output();
    }

    private static Path named(Pattern option, String output) {
        return Path.of(option.matcher(output)
                .results()
                .map((MatchResult match) -> match.group(1))
                .findFirst()
                .orElseThrow());
    }

    @AfterEach
    void nothingStays() throws Exception {
        Outcome down = provision("down", "disk.yaml");

        assertThat(down.exitCode()).as(down.errors()).isZero();
        assertThat(left()).isEmpty();
    }

    private boolean isOurs(String line) {
        return line.contains(folder.toString()) || line.contains(DISKS.toString());
    }

    /** Mounts, loop devices and processes that have to do with this test's folder and disks. */
    private List<String> left() throws IOException {
        List<String> left = new ArrayList<>();
        Files.readAllLines(Path.of("/proc/self/mounts")).stream()
                .filter(this::isOurs)
                .forEach(left::add);
        try (Stream<Path> devices = Files.list(Path.of("/sys/block"))) {
            for (Path device : devices.toList()) {
                if (isOurs(readable(device.resolve("loop/backing_file")))) {
                    left.add(device.toString());
                }
            }
        }
        ProcessHandle.allProcesses()
                .filter(process -> process.pid() != ProcessHandle.current().pid())
                .map(process -> HarnessProcess.commandLine(process.pid()))
                .filter(this::isOurs)
                .forEach(left::add);
        left.addAll(groups());
        return left;
    }

    /** Control groups of the disk of this test. */
    private static List<String> groups() throws IOException {
        List<String> groups = new ArrayList<>();
        for (Path root : List.of(Path.of("/sys/fs/cgroup"), Path.of("/sys/fs/cgroup/memory"))) {
            if (Files.isDirectory(root)) {
                try (Stream<Path> all = Files.list(root)) {
                    all.map(Path::toString)
                            .filter(group -> group.contains("/disk-p-"))
                            .forEach(groups::add);
                }
            }
        }
        return groups;
    }

    @Tag("nightly")
    @Test
    void whatAKilledRunLeavesOnItsDiskGoesWithTheDisk(OneWarehouse warehouse) throws Exception {
        Path data = up("iops: 5000, size: 1GiB");
        warehouse.copyTo(data);
        HarnessProcess killed = start(
                "tpcc",
                "--warehouses",
                "1",
                "--rows-percent",
                "1",
                "--think-time",
                "none",
                "--warmup",
                "0s",
                "--duration",
                "60s",
                "--data-dir",
                data.toString(),
                "--out",
                "killed");
        killed.awaitSeconds("killed", 2);
        assertThat(HarnessProcess.serversUnder(DISKS)).isNotEmpty();

        // Down has to wait for the server, which writes what it has in memory first.
        killed.kill();
    }

    @Test
    void aDiskThatFillsUpUnderALoadEndsItWithTheReason() throws Exception {
        Path data = up("size: 1200MiB");
        HarnessProcess tpcc =
                start("tpcc", "--warehouses", "4", "--loaders", "1", "--duration", "1s", "--data-dir", data.toString());
        tpcc.awaitText("step=\"loading");

        fill(data.resolveSibling("filler"));

        // A server that panics for want of space may be reported first, as lost.
        assertThat(tpcc.exitCode()).as(tpcc.errors()).isIn(1, 13);
        assertThat(tpcc.errors()).contains("No space left on device");
    }

    @Test
    void aServersLogOnADiskOfItsOwnIsMeasuredApart() throws Exception {
        String printed = output("volumes: {data: {iops: 3000, size: 700MiB}, log: {iops: 200, size: 400MiB}}");
        Path data = named(DATA_DIRECTORY, printed);
        Path log = named(LOG_DIRECTORY, printed);

        Outcome run = CommandRunner.run(
                folder,
                "sysbench",
                "update-non-index",
                "--table-size",
                "20000",
                "--loaders",
                "1",
                "--outstanding",
                "8",
                "--warmup",
                "1s",
                "--duration",
                "4s",
                "--data-dir",
                data.toString(),
                "--log-dir",
                log.toString(),
                "--verbose",
                "--out",
                "apart");

        assertThat(run.exitCode()).as(run.errors()).isIn(0, 12);
        assertThat(Files.getFileStore(data)).isNotEqualTo(Files.getFileStore(log));
        assertThat(data.resolve("pgdata/pg_wal").toRealPath()).isEqualTo(log.toRealPath());
        // Each commit waits for the log, whose disk is the slow one.
        JsonNode result = HarnessProcess.result(folder.resolve("apart"), run.errors());
        assertThat(mean(result, "logDiskIops")).isBetween(20.0, 300.0);
        assertThat(mean(result, "dataDiskIops")).isGreaterThanOrEqualTo(0);
        assertThat(run.output()).contains("logDiskIops", "dataDiskIops", "logDiskLatencyMillis");

        // The log is part of the data.
        Outcome without = CommandRunner.run(
                folder,
                "sysbench",
                "point-select",
                "--table-size",
                "20000",
                "--duration",
                "1s",
                "--data-dir",
                data.toString());
        assertThat(without.exitCode()).isNotZero();
        assertThat(without.errors()).contains("have their log in " + log);
    }

    private static double mean(JsonNode result, String level) {
        for (JsonNode series : result.at("/server/series")) {
            if (series.path("name").asText().equals(level)) {
                return StreamSupport.stream(series.path("values").spliterator(), false)
                        .filter(JsonNode::isNumber)
                        .mapToDouble(JsonNode::asDouble)
                        .average()
                        .orElseThrow();
            }
        }
        throw new AssertionError("no " + level);
    }

    private static final String STUDY = """
            experiment: own-disk
            title: A database and a probe on a limited disk
            subjects:
              slow: {provision: "disk.yaml#p"}
            phases: {warmup: 0s, duration: 1500ms}
            workloads:
              probe: {command: disk, options: {size: 8MB, outstanding: 8, read: 100}}
              reads:
                command: sysbench point-select
                options: {table-size: 200000, loaders: 1, sweep: "outstanding=2,4"}
            tables:
              - id: t
                kind: metrics
                where: {workload: reads}
                rows: [{label: IOPS of the disk, expr: highest(server.mean.diskIops), decimals: 0}]
            """;

    private HarnessProcess study(String action) throws Exception {
        return start("experiment", action, "study.yaml", "--out", "out");
    }

    @Test
    void aStudyBringsItsDisksUpAndDownAlsoWhenItIsKilledAndResumed() throws Exception {
        Files.writeString(
                folder.resolve("disk.yaml"),
                "name: disk\nsubjects:\n  p: {provider: local, iops: 1000, size: 700MiB, memory: 80MiB}\n");
        Files.writeString(folder.resolve("study.yaml"), STUDY);
        HarnessProcess killed = study("run");
        killed.awaitText("command 2/2").awaitText("run 2: outstanding 4");
        killed.kill();
        assertThat(groups()).isNotEmpty();
        assertThat(left()).hasSizeGreaterThan(3);

        Outcome down = provision("down", "disk.yaml");

        assertThat(down.exitCode()).as(down.errors()).isZero();
        assertThat(left()).isEmpty();

        HarnessProcess resumed = study("resume");

        assertThat(resumed.exitCode()).as(resumed.errors()).isIn(0, 12);
        assertThat(resumed.errors()).doesNotContain("command 1/2");
        assertThat(left()).isEmpty();
        // Without the limit it would be ten times as many.
        assertThat(iops(resumed.output())).isBetween(50.0, 1500.0);
        assertThat(killed.result("out/slow-probe/run-001").at("/scores/iops").asDouble())
                .isBetween(100.0, 1500.0);
        assertThat(provision("list").output()).doesNotContainPattern("(?m)^disk ");
    }

    @Test
    void volumesOfOneSubjectAreMeasuredOnTheSameMachine() throws Exception {
        Files.writeString(folder.resolve("disk.yaml"), """
                name: disk
                subjects:
                  p:
                    provider: local
                    volumes: {fast: {iops: 2000, size: 320MiB}, slow: {iops: 100, size: 320MiB}}
                """);
        Files.writeString(folder.resolve("study.yaml"), """
                experiment: volumes
                title: Two volumes of one machine
                subjects:
                  fast: {provision: "disk.yaml#p/fast"}
                  slow: {provision: "disk.yaml#p/slow"}
                phases: {warmup: 0s, duration: 1500ms}
                design: {bring-up: subject}
                workloads:
                  probe: {command: disk, options: {size: 8MB, outstanding: 8, read: 100}}
                tables:
                  - {id: t, kind: metrics, rows: [{label: IOPS, expr: throughput, decimals: 0}]}
                """);

        HarnessProcess study = study("run");

        assertThat(study.exitCode()).as(study.errors()).isIn(0, 12);
        assertThat(study.errors()).containsOnlyOnce("bringing up p of");
        assertThat(study.result("out/fast-probe/run-001").at("/scores/iops").asDouble())
                .isGreaterThan(3
                        * study.result("out/slow-probe/run-001")
                                .at("/scores/iops")
                                .asDouble());
        assertThat(left()).isEmpty();
    }

    private static double iops(String report) {
        return report.lines()
                .filter(line -> line.startsWith("IOPS of the disk"))
                .mapToDouble(
                        line -> Double.parseDouble(line.replaceAll(".* ", "").replace(",", "")))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void anInterruptedStudyTakesItsDisksDown() throws Exception {
        Files.writeString(
                folder.resolve("disk.yaml"),
                "name: disk\nsubjects:\n  p: {provider: local, iops: 1000, size: 700MiB, memory: 80MiB}\n");
        Files.writeString(folder.resolve("study.yaml"), STUDY);
        HarnessProcess study = study("run");
        study.awaitText("command 2/2").awaitText("step=\"loading");

        study.interrupt();

        assertThat(study.exitCode()).as(study.errors()).isEqualTo(130);
        assertThat(left()).isEmpty();
    }

    @Test
    void whatIsWrongWithADiskIsToldWithTheStudy() throws Exception {
        Files.writeString(
                folder.resolve("disk.yaml"),
                "name: disk\nsubjects:\n  p: {provider: local, tier: P99, size: 700MiB}\n");
        Files.writeString(folder.resolve("study.yaml"), STUDY.replace("outstanding: 8", "outstanding: none"));

        Outcome study = CommandRunner.run(folder, "experiment", "run", "study.yaml", "--out", "out");

        assertThat(study.exitCode()).isEqualTo(2);
        assertThat(study.errors())
                .contains("disk.yaml:3: subjects.p.tier must be a disk such as P15")
                .contains("study.yaml:7: --outstanding must be");
        assertThat(folder.resolve("out")).doesNotExist();
        Files.writeString(
                folder.resolve("disk.yaml"), "name: disk\nsubjects:\n  p: {provider: existing, directory: .}\n");
    }

    private static void fill(Path file) throws IOException {
        byte[] chunk = new byte[1 << 20];
        try (OutputStream out = Files.newOutputStream(file)) {
            while (true) {
                out.write(chunk);
            }
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space left on device");
        }
    }
}
