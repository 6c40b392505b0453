package io.dbharness.embedded.postgresql;

import static io.dbharness.embedded.postgresql.TestServers.kept;
import static io.dbharness.embedded.postgresql.TestServers.provider;
import static io.dbharness.embedded.postgresql.TestServers.query;
import static io.dbharness.embedded.postgresql.TestServers.temporary;
import static io.dbharness.embedded.testkit.TestFolders.POLLING;
import static io.dbharness.embedded.testkit.TestFolders.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.embedded.ChildProcess;
import io.dbharness.embedded.PrivateFolder;
import io.dbharness.embedded.ServerHome;
import io.dbharness.embedded.ServerHome.HomeLock;
import io.dbharness.embedded.testkit.ChildHarness;
import io.dbharness.embedded.testkit.HurriedClock;
import io.dbharness.embedded.testkit.TestFolders;
import io.dbharness.model.HarnessException;
import io.dbharness.sut.RunningServer;
import io.dbharness.time.RunClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A harness that is killed leaves no server, and what it leaves on disk does no harm. */
@Tag("fault")
final class HarnessDeathTest {

    @TempDir
    Path scratch;

    @Test
    void stopsTheServerAndTheDirectoryWorksAtOnce() throws Exception {
        Path home = scratch.resolve("kept");
        try (ChildHarness child = ChildServer.start(TestFolders.cache(), scratch, home)) {
            long pid = TestServers.serverProcess(child.awaitReady());
            List<Long> family = family(pid);

            child.kill();
            // At once: this start itself has to wait for the dying server.
            try (RunningServer server = provider(scratch).start(kept(home))) {
                assertThat(query(server.address(), "SELECT 1")).isEqualTo("1");
                assertThat(TestServers.isGone(pid)).isTrue();
            }
            assertThat(POLLING.until(SOON, () -> family.stream().allMatch(TestServers::isGone)))
                    .isTrue();
            assertThat(home.resolve("server.log")).content().doesNotContain("not properly shut down");
        }
    }

    // The server, its children and the shells above it.
    private static List<Long> family(long server) {
        ProcessHandle process = ProcessHandle.of(server).orElseThrow();
        List<Long> family = new ArrayList<>(process.parent()
                .orElseThrow()
                .descendants()
                .map(ProcessHandle::pid)
                .toList());
        family.add(process.parent().orElseThrow().pid());
        assertThat(family).hasSizeGreaterThan(5);
        return family;
    }

    @Test
    void deletesATemporaryDirectory() throws Exception {
        try (ChildHarness child = ChildServer.start(TestFolders.cache(), scratch)) {
            long pid = TestServers.serverProcess(child.awaitReady());

            child.kill();

            assertThat(POLLING.until(SOON, () -> TestServers.isGone(pid))).isTrue();
            assertThat(POLLING.until(SOON, this::scratchIsEmpty)).isTrue();
        }
    }

    private boolean scratchIsEmpty() {
        try {
            return TestFolders.homes(scratch).isEmpty();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void leavesATemporaryDirectoryToTheNextStartWhenTheWatcherDiedToo() throws Exception {
        provider(scratch).start(temporary()).close();
        Path base = ServerHome.base(scratch, PrivateFolder.USER);
        Path left = Files.createDirectory(base.resolve("dbharness-postgresql-1"));
        Files.createFile(left.resolve(HomeLock.LOCK_FILE));
        Files.createDirectories(left.resolve("pgdata/base"));
        Path foreign = Files.createDirectory(base.resolve("dbharness-postgresql-2"));
        Files.createFile(foreign.resolve("no lock file"));

        try (RunningServer first = provider(scratch).start(temporary());
                RunningServer second = provider(scratch).start(temporary())) {
            assertThat(left).doesNotExist();
            assertThat(foreign).exists();
            assertThat(first.dataDirectory()).as("a live server's directory").exists();
            assertThat(query(first.address(), "SELECT 1")).isEqualTo("1");
            assertThat(query(second.address(), "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void aServerThatNobodyStopsIsNamed() throws Exception {
        Path home = scratch.resolve("kept");
        try (ChildHarness child = ChildServer.start(TestFolders.cache(), scratch, home)) {
            long pid = TestServers.serverProcess(child.awaitReady());
            ProcessHandle server = ProcessHandle.of(pid).orElseThrow();
            // The shells above it die as well, so that nothing is left to stop the server.
            ProcessHandle shell = server.parent().orElseThrow();
            ProcessHandle slow = server.children().findFirst().orElseThrow();
            List<ProcessHandle> shells = Stream.concat(Stream.of(shell), shell.children())
                    .filter(process -> process.pid() != pid)
                    .toList();
            try {
                // All of them at once: one that saw another die would still stop the server.
                for (ProcessHandle each : shells) {
                    signal("STOP", each);
                }
                shells.forEach(ProcessHandle::destroyForcibly);
                assertThat(POLLING.until(SOON, () -> shells.stream().noneMatch(ProcessHandle::isAlive)))
                        .isTrue();
                child.kill();

                RunClock hurried = new HurriedClock();
                assertThatThrownBy(() ->
                                provider(hurried, TestFolders.cache(), scratch).start(kept(home)))
                        .isInstanceOf(HarnessException.class)
                        .hasMessageContaining("(process " + pid + ") already runs on");

                signal("STOP", slow);
                server.destroyForcibly();
                assertThat(POLLING.until(SOON, () -> TestServers.isGone(pid))).isTrue();
                assertThatThrownBy(() ->
                                provider(hurried, TestFolders.cache(), scratch).start(kept(home)))
                        .isInstanceOf(HarnessException.class)
                        .hasMessageContaining("was killed still hold")
                        .hasMessageContaining(String.valueOf(slow.pid()));
            } finally {
                server.destroyForcibly();
                signal("CONT", slow);
            }

            // After that death the write-ahead log has to be replayed, which a start does by itself.
            try (RunningServer restarted = provider(scratch).start(kept(home))) {
                assertThat(query(restarted.address(), "SELECT 1")).isEqualTo("1");
            }
        }
    }

    private static void signal(String name, ProcessHandle process) throws Exception {
        ChildProcess.ask(List.of("kill", "-" + name, String.valueOf(process.pid())));
    }
}
