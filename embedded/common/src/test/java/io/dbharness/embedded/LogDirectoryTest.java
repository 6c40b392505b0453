package io.dbharness.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.embedded.ServerHome.Layout;
import io.dbharness.model.HarnessException;
import io.dbharness.model.UsageException;
import io.dbharness.sut.TargetSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogDirectoryTest {

    private static final Layout LAYOUT = new Layout("test", "files", data -> false);

    @TempDir
    Path folder;

    private static TargetSpec spec(Map<String, String> options) {
        return new TargetSpec("embedded:test", Optional.empty(), Optional.empty(), Optional.empty(), options);
    }

    private Optional<Path> start(String log) throws IOException {
        try (ServerHome home = ServerHome.kept(folder.resolve("data"), LAYOUT)) {
            Optional<Path> found = LogDirectory.of(
                    spec(
                            log.isEmpty()
                                    ? Map.of()
                                    : Map.of("log-dir", folder.resolve(log).toString())),
                    home);
            new ServerHome.Origin("test", "1", "self").write(home.root());
            Files.createDirectories(home.data());
            return found;
        }
    }

    @Test
    void aNewLogIsItsOwnersAloneAndIsFoundAgain() throws IOException {
        Path log = start("log").orElseThrow();

        assertThat(log).isEqualTo(folder.resolve("log"));
        assertThat(Files.getPosixFilePermissions(log)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        Files.writeString(log.resolve("segment"), "x");
        assertThat(start("log")).contains(log);
    }

    @Test
    void dataAreNotStartedWithoutTheirLog() throws IOException {
        start("log");

        assertThatThrownBy(() -> start(""))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("have their log in " + folder.resolve("log") + "; pass --log-dir");
        assertThatThrownBy(() -> start("other")).hasMessageContaining("have their log in " + folder.resolve("log"));
    }

    @Test
    void aLogBesideItsDataStaysThere() throws IOException {
        assertThat(start("")).isEmpty();

        assertThatThrownBy(() -> start("log")).hasMessageContaining("have their log beside them; leave out --log-dir");
        assertThat(folder.resolve("log")).doesNotExist();
    }

    @Test
    void aDirectoryWithFilesIsLeftAlone() throws IOException {
        Files.writeString(Files.createDirectories(folder.resolve("log")).resolve("mine"), "x");

        assertThatThrownBy(() -> start("log")).hasMessageContaining("is not empty; nothing was touched");
        assertThat(folder.resolve("log/mine")).hasContent("x");
    }

    @Test
    void dataThatAreDeletedHaveTheirLogWithThem() throws IOException {
        try (ServerHome home = ServerHome.scratch(folder, LAYOUT)) {
            assertThatThrownBy(() -> LogDirectory.of(
                            spec(Map.of("log-dir", folder.resolve("log").toString())), home))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("--log-dir needs a --data-dir");
        }
    }
}
