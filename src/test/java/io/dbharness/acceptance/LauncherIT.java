package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.testkit.shared.ShortLivedJava;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher and its archive of classes: made at the first start, used at the next, and never in the way. */
@DisabledOnOs(OS.WINDOWS)
class LauncherIT {

    private static final Path BUILT = Path.of(System.getProperty("harness.jar", "../cli/target/harness.jar"))
            .toAbsolutePath();
    private static final String CACHE = "XDG_CACHE_HOME";
    private static final int PATIENCE_MINUTES = 4;

    @TempDir
    private Path folder;

    private Path launcher;

    /** In a folder with spaces in its name, called through two links. */
    @BeforeEach
    void install() throws IOException {
        ShortLivedJava.in(folder.resolve("java"));
        Path home = Files.createDirectories(folder.resolve("an-installed-harness"));
        Files.copy(BUILT.resolveSibling("harness"), home.resolve("harness"));
        assertThat(home.resolve("harness").toFile().setExecutable(true)).isTrue();
        // No hard link: the name of the archive changes with the number of links, and other tests make some.
        Files.copy(BUILT.resolveSibling("harness-slim.jar"), home.resolve("harness.jar"));
        Path bin = Files.createDirectories(folder.resolve("my bin"));
        Files.createSymbolicLink(bin.resolve("relative"), Path.of("..", "an-installed-harness", "harness"));
        launcher = Files.createSymbolicLink(bin.resolve("harness"), bin.resolve("relative"));
    }

    private record Ended(int status, String output, String errors) {}

    private Process start(String name, Map<String, String> environment, String... arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(Stream.concat(Stream.of(launcher.toString()), Stream.of(arguments))
                        .toList())
                .redirectOutput(folder.resolve(name + ".out").toFile())
                .redirectError(folder.resolve(name + ".err").toFile());
        builder.environment().put("JAVA_HOME", folder.resolve("java").toString());
        builder.environment().put(CACHE, folder.resolve("cache").toString());
        builder.environment().putAll(environment);
        return builder.start();
    }

    private Ended ended(String name, Process process) throws Exception {
        if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
        }
        return new Ended(
                process.waitFor(),
                Files.readString(folder.resolve(name + ".out")),
                Files.readString(folder.resolve(name + ".err")));
    }

    private Ended run(Map<String, String> environment, String... arguments) throws Exception {
        return ended("run", start("run", environment, arguments));
    }

    private void assertLists(Ended ended) {
        assertThat(ended.errors()).isEmpty();
        assertThat(ended.output()).contains("tpcc", "sysbench point-select");
        assertThat(ended.status()).isZero();
    }

    private List<Path> cached() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("cache").resolve("dbharness"))) {
            return files.toList();
        }
    }

    @Test
    void twoFirstStartsAtOnceDoNotMeetAndTheNextTakesItsClassesFromWhatTheyHaveKept() throws Exception {
        Process one = start("one", Map.of(), "list");
        Process other = start("other", Map.of(), "list");
        assertLists(ended("one", one));
        assertLists(ended("other", other));

        assertThat(cached()).isNotEmpty().allSatisfy(archive -> {
            assertThat(archive.toString()).endsWith(".jsa");
            assertThat(archive).isNotEmptyFile();
        });
        Path log = folder.resolve("classes.log");
        Ended second = run(Map.of("JDK_JAVA_OPTIONS", "-Xlog:class+load:file=" + log), "--version");
        assertThat(second.status()).as(second.errors()).isZero();
        assertThat(Files.readAllLines(log))
                .anyMatch(line -> line.contains("io.dbharness.cli.Main source: shared objects file"))
                .as("picocli's classes, which a JVM keeps only if they are compiled for Java 6 or newer")
                .anyMatch(line -> line.contains("picocli.CommandLine source: shared objects file"));
        requireANewArchiveWhenItWasCutOff();
    }

    private void requireANewArchiveWhenItWasCutOff() throws Exception {
        Path archive = cached().get(0);
        long size = Files.size(archive);
        assertThat(archive.toFile().setWritable(true)).isTrue();
        try (FileChannel file = FileChannel.open(archive, StandardOpenOption.WRITE)) {
            file.truncate(size / 2);
        }

        assertLists(run(Map.of(), "list"));

        assertThat(cached())
                .singleElement()
                .satisfies(anew -> assertThat(Files.size(anew)).isGreaterThan(size / 2));
    }

    @Tag("nightly")
    @Test
    void anArchiveFullOfNonsenseIsIgnored() throws Exception {
        assertLists(run(Map.of(), "list"));
        Path archive = cached().get(0);
        assertThat(archive.toFile().setWritable(true)).isTrue();
        Files.write(archive, new byte[Math.toIntExact(Files.size(archive))]);

        assertLists(run(Map.of(), "list"));
    }

    @Test
    void theHarnessRunsWhereNothingCanBeKept() throws Exception {
        Path file = Files.createFile(folder.resolve("no folder"));

        assertLists(run(Map.of(CACHE, file.toString()), "list"));
        assertLists(run(Map.of(CACHE, "", "HOME", ""), "list"));
    }

    @Test
    void whatIsMissingIsToldInASentence() throws Exception {
        Ended withoutJava = run(Map.of("JAVA_HOME", "/nowhere"), "list");
        Files.delete(folder.resolve("an-installed-harness").resolve("harness.jar"));
        Ended withoutJar = run(Map.of(), "list");

        assertThat(withoutJava.status()).isEqualTo(1);
        assertThat(withoutJava.errors()).isEqualTo("harness: JAVA_HOME is /nowhere, and there is no bin/java in it\n");
        assertThat(withoutJar.status()).isEqualTo(1);
        assertThat(withoutJar.errors()).startsWith("harness: there is no harness.jar in ");
    }
}
