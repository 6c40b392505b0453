package io.dbharness.embedded.testkit;

import io.dbharness.embedded.PrivateFolder;
import io.dbharness.embedded.ServerHome;
import io.dbharness.time.Polling;
import io.dbharness.time.SystemClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Creates and inspects the folders of servers in tests, and waits for changes in them. */
public final class TestFolders {

    public static final Polling POLLING = new Polling(new SystemClock());
    public static final Duration SOON = Duration.ofMinutes(1);

    private TestFolders() {}

    /** Returns the cache that all tests of a module share. */
    public static Path cache() {
        return Path.of("target", "embedded-cache").toAbsolutePath();
    }

    /** Returns the temporary directories of servers. */
    public static List<Path> homes(Path scratch) throws IOException {
        Path base = ServerHome.base(scratch, PrivateFolder.USER);
        return Files.isDirectory(base) ? entries(base) : List.of();
    }

    public static List<Path> entries(Path directory) throws IOException {
        try (var entries = Files.list(directory)) {
            return entries.toList();
        }
    }
}
