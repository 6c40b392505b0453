package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.testkit.SourceTree;
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
 * Builds copies of the example projects and runs them, those with tests by one Maven. They find this build's artifacts in a repository that
 * shares all others with the user's, where the examples' own dependencies are kept too. Measurements in the copies are short.
 */
@Tag("server")
class ExamplesIT {

    private static final Path ROOT = SourceTree.root();
    private static final Pattern ARTIFACT =
            Pattern.compile("(?s)^(?:.*?</parent>)?.*?<artifactId>([^<]+)</artifactId>.*");
    private static final Pattern MEASURED = Pattern.compile("\"warmup=\\ds\", \"duration=\\ds\"");
    private static final String SUREFIRE = "<artifactId>maven-surefire-plugin</artifactId>";
    private static final int MINUTES = 5;
    // The test in a container is run by container-tests.sh, which has an image.
    private static final String[] PACKAGE = {
        "-Dtest=!ContainerTest",
        "-Dsurefire.failIfNoSpecifiedTests=false",
        "-Dmaven.test.redirectTestOutputToFile=true",
        "package"
    };

    private static final Path REPOSITORY =
            Path.of("target", "examples-repository").toAbsolutePath();

    @TempDir
    static Path folder;

    private static Ended build = new Ended(-1, "");

    @BeforeAll
    static void buildAll() throws IOException, InterruptedException {
        makeRepository();
        copy("junit-testcontainers", "junit-testcontainers");
        copy("own-workload", "own-workload");
        copy("own-dialect", "own-dialect");
        copy("plain-java", "plain-java");
        Files.writeString(folder.resolve("pom.xml"), """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>com.example</groupId>
                  <artifactId>examples</artifactId>
                  <version>1.0</version>
                  <packaging>pom</packaging>
                  <modules>
                    <module>junit-testcontainers</module>
                    <module>own-workload</module>
                    <module>own-dialect</module>
                    <module>plain-java</module>
                  </modules>
                </project>
                """);
        build = maven(folder, PACKAGE);
    }

    /** Neither installs these artifacts for everybody nor fetches the others again. */
    private static void makeRepository() throws IOException {
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

    private static Path copy(String example, String name) throws IOException {
        Path from = ROOT.resolve("examples").resolve(example);
        Path to = folder.resolve(name);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path relative = from.relativize(file);
                if (!relative.startsWith("target")) {
                    Path copy = to.resolve(relative.toString());
                    Files.createDirectories(copy.getParent());
                    Files.writeString(copy, shorten(Files.readString(file)));
                }
            }
        }
        return to;
    }

    private static String shorten(String source) {
        // A bound on p99 is answered from 367 New-Orders on, whatever time they take.
        return MEASURED.matcher(source.replace(
                        "\"warmup=2s\", \"duration=6s\"", "\"warmup=0\", \"duration=1m\", \"until=1200\""))
                .replaceAll("\"warmup=0\", \"duration=1s\"")
                .replace("\"warehouses=1\"", "\"warehouses=1\", \"rows-percent=1\"")
                .replace(".with(\"think-time\", \"none\")", ".with(\"think-time\", \"none\").with(\"rows-percent\", 1)")
                .replace("Duration.ofSeconds(2)", "Duration.ZERO")
                .replace("Duration.ofSeconds(5)", "Duration.ofSeconds(1)");
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
                "-DargLine=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"));
        command.addAll(Arrays.asList(arguments));
        return run(project, command);
    }

    /** Returns Surefire's report of a test class of a project. */
    private static String tests(String project, String test) throws IOException {
        Path report = folder.resolve(project).resolve("target/surefire-reports").resolve(test + ".txt");
        assertThat(report).as(build.output()).exists();
        return Files.readString(report);
    }

    private static Ended run(Path project, List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        Process process = builder.start();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return new Ended(process.waitFor(), Files.readString(output));
    }

    @Tag("nightly")
    @Test
    void tenLinesStartAServerLoadMeasureAndReadAPercentile() throws Exception {
        Path project = folder.resolve("plain-java");

        Ended ended = maven(project, "-q", "compile", "exec:java").well();

        assertThat(Files.readAllLines(ROOT.resolve("examples/plain-java/src/main/java/FirstRun.java")).stream()
                        .filter(line -> line.startsWith("    ")))
                .hasSizeLessThanOrEqualTo(10);
        // What a busy machine does to the latencies is not the subject.
        assertThat(ended.output()).containsPattern("(VALID|SUSPECT|INVALID) [0-9.]+ ms\\R");
        assertThat(project.resolve("results")).doesNotExist();
    }

    @Test
    void aTestOfFewLinesIsAGateAndAStoredBaselinePasses() throws Exception {
        assertThat(Files.readAllLines(folder.resolve("junit-testcontainers/src/test/java/NewOrderTest.java")))
                .hasSizeLessThanOrEqualTo(25);

        for (String test : List.of("NewOrderTest", "NotSlowerTest")) {
            assertThat(tests("junit-testcontainers", test))
                    .contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0");
        }
        assertThat(build.status()).as(build.output()).isZero();
    }

    @Tag("nightly")
    @Test
    void aSlowServerPassesNeither() throws Exception {
        Path slow = copy("junit-testcontainers", "slow");
        Path pom = slow.resolve("pom.xml");
        Files.writeString(
                pom,
                Files.readString(pom)
                        .replace(
                                SUREFIRE,
                                SUREFIRE
                                        + "<configuration><systemPropertyVariables>"
                                        + "<dbharness.target>sim:service=600ms</dbharness.target>"
                                        + "<dbharness.duration>10m</dbharness.duration>"
                                        + "</systemPropertyVariables></configuration>"));

        assertThat(maven(slow, PACKAGE).status()).isNotZero();

        assertThat(tests("slow", "NewOrderTest"))
                .contains("p99(NewOrder) < 500.0 ms does not hold", "Tests run: 1, Failures: 1");
        assertThat(tests("slow", "NotSlowerTest")).contains("Tests run: 1, Failures: 1");
    }

    @Test
    void anOwnWorkloadRunsInTestsAndFromTheCommandLine() throws Exception {
        assertThat(tests("own-workload", "com.example.counters.CountersTest"))
                .contains("Tests run: 2, Failures: 0, Errors: 0, Skipped: 0");

        Ended ended = run(
                folder.resolve("own-workload"),
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
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
        assertThat(tests("own-dialect", "com.example.h2.H2Test"))
                .contains("Tests run: 3, Failures: 0, Errors: 0, Skipped: 0");
    }
}
