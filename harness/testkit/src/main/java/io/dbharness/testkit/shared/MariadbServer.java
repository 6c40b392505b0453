package io.dbharness.testkit.shared;

import io.dbharness.sut.RunningServer;
import io.dbharness.sut.TargetSpec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A real MariaDB from the machine's packages, on a free loopback port, with its own data directory. The user root needs no password. */
public final class MariadbServer implements RunningServer {

    /** Address of a server with default settings, like {@code embedded:postgresql}. */
    static final String URL = "mariadb:";

    private static final Path SERVER = Path.of("/usr/sbin/mariadbd");
    private static final Path CLIENT = Path.of("/usr/bin/mariadb");
    private static final Path INSTALLER = Path.of("/usr/bin/mariadb-install-db");

    private final Path directory;
    private final int port;
    private @Nullable Process process;

    private MariadbServer(Path directory, int port) {
        this.directory = directory;
        this.port = port;
    }

    /** Returns true if this machine has the MariaDB programs. */
    public static boolean isInstalled() {
        return Files.isExecutable(SERVER) && Files.isExecutable(INSTALLER) && Files.isExecutable(CLIENT);
    }

    /** Creates a server and starts it. */
    public static MariadbServer start(String... options) {
        try {
            Path directory = Files.createTempDirectory("dbharness-mariadb");
            MariadbServer server = new MariadbServer(directory, freePort());
            server.install();
            server.startAgain(options);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a server on a copy of this one's data. This one must be stopped. */
    public MariadbServer startCopy() {
        try {
            MariadbServer copy = new MariadbServer(Files.createTempDirectory("dbharness-mariadb"), freePort());
            copy.run("cp", "-a", directory.resolve("data").toString(), copy.directory.toString());
            copy.startAgain();
            return copy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private void install() {
        run(
                INSTALLER.toString(),
                "--no-defaults",
                "--auth-root-authentication-method=normal",
                "--skip-test-db",
                "--user=" + System.getProperty("user.name"),
                "--datadir=" + directory.resolve("data"));
    }

    private void run(String... command) {
        Path log = directory.resolve("log");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            if (ended(process) != 0) {
                throw new IllegalStateException(Files.readString(log));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts the server with its existing data; after a kill it recovers first. */
    public void startAgain(String... options) {
        List<String> command = new ArrayList<>(List.of(
                SERVER.toString(),
                "--no-defaults",
                "--user=" + System.getProperty("user.name"),
                "--datadir=" + directory.resolve("data"),
                "--tmpdir=" + directory,
                "--socket=" + directory.resolve("s"),
                "--pid-file=" + directory.resolve("pid"),
                "--bind-address=127.0.0.1",
                "--port=" + port));
        command.addAll(List.of(options));
        try {
            Process started =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process = started;
            BufferedReader said = started.inputReader(StandardCharsets.UTF_8);
            StringBuilder all = new StringBuilder();
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                all.append(line).append('\n');
                if (line.contains("ready for connections")) {
                    return;
                }
            }
            throw new IllegalStateException("mariadbd did not start: " + all);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills the server, which simulates a crash. */
    public void kill() {
        if (process != null) {
            ended(process.destroyForcibly());
            process = null;
        }
    }

    /** Shuts the server down, with all data on the disk. */
    public void stop() {
        if (process != null) {
            process.destroy();
            ended(process);
            process = null;
        }
    }

    /** Returns the address of a database; creates it if it does not exist. */
    public TargetSpec database(String name) {
        run(
                CLIENT.toString(),
                "--no-defaults",
                "--user=root",
                "--socket=" + directory.resolve("s"),
                "-e",
                "CREATE DATABASE IF NOT EXISTS " + name);
        return at(name);
    }

    private TargetSpec at(String database) {
        return new TargetSpec(
                "jdbc:mariadb://127.0.0.1:" + port + "/" + database,
                Optional.of("root"),
                Optional.empty(),
                Optional.empty(),
                Map.of());
    }

    /** Returns the address of the database with the system tables. */
    @Override
    public TargetSpec address() {
        return at("mysql");
    }

    @Override
    public Path dataDirectory() {
        return directory.resolve("data");
    }

    private static int ended(Process process) {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        kill();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
