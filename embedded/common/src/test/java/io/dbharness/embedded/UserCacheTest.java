package io.dbharness.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.HarnessException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UserCacheTest {

    @TempDir
    Path directory;

    @Test
    void prefersTheCacheDirectoryOfTheEnvironmentWhenItIsAbsolute() {
        assertThat(UserCache.standard(Map.of("XDG_CACHE_HOME", "/caches")).candidates())
                .startsWith(Path.of("/caches/dbharness"))
                .hasSize(3);
        assertThat(UserCache.standard(Map.of("XDG_CACHE_HOME", "caches")).candidates())
                .startsWith(Path.of(System.getProperty("user.home"), ".cache", "dbharness"))
                .hasSize(2);
    }

    @Test
    void passesOverWhatCannotBeMadeAndWhatOthersCouldHavePrepared() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "");
        Path shared = Files.createDirectory(directory.resolve("shared"));
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path own = directory.resolve("deep/own");

        assertThat(new UserCache(List.of(file.resolve("under"), shared, own)).directory(false))
                .isEqualTo(own)
                .isEmptyDirectory();
    }

    @Test
    void passesOverWhatTheServersUserCannotReach() throws Exception {
        Path closed = Files.createDirectory(directory.resolve("closed"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
        UserCache cache = new UserCache(List.of(closed.resolve("cache")));

        assertThat(cache.directory(false)).isEqualTo(closed.resolve("cache"));
        assertThatThrownBy(() -> cache.directory(true))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("is not open to other users")
                .hasMessageContaining("set XDG_CACHE_HOME");
    }
}
