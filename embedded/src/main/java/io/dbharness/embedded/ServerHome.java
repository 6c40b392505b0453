package io.dbharness.embedded;

import io.dbharness.model.HarnessException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of one server: its data, its log, and the files that say whose it is. Locked from {@code kept} or {@code scratch} until
 * closed. One thread.
 */
final class ServerHome implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ServerHome.class);
    private static final int ATTEMPTS = 10;
    /** What an empty directory may hold: the root of a file system, and what a start leaves that was killed at once. */
    private static final Set<String> NOT_CONTENT = Set.of("lost+found", HomeLock.LOCK_FILE, HomeLock.OWNER_FILE);

    private final Path root;
    private final ServerLayout layout;
    private final boolean scratch;
    private final HomeLock lock;

    private ServerHome(Path root, ServerLayout layout, boolean scratch, HomeLock lock) {
        this.root = root;
        this.layout = layout;
        this.scratch = scratch;
        this.lock = lock;
    }

    /** The user's own directory, made if need be and kept. Touches nothing in a directory that something else filled. */
    static ServerHome kept(Path directory, ServerLayout layout) throws IOException {
        Path root = directory.toAbsolutePath().normalize();
        if (Files.exists(root) && !Files.isDirectory(root)) {
            throw new HarnessException("--data-dir " + root + " is not a directory");
        }
        Files.createDirectories(root);
        root = root.toRealPath();
        if (Origin.read(root).isEmpty() && hasContent(root)) {
            throw new HarnessException(
                    "the directory " + root + " is not empty and was not made by this harness (it has no " + Origin.FILE
                            + "); nothing was touched; choose another --data-dir");
        }
        Optional<HomeLock> lock = HomeLock.tryAcquire(root);
        if (lock.isEmpty()) {
            throw new HarnessException("the data directory " + root + " is in use by another run of the harness ("
                    + HomeLock.owner(root).orElse("process unknown")
                    + "); wait for its end or choose another --data-dir");
        }
        return new ServerHome(root, layout, false, lock.get());
    }

    /** A new private directory, deleted when closed. Removes those of dead harnesses first. */
    static ServerHome scratch(Path parent, ServerLayout layout) throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Path root =
                    Files.createTempDirectory(parent, layout.scratchPrefix()).toRealPath();
            Optional<HomeLock> lock = HomeLock.tryAcquire(root);
            // Another start may just have taken the directory for a leftover.
            if (lock.isPresent()) {
                removeLeftovers(parent, root, layout);
                return new ServerHome(root, layout, true, lock.get());
            }
        }
        throw new HarnessException("cannot keep a temporary directory in " + parent + "; something deletes them");
    }

    private static void removeLeftovers(Path parent, Path ours, ServerLayout layout) throws IOException {
        var user = Files.getOwner(ours);
        try (DirectoryStream<Path> homes = Files.newDirectoryStream(parent, layout.scratchPrefix() + "*")) {
            for (Path home : homes) {
                Path lockFile = home.resolve(HomeLock.LOCK_FILE);
                if (Files.isDirectory(home)
                        && Files.exists(lockFile)
                        && Files.getOwner(lockFile).equals(user)) {
                    removeIfDead(home, layout);
                }
            }
        }
    }

    // A server that outlives its harness for the moment removes its directory itself.
    private static void removeIfDead(Path home, ServerLayout layout) {
        try {
            Optional<HomeLock> lock = HomeLock.tryAcquire(home);
            if (lock.isPresent()) {
                try (HomeLock held = lock.get()) {
                    if (!layout.inService().test(home.resolve(layout.dataName()))) {
                        LOG.info("Removing {}, left by a harness that was killed", home);
                        FileTree.delete(held.directory());
                    }
                }
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("Cannot remove {}, left by a harness that was killed", home, e);
        }
    }

    private static boolean hasContent(Path root) throws IOException {
        try (Stream<Path> entries = Files.list(root)) {
            return entries.anyMatch(
                    entry -> !NOT_CONTENT.contains(entry.getFileName().toString()));
        }
    }

    Path root() {
        return root;
    }

    boolean isScratch() {
        return scratch;
    }

    /** The server's data directory. Complete when it exists. */
    Path data() {
        return root.resolve(layout.dataName());
    }

    /**
     * A new directory in which a data directory is made before it gets its name. Never one that was used before: the tools of a killed
     * harness run on for a while, and they clear up what they failed to make.
     */
    Path newUnfinished() throws IOException {
        try (DirectoryStream<Path> unfinished = Files.newDirectoryStream(root, unfinishedPrefix() + "*")) {
            for (Path left : unfinished) {
                removeUnfinished(left);
            }
        }
        return Files.createTempDirectory(root, unfinishedPrefix());
    }

    private String unfinishedPrefix() {
        return layout.dataName() + ".new-";
    }

    private static void removeUnfinished(Path left) {
        try {
            FileTree.delete(left);
        } catch (IOException e) {
            LOG.warn("Cannot remove {} yet, left by a harness that was killed", left, e);
        }
    }

    ServerLog log() {
        return new ServerLog(root.resolve("server.log"));
    }

    /** Who may connect, and how; PostgreSQL's {@code hba_file}. */
    Path accessRules() {
        return root.resolve("pg_hba.conf");
    }

    @Override
    public void close() throws IOException {
        try (lock) {
            if (scratch) {
                FileTree.delete(root);
            }
        }
    }
}
