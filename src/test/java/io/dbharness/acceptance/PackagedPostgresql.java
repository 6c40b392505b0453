package io.dbharness.acceptance;

import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import io.dbharness.time.Polling;
import io.dbharness.time.SystemClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A PostgreSQL of the machine's packages on a free loopback port, started again for each list of settings. Its superuser is trusted. */
final class PackagedPostgresql implements AutoCloseable {

    private static final Path PROGRAMS = Path.of("/usr/lib/postgresql");
    private static final Duration START_LIMIT = Duration.ofMinutes(1);
    private static final String USER = "postgres";

    private final Path folder;
    private final Path programs;
    private final int port;
    private List<String> settings = List.of();
    private Optional<Process> server = Optional.empty();

    private PackagedPostgresql(Path folder, Path programs, int port) {
        this.folder = folder;
        this.programs = programs;
        this.port = port;
    }

    static boolean isInstalled() throws IOException {
        return newest().isPresent();
    }

    private static Optional<Path> newest() throws IOException {
        if (!Files.isDirectory(PROGRAMS)) {
            return Optional.empty();
        }
        try (Stream<Path> versions = Files.list(PROGRAMS)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .sorted()
                    .reduce((older, newer) -> newer);
        }
    }

    /** Creates an empty server; {@link #with} starts it. */
    static PackagedPostgresql create() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("dbharness-packaged");
        int port = LoopbackPort.draw();
        PackagedPostgresql created = new PackagedPostgresql(folder, newest().orElseThrow(), port);
        if (asRoot()) {
            run(folder, List.of("chown", USER, folder.toString()));
        }
        run(
                folder,
                created.words("initdb", "-D", created.data(), "-U", USER, "--auth=trust", "--no-sync", "-E", "UTF8"));
        return created;
    }

    private static boolean asRoot() {
        return System.getProperty("user.name").equals("root");
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    /** Returns a command as another user, because PostgreSQL refuses to be root. */
    private List<String> words(String program, String... arguments) {
        List<String> words = new ArrayList<>(
                asRoot() ? List.of("setpriv", "--reuid", USER, "--regid", USER, "--clear-groups") : List.of());
        words.add(programs.resolve(program).toString());
        words.addAll(List.of(arguments));
        return words;
    }

    private static void run(Path folder, List<String> words) throws IOException, InterruptedException {
        Path log = Files.createTempFile("dbharness-packaged", ".log");
        try {
            Process process = new ProcessBuilder(words)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            if (process.waitFor() != 0) {
                throw new IllegalStateException(words + ": " + Files.readString(log));
            }
        } finally {
            Files.delete(log);
        }
    }

    /** Returns the superuser's address of a server with these settings, such as {@code max_connections = 6}. */
    TargetSpec with(List<String> wanted) throws IOException, InterruptedException {
        if (server.isEmpty() || !settings.equals(wanted)) {
            stop();
            start(wanted);
            settings = wanted;
        }
        return address();
    }

    private void start(List<String> wanted) throws IOException, InterruptedException {
        List<String> words =
                words("postgres", "-F", "-D", data(), "-p", "" + port, "-k", "", "-c", "listen_addresses=127.0.0.1");
        wanted.forEach(setting -> words.addAll(List.of("-c", setting.replace(" = ", "="))));
        Path log = folder.resolve("log");
        Process started = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        server = Optional.of(started);
        boolean ready = new Polling(new SystemClock()).until(START_LIMIT, () -> !started.isAlive() || answers());
        if (!ready || !started.isAlive()) {
            throw new IllegalStateException(Files.readString(log));
        }
    }

    private TargetSpec address() {
        return new TargetSpec(
                "jdbc:postgresql://127.0.0.1:" + port + "/postgres",
                Optional.of(USER),
                Optional.of(Secret.of("trusted")),
                Optional.empty(),
                Map.of());
    }

    private boolean answers() {
        try {
            DriverManager.getConnection(address().url(), USER, "").close();
            return true;
        } catch (SQLException e) {
            // It is still starting.
            return false;
        }
    }

    /** Ends its sessions and the server. */
    private void stop() throws IOException, InterruptedException {
        if (server.isPresent()) {
            new ProcessBuilder("kill", "-INT", "" + server.get().pid()).start().waitFor();
            server.get().waitFor();
            server = Optional.empty();
        }
    }

    @Override
    public void close() {
        try {
            stop();
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
