package io.dbharness.testkit.shared;

import io.dbharness.sut.RunningServer;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import io.dbharness.time.Polling;
import io.dbharness.time.SystemClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Shares one server among all test JVMs of a Maven build, or of all builds below the process that {@code TEST_SERVERS_OWNER} names. The
 * first JVM that asks starts a keeper process, which starts the server, writes its address to {@code target/servers/NAME.properties} in the
 * root project and ends the server when Maven, or that process, ends. Outside of Maven the server ends with the JVM that asked first. Tests
 * keep apart by databases, schemas or keyspaces and leave the server's settings as they are.
 */
public final class BuildServer {

    private static final Duration START_LIMIT = Duration.ofMinutes(4);
    private static final String MAVEN = "org.codehaus.plexus.classworlds.launcher.Launcher";
    private static final String OPTION = "option.";

    /** The environment variable with the pid of a process that runs several Maven builds. */
    private static final String OWNER = "TEST_SERVERS_OWNER";

    private BuildServer() {}

    /**
     * Returns the address of the build's server, with credentials.
     *
     * @param name   identifies the server within the build
     * @param wanted what to start if no test has asked for this name before
     */
    public static TargetSpec address(String name, TargetSpec wanted) {
        try {
            Path folder = Files.createDirectories(root().resolve("target/servers"));
            // A file lock holds between processes; threads of this one wait for the class.
            synchronized (BuildServer.class) {
                try (FileChannel channel = FileChannel.open(
                        folder.resolve(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                    // Released when the channel is closed.
                    channel.lock();
                    ProcessHandle owner = owner();
                    Path file = folder.resolve(name + "-" + owner.pid() + ".properties");
                    if (!isServed(file)) {
                        startKeeper(folder.resolve(name + "-" + owner.pid()), file, wanted, owner);
                    }
                    return read(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Makes an empty database on the build's PostgreSQL, in place of one with the same name. Commits there do not wait for the disk, and
     * deadlocks are found in a tenth of a second. Server-wide objects, such as roles and statistics, are shared with other modules.
     */
    public static TargetSpec postgresql(String database) {
        TargetSpec server = address("postgresql", Shared.POSTGRESQL);
        execute(
                server,
                List.of(
                        "DROP DATABASE IF EXISTS " + database + " WITH (FORCE)",
                        "CREATE DATABASE " + database,
                        "ALTER DATABASE " + database + " SET synchronous_commit = off",
                        "ALTER DATABASE " + database + " SET deadlock_timeout = '100ms'"));
        return at(database, server);
    }

    /**
     * Returns a database of {@link #postgresql} for another role, because YugabyteDB's driver refuses a password of fewer iterations than
     * 4,096.
     */
    public static TargetSpec forSmartDriver(TargetSpec database) {
        String role = "smart_" + database.url().replaceFirst(".*/", "");
        execute(
                database,
                List.of(
                        "DO $$ BEGIN CREATE ROLE " + role
                                + " SUPERUSER LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$",
                        "SET scram_iterations = 4096",
                        "ALTER ROLE " + role + " PASSWORD '"
                                + database.password().orElseThrow().reveal() + "'"));
        return new TargetSpec(
                database.url().replaceFirst("^jdbc:postgresql:", "jdbc:yugabytedb:"),
                Optional.of(role),
                database.password(),
                Optional.empty(),
                database.options());
    }

    /** Returns a database on the build's MariaDB, made if it does not exist. Requires {@link MariadbServer#isInstalled}. */
    public static TargetSpec mariadb(String database) {
        TargetSpec server = address("mariadb", TargetSpec.of(MariadbServer.URL));
        execute(server, List.of("CREATE DATABASE IF NOT EXISTS " + database));
        return at(database, server);
    }

    private static TargetSpec at(String database, TargetSpec server) {
        return new TargetSpec(
                server.url().replaceFirst("/[^/]*$", "/" + database),
                server.user(),
                server.password(),
                Optional.empty(),
                server.options());
    }

    private static void execute(TargetSpec server, List<String> statements) {
        String password = server.password().map(Secret::reveal).orElse("");
        try (Connection connection =
                        DriverManager.getConnection(server.url(), server.user().orElseThrow(), password);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** Returns the nearest folder above the working directory that has Maven's configuration. */
    private static Path root() {
        return Stream.iterate(Path.of("").toAbsolutePath(), folder -> folder != null, Path::getParent)
                .filter(folder -> Files.isDirectory(folder.resolve(".mvn")))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the process that the environment names, otherwise the Maven that runs this JVM, otherwise this JVM. */
    private static ProcessHandle owner() {
        return Optional.ofNullable(System.getenv(OWNER))
                .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)))
                .orElseGet(BuildServer::maven);
    }

    private static ProcessHandle maven() {
        ProcessHandle self = ProcessHandle.current();
        return Stream.iterate(Optional.of(self), Optional::isPresent, handle -> handle.flatMap(ProcessHandle::parent))
                .flatMap(Optional::stream)
                .filter(process -> commandLine(process).contains(MAVEN))
                .findFirst()
                .orElse(self);
    }

    private static String commandLine(ProcessHandle process) {
        return process.info().commandLine().orElse("");
    }

    private static boolean isServed(Path file) throws IOException {
        return Files.exists(file)
                && ProcessHandle.of(Long.parseLong(properties(file).getProperty("keeper")))
                        .map(ProcessHandle::isAlive)
                        .orElse(false);
    }

    private static void startKeeper(Path request, Path file, TargetSpec wanted, ProcessHandle owner)
            throws IOException {
        Files.deleteIfExists(file);
        Properties properties = new Properties();
        properties.setProperty("url", wanted.url());
        wanted.options().forEach((option, value) -> properties.setProperty(OPTION + option, value));
        write(properties, request);
        Path log = request.resolveSibling(request.getFileName() + ".log");
        Process keeper = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Keeper.class.getName(),
                        request.toString(),
                        file.toString(),
                        Long.toString(owner.pid())))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        await(keeper, file, log);
    }

    private static void await(Process keeper, Path file, Path log) throws IOException {
        try {
            boolean ended =
                    new Polling(new SystemClock()).until(START_LIMIT, () -> Files.exists(file) || !keeper.isAlive());
            if (!ended || !Files.exists(file)) {
                keeper.destroy();
                throw new IllegalStateException("no server for the build: " + Files.readString(log));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static TargetSpec read(Path file) throws IOException {
        Properties properties = properties(file);
        Map<String, String> options = new HashMap<>();
        properties.stringPropertyNames().stream()
                .filter(key -> key.startsWith(OPTION))
                .forEach(key -> options.put(key.substring(OPTION.length()), properties.getProperty(key)));
        return new TargetSpec(
                properties.getProperty("url"),
                Optional.ofNullable(properties.getProperty("user")),
                Optional.ofNullable(properties.getProperty("password")).map(Secret::of),
                Optional.empty(),
                options);
    }

    private static Properties properties(Path file) throws IOException {
        Properties properties = new Properties();
        try (var reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        return properties;
    }

    /** Writes the file whole or not at all, readable for this user only. */
    private static void write(Properties properties, Path file) throws IOException {
        Path part = Files.createTempFile(
                file.getParent(),
                "part",
                "",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (var writer = Files.newBufferedWriter(part)) {
            properties.store(writer, null);
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** The process that owns the server: arguments are the request, the address file and the process id whose end it awaits. */
    static final class Keeper {

        private Keeper() {}

        public static void main(String[] words) throws Exception {
            Path file = Path.of(words[1]);
            try (RunningServer server = start(read(Path.of(words[0])))) {
                TargetSpec address = server.address();
                Properties properties = new Properties();
                properties.setProperty(
                        "keeper", Long.toString(ProcessHandle.current().pid()));
                properties.setProperty("url", address.url());
                address.user().ifPresent(user -> properties.setProperty("user", user));
                address.password().ifPresent(password -> properties.setProperty("password", password.reveal()));
                address.options().forEach((option, value) -> properties.setProperty(OPTION + option, value));
                write(properties, file);
                List<ProcessHandle> owner =
                        ProcessHandle.of(Long.parseLong(words[2])).stream().toList();
                for (ProcessHandle process : owner) {
                    process.onExit().get();
                }
            } finally {
                Files.deleteIfExists(file);
            }
        }

        private static RunningServer start(TargetSpec wanted) {
            return wanted.url().equals(MariadbServer.URL)
                    ? MariadbServer.start("--local-infile=1")
                    : Shared.startServer(wanted);
        }
    }
}
