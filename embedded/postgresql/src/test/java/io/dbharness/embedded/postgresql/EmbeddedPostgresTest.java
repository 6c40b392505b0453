package io.dbharness.embedded.postgresql;

import static io.dbharness.embedded.postgresql.TestServers.execute;
import static io.dbharness.embedded.postgresql.TestServers.kept;
import static io.dbharness.embedded.postgresql.TestServers.provider;
import static io.dbharness.embedded.postgresql.TestServers.query;
import static io.dbharness.embedded.postgresql.TestServers.temporary;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.embedded.testkit.ChildHarness;
import io.dbharness.embedded.testkit.TestFolders;
import io.dbharness.model.HarnessException;
import io.dbharness.model.UsageException;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.ServerProvider;
import io.dbharness.sut.TargetSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("server")
final class EmbeddedPostgresTest {

    private static final String INVALID_PASSWORD = "28P01";

    @TempDir
    Path directory;

    @Test
    void isFoundByItsAddress() {
        List<ServerProvider> providers = ServiceLoader.load(ServerProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.accepts("embedded:postgresql"))
                .toList();

        assertThat(providers)
                .hasOnlyElementsOfType(EmbeddedPostgresProvider.class)
                .hasSize(1);
        assertThat(providers.get(0).accepts("embedded:cassandra")).isFalse();
        assertThat(providers.get(0).accepts("jdbc:postgresql://h/d")).isFalse();
    }

    @Test
    void keepsTheDataOfADataDirectoryAndChangesThePasswordAtEachStart() throws Exception {
        TargetSpec first;
        try (RunningServer server = provider(directory).start(kept(directory.resolve("kept")))) {
            first = server.address();
            execute(first, "CREATE TABLE kept (v int)");
            execute(first, "INSERT INTO kept VALUES (42)");
        }

        try (RunningServer server = provider(directory).start(kept(directory.resolve("kept")))) {
            TargetSpec second = server.address();

            assertThat(query(second, "SELECT v FROM kept")).isEqualTo("42");
            String old = first.password().orElseThrow().reveal();
            assertRefused(() -> TestServers.connect(second, old).close());
            assertRefused(() -> TestServers.connect(second, "wrong").close());
            // The driver itself refuses to answer a SCRAM challenge without a password: the server did ask for one.
            assertThatThrownBy(() -> TestServers.connect(second, "").close())
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("SCRAM");
        }
    }

