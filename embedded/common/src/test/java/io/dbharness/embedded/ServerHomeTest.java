package io.dbharness.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dbharness.embedded.ServerHome.HomeLock;
import io.dbharness.embedded.ServerHome.Layout;
import io.dbharness.embedded.testkit.TestFolders;
import io.dbharness.model.HarnessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders that somebody else has prepared do no harm. */
final class ServerHomeTest {

    private static final Layout LAYOUT = new Layout("postgresql", "pgdata", data -> false);
    private static final int SOMEBODY = 65534;

    @TempDir
    Path parent;

    @TempDir
    Path elsewhere;

    private Path victim = Path.of("unset");
    private Path base = Path.of("unset");

    @BeforeEach
    void makeVictim() throws IOException {
        victim = Files.writeString(elsewhere.resolve("victim"), "precious");
        base = ServerHome.base(parent, PrivateFolder.USER);
    }

    private void startAndEnd() throws IOException {
        ServerHome.scratch(parent, LAYOUT).close();
        assertThat(victim).hasContent("precious");
    }

    private Path trap(Path folder) throws IOException {
        Path trap = Files.createDirectories(folder.resolve("dbharness-postgresql-evil"));
        Files.createSymbolicLink(trap.resolve(HomeLock.LOCK_FILE), victim);
        Files.createSymbolicLink(trap.resolve(HomeLock.OWNER_FILE), victim);
        return trap;
    }

    @Test
    void looksAtNoPreparedFolderBesideItsOwn() throws Exception {
        Path trap = trap(parent);

        startAndEnd();

        assertThat(trap.resolve(HomeLock.OWNER_FILE)).isSymbolicLink();
    }

    @Test
    void writesThroughNoLinkInAFolderOfItsOwn() throws Exception {
        startAndEnd();
        Path trap = trap(base);

        startAndEnd();

        assertThat(trap.resolve(HomeLock.LOCK_FILE)).isSymbolicLink();
        assertThatThrownBy(() -> HomeLock.tryAcquire(trap)).isInstanceOf(IOException.class);
        Files.delete(trap.resolve(HomeLock.LOCK_FILE));
        HomeLock.tryAcquire(trap).orElseThrow().close();
        assertThat(victim).hasContent("precious");
    }

    @Test
    void makesItsFolderForItselfAlone() throws Exception {
        try (ServerHome home = ServerHome.scratch(parent, LAYOUT)) {
            assertThat(home.root().getParent()).isEqualTo(base.toRealPath());
            assertThat(permissions(base)).isEqualTo("rwx------");
            assertThat(permissions(home.root())).isEqualTo("rwx------");
        }
    }

    @Test
    void usesNoBaseThatIsALink() throws Exception {
        Files.createSymbolicLink(base, elsewhere);

        try (ServerHome home = ServerHome.scratch(parent, LAYOUT)) {
            assertThat(home.root().getParent()).isEqualTo(parent.toRealPath());
            assertThat(permissions(home.root())).isEqualTo("rwx------");
        }
        assertThat(TestFolders.entries(elsewhere)).containsExactly(victim);
    }

    @Test
    void usesNoBaseThatOthersCanWriteTo() throws Exception {
        Files.createDirectory(base);
        Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwxrwxrwx"));
        trap(base);

        startAndEnd();

        assertThat(TestFolders.entries(base)).hasSize(1);
    }

    @Test
    void usesNothingOfAnotherUser() throws Exception {
        assumeTrue(PrivateFolder.USER == 0, "only root can make folders of another user");
        trap(base);
        Files.setAttribute(base, "unix:uid", SOMEBODY);

        startAndEnd();

        assertThatThrownBy(() -> ServerHome.kept(base, LAYOUT))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("belongs to ")
                .hasMessageContaining("choose another --data-dir");
        assertThat(TestFolders.entries(base)).hasSize(1);
    }

    @Test
    void refusesADataDirectoryThatEverybodyCanWriteTo() throws Exception {
        Path open = Files.createDirectory(parent.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

        assertThatThrownBy(() -> ServerHome.kept(open, LAYOUT))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("can be written by every user")
                .hasMessageContaining("chmod o-w " + open);
        assertThat(open).isEmptyDirectory();
    }

    private static String permissions(Path folder) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder));
    }
}
