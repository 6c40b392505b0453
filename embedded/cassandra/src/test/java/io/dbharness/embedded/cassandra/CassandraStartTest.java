package io.dbharness.embedded.cassandra;

import static io.dbharness.embedded.cassandra.TestNodes.SOON;
import static io.dbharness.embedded.cassandra.TestNodes.kept;
import static io.dbharness.embedded.cassandra.TestNodes.provider;
import static io.dbharness.embedded.testkit.TestFolders.POLLING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.embedded.ServerHome.Origin;
import io.dbharness.embedded.testkit.ChildHarness;
import io.dbharness.embedded.testkit.HurriedClock;
import io.dbharness.embedded.testkit.TestFolders;
import io.dbharness.model.HarnessException;
import io.dbharness.model.UsageException;
import io.dbharness.sut.TargetSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts that come to nothing, and what they leave. */
@Tag("server")
final class CassandraStartTest {

    @TempDir
    Path scratch;

    @TempDir
    Path home;

    private void assertRefused(String reason) {
        assertThatThrownBy(() -> provider(scratch).start(kept(home)))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void aDirectoryThatSomethingElseFilledIsNotTouched() throws Exception {
        Path foreign = Files.writeString(home.resolve("cassandra.yaml"), "");

        assertRefused("is not empty and was not made by this harness");

        assertThat(TestFolders.entries(home)).containsExactly(foreign);
    }

    @Test
    void theDirectoryOfAnotherServerOrVersionIsRefused() throws Exception {
        new Origin("postgresql", "18", "self").write(home);
        assertRefused("holds data of postgresql, not Cassandra");

        new Origin("cassandra", "4.1", "self").write(home);
        assertRefused("was made by Cassandra 4.1 and this harness carries 5.0");

        assertThat(home.resolve("cassandra")).doesNotExist();
    }

    @Test
    void impossibleOptionsAreNamedTogether() {
        TargetSpec spec = new TargetSpec(
                EmbeddedCassandraProvider.URL,
                Optional.empty(),
                Optional.empty(),
                Optional.of(home),
                Map.of("nodes", "2", "heap", "12m"));

        assertThatThrownBy(() -> provider(scratch).start(spec))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("nodes must be 1 or 3")
                .hasMessageContaining("not '12m'");

        assertThat(home).isEmptyDirectory();
    }

    @Test
    void theNodesOwnWordsTellWhyItDidNotStart() throws Exception {
        Path node = Files.createDirectories(home.resolve("cassandra/node1"));
        new Origin("cassandra", "5.0", "self").write(home);
        Files.writeString(node.resolve("data"), "a file where a directory should be");

        assertThatThrownBy(() -> provider(scratch).start(kept(home)))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("Cassandra (node 1 of 1) did not start; its last lines:")
                .hasMessageContaining("node1/data")
                .hasMessageNotContaining("\tat ");
    }

    @Test
    void theJvmsOwnWordsTellWhyItDidNotStart() throws Exception {
        assertThatThrownBy(() -> provider(scratch)
                        .start(TestNodes.spec(Optional.empty(), "1", TestNodes.QUICK + " -XX:NoSuchOption")))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("NoSuchOption");

        assertThat(TestFolders.homes(scratch)).isEmpty();
    }

    @Test
    void aNodeThatIsTooSlowIsWaitedForOnlySoLong() throws Exception {
        assertThatThrownBy(() -> provider(new HurriedClock(), scratch).start(TestNodes.spec(Optional.of(home), "1")))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("was not ready within 300 s");

        assertThat(POLLING.until(SOON, () -> !CassandraNode.isServed(home.resolve("cassandra"))))
                .isTrue();
    }

    @Test
    void aHarnessKilledDuringTheStartLeavesNothing() throws Exception {
        try (ChildHarness child = ChildNode.start(scratch)) {
            assertThat(POLLING.until(SOON, () -> !nodes().isEmpty())).isTrue();
            ProcessHandle node = nodes().get(0);

            child.kill();

            assertThat(POLLING.until(SOON, () -> !node.isAlive())).isTrue();
        }
        assertThat(POLLING.until(SOON, () -> homes().isEmpty())).isTrue();
    }

    private List<ProcessHandle> nodes() {
        return homes().stream()
                .flatMap(directory -> running(directory.resolve("cassandra")).stream())
                .toList();
    }

    private static List<ProcessHandle> running(Path data) {
        try {
            return CassandraNode.running(data);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private List<Path> homes() {
        try {
            return TestFolders.homes(scratch);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
