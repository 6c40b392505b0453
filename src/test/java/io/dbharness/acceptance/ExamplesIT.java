package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The example projects, each built by Maven from a copy, as their readers build them. They find this build's artifacts in a repository that shares
 * all others with the user's, where the examples' own dependencies are kept too.
 */
@Tag("server")
class ExamplesIT {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern ARTIFACT =
            Pattern.compile("(?s)^(?:.*?</parent>)?.*?<artifactId>([^<]+)</artifactId>.*");
    private static final int MINUTES = 5;

    private static final Path REPOSITORY =
            Path.of("target", "examples-repository").toAbsolutePath();

    @TempDir
    static Path folder;

    /** Neither installs these artifacts for everybody nor fetches the others again. */
    @BeforeAll
    static void makeARepository() throws IOException {
        Path users = Path.of(System.getProperty("maven.repository"));
        Path ours = Files.createDirectories(REPOSITORY.resolve("io/dbharness"));
        link(users, REPOSITORY, "io");
        link(users.resolve("io"), ours.getParent(), "dbharness");
        String version = System.getProperty("project.version");
        try (Stream<Path> poms = Files.find(
                ROOT, 3, (file, facts) -> file.endsWith("pom.xml") && !file.startsWith(ROOT.resolve("examples")))) {
            for (Path pom : poms.toList()) {
                Matcher named = ARTIFACT.matcher(Files.readString(pom));
                assertThat(named.matches()).as(pom.toString()).isTrue();
                String file = named.group(1) + "-" + version;
                Path into = Files.createDirectories(ours.resolve(named.group(1)).resolve(version));
                Files.copy(pom, into.resolve(file + ".pom"), StandardCopyOption.REPLACE_EXISTING);
                Path jar = pom.resolveSibling("target").resolve(file + ".jar");
                if (Files.exists(jar)) {
                    link(jar, into);
                }
            }
        }
    }

    private static void link(Path from, Path to, String but) throws IOException {
        try (Stream<Path> all = Files.list(from)) {
            for (Path one : all.filter(path -> !path.endsWith(but)).toList()) {
                link(one, to);
            }
        }
    }

    private static void link(Path file, Path into) throws IOException {
        Path link = into.resolve(file.getFileName());
        if (Files.notExists(link, LinkOption.NOFOLLOW_LINKS)) {
            Files.createSymbolicLink(link, file);
        }
    }

    /** A project of its own; those of one test may be built more than once. */
    private static Path copy(String example) throws IOException {
        Path from = ROOT.resolve("examples").resolve(example);
        Path to = folder.resolve(example);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path relative = from.relativize(file);
                if (!relative.startsWith("target")) {
                    Path copy = to.resolve(relative.toString());
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy);
                }
            }
        }
        return to;
    }

    private record Ended(int status, String output) {

        Ended well() {
            assertThat(status).as(output).isZero();
            return this;
        }
    }

    private static Ended maven(Path project, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("maven.home"), "bin", "mvn").toString(),
                "-B",
                "-Dmaven.repo.local=" + REPOSITORY,
                "-DargLine=-XX:TieredStopAtLevel=1"));
        command.addAll(Arrays.asList(arguments));
        return run(project, command);
    }

    private static Ended run(Path project, List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return new Ended(process.waitFor(), Files.readString(output));
    }

    @Test
    void tenLinesStartAServerLoadMeasureAndReadAPercentile() throws Exception {
        Path project = copy("plain-java");

        Ended ended = maven(project, "-q", "compile", "exec:java").well();

        assertThat(Files.readAllLines(project.resolve("src/main/java/FirstRun.java")).stream()
                        .filter(line -> line.startsWith("    ")))
                .hasSizeLessThanOrEqualTo(10);
        // What a busy machine does to the latencies is not the subject.
        assertThat(ended.output()).containsPattern("(VALID|SUSPECT|INVALID) [0-9.]+ ms\\R");
        assertThat(project.resolve("results")).doesNotExist();
    }

    @Test
    void aTestOfFewLinesIsAGateThatASlowServerDoesNotPass() throws Exception {
        Path project = copy("junit-testcontainers");
        assertThat(Files.readAllLines(project.resolve("src/test/java/NewOrderTest.java")))
                .hasSizeLessThanOrEqualTo(25);

        // The test in a container is run by container-tests.sh, which has an image.
        assertThat(maven(project, "-Dtest=NewOrderTest", "test").well().output())
                .contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0");

        Ended slow = maven(
                project,
                "-Dtest=NewOrderTest",
                "-Ddbharness.target=sim:service=600ms",
                "-Ddbharness.duration=10m",
                "test");
        assertThat(slow.status()).isNotZero();
        assertThat(slow.output()).contains("p99(NewOrder) < 500.0 ms does not hold", "Tests run: 1, Failures: 1");
    }

    @Test
    void anOwnWorkloadRunsInTestsAndFromTheCommandLine() throws Exception {
        Path project = copy("own-workload");

        assertThat(maven(project, "package").well().output())
                .contains("Tests run: 2, Failures: 0, Errors: 0, Skipped: 0");

        Ended ended = run(
                project,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("harness.jar") + ":target/own-workload-1.0.jar",
                        "io.dbharness.cli.Main",
                        "counters",
                        "--counters=5",
                        "--target=sim:service=2ms",
                        "--connections=4",
                        "--warmup=0",
                        "--duration=30s"));
        assertThat(ended.well().output()).contains("VALID  counters on Simulation", "Add ");
    }

    @Test
    void aDialectFromOutsideNeedsNothingOfTheHarness() throws Exception {
        assertThat(maven(copy("own-dialect"), "test").well().output())
                .contains("Tests run: 3, Failures: 0, Errors: 0, Skipped: 0");
    }
}
