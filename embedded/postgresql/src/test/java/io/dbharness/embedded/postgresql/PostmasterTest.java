package io.dbharness.embedded.postgresql;

import static io.dbharness.embedded.testkit.TestFolders.POLLING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.embedded.Machine;
import io.dbharness.embedded.ProgramStore;
import io.dbharness.embedded.RunAs;
import io.dbharness.embedded.ServerHome;
import io.dbharness.embedded.UserCache;
import io.dbharness.embedded.postgresql.PostgresPrograms.ScramVerifier;
import io.dbharness.embedded.testkit.HurriedClock;
import io.dbharness.embedded.testkit.TestFolders;
import io.dbharness.model.HarnessException;
import io.dbharness.time.Polling;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("server")
final class PostmasterTest {

    private static final Map<String, String> SETTINGS =
            PostgresSettings.tunedFor(new Machine(1L << 28, 1L << 30, 1L << 30), 5);

    @TempDir
    Path directory;

    private PostgresPrograms programs() throws Exception {
        Platform platform = Platform.current();
        Path cache = new UserCache(List.of(TestFolders.cache())).directory(false);
        Path programs = new ProgramStore(cache).unpacked(platform.archiveName(), platform.archive());
        return new PostgresPrograms(programs, RunAs.choose(), POLLING);
    }

    private Postmaster created(ServerHome home) throws Exception {
        home.log().clear();
        programs().create(home, Optional.empty());
        programs().setPassword(home, ScramVerifier.of("secret", new byte[16], 1));
        return new Postmaster(home, programs(), POLLING);
    }

    @Test
    void triesAnotherPortWhenSomethingElseTookTheFirst() throws Exception {
        try (ServerHome home = ServerHome.scratch(directory, EmbeddedPostgresProvider.LAYOUT);
                ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int free = Postmaster.freePort();
            ArrayDeque<Integer> ports = new ArrayDeque<>(List.of(taken.getLocalPort(), free));

            Postmaster.Running running = created(home).start(SETTINGS, ports::remove);

            assertThat(running.port()).isEqualTo(free);
            assertThat(running.process().stop(TestFolders.SOON)).isTrue();
        }
    }

    @Test
    void showsTheServersLastWordsAndLeavesNoProcess() throws Exception {
        try (ServerHome home = ServerHome.scratch(directory, EmbeddedPostgresProvider.LAYOUT)) {
            Postmaster postmaster = created(home);
            Map<String, String> impossible = Map.of("listen_addresses", "127.0.0.1", "shared_buffers", "1TB");

            assertThatThrownBy(() -> postmaster.start(impossible, Postmaster::freePort))
                    .isInstanceOf(HarnessException.class)
                    .hasMessageContaining("PostgreSQL did not start")
                    .hasMessageContaining("FATAL");

            assertThat(home.data().resolve("postmaster.pid")).doesNotExist();
        }
    }

    @Test
    void waitsForAServerThatIsTooSlowOnlySoLong() throws Exception {
        try (ServerHome home = ServerHome.scratch(directory, EmbeddedPostgresProvider.LAYOUT)) {
            Postmaster patient = created(home);
            Postmaster hurried = new Postmaster(home, patient.programs(), new Polling(new HurriedClock()));

            assertThatThrownBy(() -> hurried.start(SETTINGS, Postmaster::freePort))
                    .isInstanceOf(HarnessException.class)
                    .hasMessageContaining("did not answer within 120 s");

            assertThat(POLLING.until(
                            TestFolders.SOON, () -> processesIn(home.data()).isEmpty()))
                    .isTrue();
        }
    }

    private static List<ProcessHandle> processesIn(Path data) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(data.toString()))
                .toList();
    }

    @Test
    void killsTheServerThatDoesNotStop() throws Exception {
        try (ServerHome home = ServerHome.scratch(directory, EmbeddedPostgresProvider.LAYOUT)) {
            Postmaster.Running running = created(home).start(SETTINGS, Postmaster::freePort);
            long pid = TestServers.serverProcess(home.data());

            running.process().kill();

            assertThat(POLLING.until(TestFolders.SOON, () -> TestServers.isGone(pid)))
                    .isTrue();
            assertThat(POLLING.until(TestFolders.SOON, () -> !running.process().isAlive()))
                    .isTrue();
        }
    }
}
