package io.dbharness.embedded.postgresql;

import static io.dbharness.embedded.postgresql.TestServers.kept;
import static io.dbharness.embedded.postgresql.TestServers.provider;
import static io.dbharness.embedded.postgresql.TestServers.query;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.embedded.RunAs;
import io.dbharness.embedded.ServerHome.Origin;
import io.dbharness.embedded.testkit.TestFolders;
import io.dbharness.model.HarnessException;
import io.dbharness.sut.RunningServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a start makes of the directory it is given. */
@Tag("server")
final class DataDirectoryTest {

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
    void isNotTouchedWhenSomethingElseFilledIt() throws Exception {
        Files.writeString(home.resolve("PG_VERSION"), "18\n");

        assertRefused("is not empty and was not made by this harness");

        assertThat(TestFolders.entries(home)).containsExactly(home.resolve("PG_VERSION"));
    }

    @Test
    void isRefusedWhenItIsAFile() throws Exception {
        Path file = Files.writeString(scratch.resolve("file"), "");

        assertThatThrownBy(() -> provider(scratch).start(kept(file)))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("is not a directory");
    }

    @Test
    void isRefusedWhenAnotherServerMadeIt() throws Exception {
        new Origin("cassandra", "5.0", "self").write(home);

        assertRefused("holds data of cassandra");
    }

    @Test
    void isRefusedWhenAnotherMajorVersionMadeIt() throws Exception {
        Files.createDirectory(home.resolve("pgdata"));
        Files.writeString(home.resolve("pgdata/PG_VERSION"), "17\n");
        new Origin("postgresql", "17", RunAs.choose().name()).write(home);

        assertRefused("was made by PostgreSQL 17 and this harness carries 18");

        assertThat(TestFolders.entries(home.resolve("pgdata"))).containsExactly(home.resolve("pgdata/PG_VERSION"));
        assertThat(home.resolve("server.log")).doesNotExist();
    }

    @Test
    void isRefusedWhenThisUserCannotRunAsTheOneWhoMadeIt() throws Exception {
        Files.createDirectory(home.resolve("pgdata"));
        boolean root = (Integer) Files.getAttribute(home, "unix:uid") == 0;
        String impossible = root ? "self" : "uid:65534";
        new Origin("postgresql", "18", impossible).write(home);

        assertRefused("were made running as '" + impossible + "'");
    }

    @Test
    void mayBeTheRootOfAFileSystemOrTheRestOfAKilledFirstStart() throws Exception {
        Files.createDirectory(home.resolve("lost+found"));
        new Origin("postgresql", "18", "self").write(home);
        Files.createDirectories(home.resolve("pgdata.new-1/base"));
        Files.writeString(home.resolve("pgdata.new-1/PG_VERSION"), "18\n");

        try (RunningServer server = provider(scratch).start(kept(home))) {
            assertThat(query(server.address(), "SELECT current_database()")).isEqualTo("dbharness");
        }

        assertThat(home.resolve("pgdata.new-1")).doesNotExist();
        assertThat(home.resolve("lost+found")).exists();
    }

    @Test
    void isShownWithTheServersOwnWordsWhenItIsBroken() throws Exception {
        provider(scratch).start(kept(home)).close();
        Path control = home.resolve("pgdata/global/pg_control");
        byte[] content = Files.readAllBytes(control);
        Files.delete(control);

        assertRefused("pg_control");

        // The failed start has let go of the directory, so that it can be repaired and used.
        Files.write(control, content);
        provider(scratch).start(kept(home)).close();
    }

    @Test
    void isShownWithTheServersOwnWordsWhenTheServerItselfDoesNotStart() throws Exception {
        provider(scratch).start(kept(home)).close();
        // Only the server reads what it preloads; the single-user mode before it gets this far as well.
        Files.writeString(
                home.resolve("pgdata/postgresql.auto.conf"), "shared_preload_libraries = 'no_such_library'\n");

        assertRefused("no_such_library");
    }

    @Test
    void survivesAnOldPidFileWhoseNumberNowBelongsToAnotherProcess() throws Exception {
        provider(scratch).start(kept(home)).close();
        // Our own JVM: alive, of the same user, and no PostgreSQL.
        writePidFile(ProcessHandle.current().pid());

        try (RunningServer server = provider(scratch).start(kept(home))) {
            assertThat(query(server.address(), "SELECT 1")).isEqualTo("1");
        }
    }

    private void writePidFile(long pid) throws IOException {
        List<String> lines = List.of(
                String.valueOf(pid), home.resolve("pgdata").toString(), "1", "5432", "", "127.0.0.1", "", "ready");
        Files.write(home.resolve("pgdata/postmaster.pid"), lines);
    }
}
