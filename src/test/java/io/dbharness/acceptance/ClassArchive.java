package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Options of the JVM that make short commands of {@code harness.jar} cheap: no optimising compiler, one thread of garbage collection, and
 * an archive of parsed classes. The archive is made once per build of the jar by a study that runs a command of each kind.
 */
final class ClassArchive {

    // Both cost more than they gain within a few seconds: 40 % of a short command's processor time.
    private static final List<String> FLAGS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private static final int PATIENCE_MINUTES = 4;

    /** Cassandra is not reached: its driver is loaded before it tries to connect. */
    private static final String STUDY = """
            experiment: classes
            title: A command of each kind
            phases: {warmup: 0s, duration: 100ms}
            subjects:
              simulated: {options: {target: "sim:service=1ms"}}
              postgresql: {options: {target: "embedded:postgresql"}}
              cassandra: {options: {target: "cassandra://127.0.0.1:1/none?datacenter=none"}}
            workloads:
              tpcc: {command: tpcc, options: {think-time: none, sweep: "outstanding=1,2"}}
              sysbench: {command: sysbench read-write, options: {table-size: 10, outstanding: 1}}
              cql: {command: cql read, options: {outstanding: 1}}
            families:
              one: {subjects: [simulated], workloads: [tpcc]}
              two: {subjects: [postgresql], workloads: [sysbench]}
              three: {subjects: [cassandra], workloads: [cql]}
            tables:
              - {id: t, kind: metrics, rows: [{label: Throughput, expr: throughput, unit: 1/s}]}
            """;

    private ClassArchive() {}

    /** Returns the options for a command that is called {@code -jar harness.jar} in a folder with the built jar or a link to it. */
    static List<String> options() {
        return Made.OPTIONS;
    }

    /** Made by the first command that needs it; other threads wait. */
    private static final class Made {

        private static final List<String> OPTIONS = make();

        private static List<String> make() {
            try {
                Path jar = HarnessProcess.builtJar().toRealPath();
                Path archive = Path.of("target")
                        .toAbsolutePath()
                        .resolve("classes-" + Files.size(jar) + "-"
                                + Files.getLastModifiedTime(jar).toMillis() + ".jsa");
                if (!Files.exists(archive)) {
                    record(jar, archive);
                }
                // A JVM that cannot use the archive runs without, and need not report it.
                return with(
                        "-XX:SharedArchiveFile=" + archive, "-Xshare:auto", "-Xlog:cds=off", "-Xlog:cds+dynamic=off");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        private static List<String> with(String... more) {
            List<String> all = new ArrayList<>(FLAGS);
            all.addAll(List.of(more));
            return List.copyOf(all);
        }

        /** The JVM compares the jar's path as it was given, its size and its time: the folder may be another one. */
        private static void record(Path jar, Path archive) throws IOException, InterruptedException {
            Path folder = Files.createTempDirectory("dbharness-classes");
            HarnessProcess.link(jar, folder.resolve("harness.jar"));
            Files.writeString(folder.resolve("study.yaml"), STUDY);
            Path unfinished = folder.resolve("classes.jsa");
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(with("-XX:ArchiveClassesAtExit=" + unfinished));
            command.addAll(List.of("-jar", "harness.jar", "experiment", "run", "study.yaml", "--out", "out"));
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("output.txt").toFile())
                    .start();
            if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly().waitFor();
            }
            assertThat(unfinished)
                    .as(Files.readString(folder.resolve("output.txt")))
                    .isNotEmptyFile();
            Files.move(unfinished, archive, StandardCopyOption.REPLACE_EXISTING);
            new ProcessBuilder("rm", "-rf", folder.toString())
                    .inheritIO()
                    .start()
                    .waitFor();
        }
    }
}
