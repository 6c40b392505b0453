package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dbharness.embedded.ChildProcess;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.SourceTree;
import io.dbharness.testkit.shared.BuildServer;
import io.dbharness.testkit.shared.MariadbServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Every block of README and docs, pasted into a shell, page by page in a clean folder with harness.jar. Sizes, times, rates and addresses
 * are replaced ({@link #REPLACED}). Comments above a block mark what is special about it:
 *
 * <ul>
 *   <li>{@code not run: REASON}: it needs something that is not here
 *   <li>{@code needs fio}: it is run where that program is installed
 *   <li>{@code exit codes 0 10}: all that are right; otherwise 0
 *   <li>{@code in a clone}: it is for a clone of the repository
 *   <li>{@code file: NAME}: it is a file of the folder
 * </ul>
 *
 * <p>{@code -Dblocks.page=guide.md} runs those of one page, or of all whose names end with a pattern.
 */
@Tag("nightly")
@Execution(ExecutionMode.SAME_THREAD)
class PastedBlocksIT {

    private static final Path ROOT = SourceTree.root();
    private static final int MINUTES = 15;
    private static final String PASSWORD = "secret";
    private static final List<String> PASSWORD_VARIABLES = List.of("DB_PASSWORD", "PGPASSWORD", "PW");
    private static final String NOT_RUN = "not run:";

    /** Blocks that no shell takes. {@link DatabasesPageIT} executes SQL; Java and XML are parts of the examples. */
    private static final List<String> NOT_COMMANDS = List.of("text", "yaml", "json", "ini", "java", "xml", "sql");

    private static final String WORKLOAD =
            "(harness\\.jar (?:try )?(?:tpcc|disk|insert-delete|(?:sysbench|cql|sql) [a-z-]+))"
                    + "(?! (?:load|check|drop))(?=\\s)";

    /** A pattern and its replacement a line, in this order. */
    private static final String REPLACED = """
            \\\\\\n\\s* =>
            --(duration|warmup|budget|think-time|rows-percent) \\S+ =>
            --until \\d+[kM]? => --until 500
            --warehouses \\d+ => --warehouses 1
            --table-size \\d+ => --table-size 1000
            --size \\S+ => --size 64MB
            --fill \\S+ => --rows 1000
            --rows \\d{4,} => --rows 1000
            --partitions \\d{4,} => --partitions 100
            --capacity \\S+ =>
            --scale \\d+ => --scale 1
            --nodes 3 => --nodes 1
            --repeat \\d+ => --repeat 2
            \\.\\.(64|256) => ..4
            20\\.\\.200:10 => 20..40:20
            \\bn=1m\\b => n=1000
            \\bfixed=\\d+/s => fixed=50/s
            \\(1\\.\\.1[mM]\\) => (1..1000)
            \\bduration=\\d+m => duration=2s
            -node (HOST|10\\.\\S+) =>
            --target '?cassandra://\\S+ =>
            /data/probe => probe
            /var/tmp/l\\b => ledger
            --user U\\b => --user bench
            """;

    @TempDir
    static Path folder;

    private static final AtomicInteger RUN = new AtomicInteger();
    private static final Map<String, List<String>> LEFT_OUT = Collections.synchronizedMap(new TreeMap<>());

    private static PackagedPostgresql postgresql;
    private static String postgresqlPlace = "";
    private static String mariadbPlace = "";

    @BeforeAll
    static void startServers() throws IOException, InterruptedException, SQLException {
        assumeTrue(PackagedPostgresql.isInstalled(), "postgresql is not installed");
        postgresql = PackagedPostgresql.create();
        TargetSpec server = postgresql.with(List.of("max_connections = 300"));
        postgresqlPlace = place(server);
        if (MariadbServer.isInstalled()) {
            TargetSpec mariadb = BuildServer.mariadb("bench");
            mariadbPlace = place(mariadb);
            execute(
                    mariadb,
                    "CREATE OR REPLACE USER bench IDENTIFIED BY '" + PASSWORD + "'",
                    "GRANT ALL ON bench.* TO bench");
        }
    }

    @AfterAll
    static void reportAndStop() {
        System.out.println("Blocks of README and docs that were run: " + RUN);
        LEFT_OUT.forEach((reason, places) ->
                System.out.println("Not run (" + places.size() + "): " + reason + ": " + String.join(", ", places)));
        if (postgresql != null) {
            postgresql.close();
        }
    }

    /** Returns host and port. */
    private static String place(TargetSpec server) {
        return server.url().replaceFirst("^jdbc:\\w+://([^/]+)/.*", "$1");
    }

    private static void execute(TargetSpec server, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        server.url(),
                        server.user().orElseThrow(),
                        server.password().map(Secret::reveal).orElse(""));
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @TestFactory
    Stream<DynamicContainer> everyBlockRuns() throws IOException {
        String only = System.getProperty("blocks.page", "md");
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            List<Path> pages = Stream.concat(
                            Stream.of("README.md", "experiments/README.md").map(ROOT::resolve), docs.sorted())
                    .filter(page -> page.toString().matches(".*(" + only + ")"))
                    .toList();
            return pages.stream().map(this::page);
        }
    }

    private DynamicContainer page(Path page) {
        String name = ROOT.relativize(page).toString();
        Path place = folder.resolve(name.replaceAll("\\W", "-"));
        try {
            List<PageBlock> blocks = PageBlock.of(page);
            return DynamicContainer.dynamicContainer(
                    name,
                    blocks.stream()
                            .map(block -> DynamicTest.dynamicTest(name + ":" + block.line(), () -> {
                                // Before the first block, and before one that is run again alone.
                                if (!Files.exists(place)) {
                                    prepare(place, blocks);
                                }
                                run(place, name, block);
                            })));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes a folder as a user has it, and an empty database, unless the page itself makes that. */
    private static void prepare(Path place, List<PageBlock> blocks)
            throws IOException, InterruptedException, SQLException {
        Files.createDirectories(place);
        HarnessProcess.link(HarnessProcess.builtJar(), place.resolve("harness.jar"));
        Path output = Files.createTempFile(folder, "copy", ".txt");
        assertThat(bash(
                        place,
                        "cp -r " + ROOT.resolve("examples") + " " + ROOT.resolve("experiments") + " .\n",
                        output))
                .as(Files.readString(output))
                .isZero();
        TargetSpec server = postgresql.with(List.of("max_connections = 300"));
        execute(server, "DROP DATABASE IF EXISTS bench WITH (FORCE)", "DROP ROLE IF EXISTS bench");
        if (blocks.stream()
                .filter(block -> block.language().isEmpty())
                .noneMatch(block -> block.text().contains("CREATE USER bench"))) {
            execute(server, "CREATE ROLE bench LOGIN PASSWORD '" + PASSWORD + "'", "CREATE DATABASE bench OWNER bench");
        }
    }

    private static void run(Path place, String page, PageBlock block) throws IOException, InterruptedException {
        String where = page + ":" + block.line();
        block.note(NOT_RUN).ifPresent(reason -> leaveOut(reason, where));
        if (!block.language().isEmpty()) {
            assertThat(NOT_COMMANDS).as(where).contains(block.language());
            if (block.note("file:").isPresent()) {
                Files.writeString(place.resolve(block.note("file:").orElseThrow()), block.text());
            }
            return;
        }
        if (mariadbPlace.isEmpty() && block.text().matches("(?s).*jdbc:(mariadb|mysql):.*")) {
            leaveOut("mariadb-server is not installed", where);
        }
        block.note("needs")
                .filter(program -> !ChildProcess.exists(program))
                .ifPresent(program -> leaveOut(program + " is not installed", where));
        List<Integer> expected = Arrays.stream(
                        block.note("exit codes").orElse("0").split(" "))
                .map(Integer::valueOf)
                .toList();
        Path shell = place;
        if (block.note("in a clone").isPresent()) {
            shell = place.resolve("clone");
            clone(shell);
        }
        RUN.incrementAndGet();
        String commands = replaced(block.text());
        Path output = Files.createTempFile(folder, "output", ".txt");
        int status = bash(shell, commands, output);
        assertThat(expected)
                .as(where + " ended with " + status + "\n" + commands + "\n" + Files.readString(output))
                .contains(status);
    }

    private static void leaveOut(String reason, String where) {
        LEFT_OUT.computeIfAbsent(reason, key -> Collections.synchronizedList(new ArrayList<>()))
                .add(where);
        abort(reason);
    }

    /** A clone whose Maven uses the artifacts that are here. */
    private static void clone(Path into) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "clone", ".txt");
        String commands = "git clone -q " + ROOT + " " + into + "\nmkdir -p " + into
                + "/.mvn\nprintf '%s\\n' -o -Dmaven.repo.local=" + System.getProperty("maven.repository") + " >>" + into
                + "/.mvn/maven.config\n";
        assertThat(bash(folder, commands, output)).as(Files.readString(output)).isZero();
    }

    private static String replaced(String text) {
        String commands = text;
        for (String line : REPLACED.lines().toList()) {
            String[] pair = line.split(" =>", -1);
            commands = commands.replaceAll(pair[0], pair[1].isBlank() ? " " : pair[1].strip());
        }
        return commands.replaceAll(WORKLOAD, "$1 --warmup 0s --duration 2s")
                .replaceAll("(harness\\.jar (?:try )?tpcc)(?= --warmup)", "$1 --think-time none")
                .replaceAll("(harness\\.jar (?:try )?tpcc(?: load| check| drop)?)(?=\\s)", "$1 --rows-percent 1")
                .replaceAll("(harness\\.jar try [^\n]*?)(?= --warmup)", "$1 --budget 20s")
                .replaceAll("jdbc:postgresql://[^/\\s]+/\\w+", "jdbc:postgresql://" + postgresqlPlace + "/bench")
                .replaceAll("jdbc:(mariadb|mysql)://[^/\\s]+/\\w+(\\?[^' ]*)?", "jdbc:$1://" + mariadbPlace + "/bench");
    }

    private static int bash(Path place, String commands, Path output) throws IOException, InterruptedException {
        Path script = Files.writeString(Files.createTempFile(folder, "block", ".sh"), commands);
        ProcessBuilder builder = new ProcessBuilder("bash", "-euo", "pipefail", script.toString())
                .directory(place.toFile())
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(output.toFile());
        Map<String, String> environment = builder.environment();
        environment.put("PATH", Path.of(System.getProperty("java.home"), "bin") + ":" + environment.get("PATH"));
        environment.put("PGHOST", postgresqlPlace.replaceFirst(":.*", ""));
        environment.put("PGPORT", postgresqlPlace.replaceFirst(".*:", ""));
        PASSWORD_VARIABLES.forEach(name -> environment.put(name, PASSWORD));
        Process process = builder.start();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return process.waitFor();
    }
}