    private static void assertRefused(ThrowingCallable connecting) {
        assertThatThrownBy(connecting)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(INVALID_PASSWORD));
    }

    @Test
    void startsWithTheSettingsOfItsUserAndRefusesThoseThatThePostmasterDoesNotKnow() throws Exception {
        try (RunningServer server =
                provider(directory).start(set(Map.of("work_mem", "7MB", "scram_iterations", "7")))) {
            assertThat(query(server.address(), "SHOW work_mem")).isEqualTo("7MB");
            assertThat(query(server.address(), "SELECT rolpassword FROM pg_authid WHERE rolname = current_user"))
                    .startsWith("SCRAM-SHA-256$7:");
        }

        assertThatThrownBy(() -> provider(directory).start(set(Map.of("scram_iterations", "none"))))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--server-setting scram_iterations=none is refused by the server: ");
        assertThatThrownBy(() -> provider(directory).start(set(Map.of("shared_bufers", "1GB"))))
                .isInstanceOf(UsageException.class)
                .hasMessage("--server-setting shared_bufers=1GB is refused by the server: unrecognized configuration"
                        + " parameter \"shared_bufers\"");
        assertThatThrownBy(() -> provider(directory).start(set(Map.of("port", "1"))))
                .isInstanceOf(UsageException.class)
                .hasMessage("--server-setting port is set by the harness for its own server; leave it out");
    }

    private static TargetSpec set(Map<String, String> settings) {
        Map<String, String> options = new HashMap<>();
        settings.forEach((name, value) -> options.put("setting." + name, value));
        return new TargetSpec(
                EmbeddedPostgresProvider.URL, Optional.empty(), Optional.empty(), Optional.empty(), options);
    }

    @Test
    void isDurableAndTunedAndListensOnLoopbackOnly() throws Exception {
        TargetSpec spec = new TargetSpec(
                EmbeddedPostgresProvider.URL,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of("connections", "250", "isolation", "serializable"));
        try (RunningServer server = provider(directory).start(spec)) {
            TargetSpec address = server.address();

            for (String setting : List.of("fsync", "synchronous_commit", "full_page_writes", "autovacuum")) {
                assertThat(query(address, "SHOW " + setting)).as(setting).isEqualTo("on");
            }
            assertThat(query(address, "SHOW max_connections")).isEqualTo("260");
            assertThat(query(address, "SHOW jit")).isEqualTo("off");
            assertThat(query(address, "SHOW unix_socket_directories")).isEmpty();
            assertThat(query(
                            address,
                            "SELECT pg_encoding_to_char(encoding) FROM pg_database WHERE datname = current_database()"))
                    .isEqualTo("UTF8");
            // Its own process group: an interrupt typed at the terminal reaches the harness alone.
            assertThat(processGroup(TestServers.serverProcess(server.dataDirectory())))
                    .isNotEqualTo(processGroup(ProcessHandle.current().pid()));
            assertThat(address.options()).containsEntry("isolation", "serializable");
            assertThat(listeningAddresses(TestServers.port(address))).containsExactly("0100007F");
        }
    }

    private static String processGroup(long pid) throws IOException {
        // pid (name) state parent group …
        String stat = Files.readString(Path.of("/proc", String.valueOf(pid), "stat"));
        return stat.substring(stat.lastIndexOf(')')).split(" ", -1)[3];
    }

    // Local addresses of listening sockets (state 0A) on a port, as the kernel prints them: bytes reversed, in
    // hexadecimal.
    private static List<String> listeningAddresses(int port) throws IOException {
        String suffix = String.format(Locale.ROOT, ":%04X", port);
        try (Stream<String> v4 = Files.lines(Path.of("/proc/net/tcp"));
                Stream<String> v6 = Files.lines(Path.of("/proc/net/tcp6"))) {
            return Stream.concat(v4, v6)
                    .map(line -> line.strip().split("\\s+"))
                    .filter(fields -> fields[1].endsWith(suffix) && fields[3].equals("0A"))
                    .map(fields -> fields[1].substring(0, fields[1].indexOf(':')))
                    .toList();
        }
    }

    @Test
    void showsItsPasswordNeitherInAProcessListNorInAFile() throws Exception {
        try (RunningServer server = provider(directory).start(temporary())) {
            String password = server.address().password().orElseThrow().reveal();

            assertThat(password).hasSize(32);
            assertThat(server.address().toString()).doesNotContain(password);
            assertThat(processesThatSay(password)).isEmpty();
            assertThat(processesThatSay(String.valueOf(TestServers.port(server.address()))))
                    .isNotEmpty();
            try (Stream<Path> files = Files.walk(server.dataDirectory().getParent())) {
                assertThat(files.filter(Files::isRegularFile).filter(file -> contains(file, password)))
                        .isEmpty();
            }
        }
    }

    private static List<String> processesThatSay(String text) {
        return ProcessHandle.allProcesses()
                .flatMap(process -> process.info().commandLine().stream())
                .filter(line -> line.contains(text))
                .toList();
    }

    private static boolean contains(Path file, String text) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void leavesNothingWithoutADataDirectory() throws Exception {
        RunningServer server = provider(directory).start(temporary());
        long pid = TestServers.serverProcess(server.dataDirectory());
        Path home = server.dataDirectory().getParent();
        assertThat(TestFolders.homes(directory)).containsExactly(home);

        Thread.currentThread().interrupt();
        server.close();
        server.close();

        assertThat(Thread.interrupted()).as("still interrupted").isTrue();
        assertThat(TestServers.isGone(pid)).isTrue();
        assertThat(TestFolders.homes(directory)).isEmpty();
    }

    @Test
    void twoHarnessesCannotUseOneDirectory() throws Exception {
        Path home = directory.resolve("kept");
        try (RunningServer server = provider(directory).start(kept(home))) {
            String inUse = "is in use by another run of the harness (process "
                    + ProcessHandle.current().pid();

            assertThatThrownBy(() -> provider(directory).start(kept(home)))
                    .isInstanceOf(HarnessException.class)
                    .hasMessageContaining(inUse);
            // After the refusal above, from another process: the first one must not have cost the lock.
            try (ChildHarness other = ChildServer.start(TestFolders.cache(), directory, home)) {
                assertThat(other.remainingOutput()).contains(inUse);
            }
            assertThat(query(server.address(), "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void refusesAnImpossibleNumberOfConnections() {
        for (String connections : List.of("0", "-1", "many", "100001", "")) {
            TargetSpec spec = new TargetSpec(
                    EmbeddedPostgresProvider.URL,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Map.of("connections", connections));

            assertThatThrownBy(() -> provider(directory).start(spec))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("'" + connections + "'");
        }
        assertThat(directory).isEmptyDirectory();
    }
}
