package io.dbharness.embedded;

import io.dbharness.model.HarnessException;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of one server: its data, its log, and the files that record its owner. Locked from {@code kept} or {@code scratch} until
 * closed. Not thread-safe: one thread.
 *
 * @param isScratch true if closing deletes the directory
 */
public record ServerHome(Path root, Layout layout, boolean isScratch, HomeLock lock) implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ServerHome.class);
    private static final int ATTEMPTS = 10;
    /** Files that an empty directory may contain: a file system's own folder, and files of a start that was killed at once. */
    private static final Set<String> NOT_CONTENT =
            Set.of("lost+found", HomeLock.LOCK_FILE, HomeLock.OWNER_FILE, LogDirectory.NOTE);

    /** Opens a directory that the user named; creates it if missing, and keeps it. Changes nothing in a directory with other content. */
    public static ServerHome kept(Path directory, Layout layout) throws IOException {
        Path root = directory.toAbsolutePath().normalize();
        if (Files.exists(root) && !Files.isDirectory(root)) {
            throw new HarnessException("--data-dir " + root + " is not a directory");
        }
        if (!Files.isDirectory(root)) {
            Files.createDirectories(root.resolveSibling(""));
            PrivateFolder.claim(root);
        }
        root = root.toRealPath();
        String objection = PrivateFolder.objection(root);
        if (!objection.isEmpty()) {
            throw new HarnessException(
                    "the data directory " + root + " " + objection + ", or choose another --data-dir");
        }
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

    /**
     * Creates a folder of mode 0700 inside a folder of this user; closing deletes it. First removes the folders that dead harnesses left
     * there. Ignores everything else in {@code parent}, because other users can write to it.
     */
    public static ServerHome scratch(Path parent, Layout layout) throws IOException {
        Optional<Path> base = base(parent);
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Path root = Files.createTempDirectory(base.orElse(parent), layout.scratchPrefix())
                    .toRealPath();
            Optional<HomeLock> lock = HomeLock.tryAcquire(root);
            // Another start may just have removed the directory as a leftover.
            if (lock.isPresent()) {
                if (base.isPresent()) {
                    removeLeftovers(base.get(), layout);
                }
                return new ServerHome(root, layout, true, lock.get());
            }
        }
        throw new HarnessException("cannot keep a temporary directory in " + parent + "; something deletes them");
    }

    /** Returns the folder of this user that holds the temporary folders. */
    public static Path base(Path parent, long user) {
        return parent.resolve("dbharness-scratch-" + user);
    }

    private static Optional<Path> base(Path parent) {
        Path base = base(parent, PrivateFolder.USER);
        try {
            PrivateFolder.claim(base);
            return Optional.of(base);
        } catch (IOException e) {
            LOG.warn("{} is not used: {}", base, e.getMessage());
            return Optional.empty();
        }
    }

    private static void removeLeftovers(Path base, Layout layout) throws IOException {
        try (DirectoryStream<Path> homes = Files.newDirectoryStream(base, layout.scratchPrefix() + "*")) {
            for (Path home : homes) {
                if (PrivateFolder.isOurs(home) && Files.exists(home.resolve(HomeLock.LOCK_FILE))) {
                    removeIfDead(home, layout);
                }
            }
        }
    }

    // While the server of a dead harness still runs, its directory remains; its watcher process removes it later.
    private static void removeIfDead(Path home, Layout layout) {
        try {
            Optional<HomeLock> lock = HomeLock.tryAcquire(home);
            if (lock.isPresent()) {
                try (HomeLock held = lock.get()) {
                    if (!layout.inService().isOn(home.resolve(layout.dataName()))) {
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

    /** Returns the server's data directory. An existing one is complete. */
    public Path data() {
        return root.resolve(layout.dataName());
    }

    /**
     * Creates a new directory in which a data directory is built before it is renamed. Never reuses one: the tools of a killed harness
     * continue for a while, and then delete their unfinished files.
     */
    public Path newUnfinished() throws IOException {
        String prefix = layout.dataName() + ".new-";
        try (DirectoryStream<Path> unfinished = Files.newDirectoryStream(root, prefix + "*")) {
            for (Path left : unfinished) {
                try {
                    FileTree.delete(left);
                } catch (IOException e) {
                    LOG.warn("Cannot remove {} yet, left by a harness that was killed", left, e);
                }
            }
        }
        return Files.createTempDirectory(root, prefix);
    }

    public ServerLog log() {
        return new ServerLog(root.resolve("server.log"));
    }

    /** Returns the file with the access rules; PostgreSQL's {@code hba_file}. */
    public Path accessRules() {
        return root.resolve("pg_hba.conf");
    }

    /** Lets a server that runs as another user reach its files in this directory. */
    public void openTo(RunAs runAs) throws IOException {
        if (runAs.isOtherUser()) {
            PrivateFolder.letOthersThrough(root);
            if (isScratch) {
                PrivateFolder.letOthersThrough(root.resolveSibling(""));
            }
        }
    }

    @Override
    public void close() throws IOException {
        try (lock) {
            if (isScratch) {
                FileTree.delete(root);
            }
        }
    }

    /**
     * The layout of a server's directory, by which the kinds of servers differ.
     *
     * @param server    its name in addresses and markers, for example {@code postgresql}
     * @param dataName  the directory of its data within its home
     * @param inService detects a server, of this harness or not, that still runs on such a data directory
     */
    public record Layout(String server, String dataName, Service inService) {

        /** Detects whether a server runs on a data directory. */
        public interface Service {
            boolean isOn(Path data) throws IOException;
        }

        /** Returns the prefix of the names of temporary directories. */
        public String scratchPrefix() {
            return "dbharness-" + server + "-";
        }
    }

    /**
     * The server that created the data of a directory, recorded in a marker file beside them. A directory without the marker is left alone.
     *
     * @param server  for example {@code postgresql}
     * @param version the part of its version that decides whether it can read the data
     * @param runAs   the name of the {@link RunAs} that owns the data
     */
    public record Origin(String server, String version, String runAs) {

        public static final String FILE = "dbharness.properties";

        public static Optional<Origin> read(Path directory) throws IOException {
            Path file = directory.resolve(FILE);
            if (!Files.exists(file)) {
                return Optional.empty();
            }
            Properties properties = new Properties();
            try (Reader reader = Files.newBufferedReader(file)) {
                properties.load(reader);
            }
            return Optional.of(new Origin(
                    properties.getProperty("server", "unknown"),
                    properties.getProperty("version", "unknown"),
                    properties.getProperty("runAs", "unknown")));
        }

        public void write(Path directory) throws IOException {
            String text = "server=" + server + "\nversion=" + version + "\nrunAs=" + runAs + "\n";
            Files.writeString(directory.resolve(FILE), text);
        }
    }

    /** The output of the server and its tools since this start began. */
    public record ServerLog(Path file) {

        private static final int SHOWN_LINES = 20;

        public void clear() throws IOException {
            Files.write(file, new byte[0]);
        }

        /** Returns the last lines, for an error message. */
        public String tail() throws IOException {
            return last(lines(), SHOWN_LINES);
        }

        /** Returns the last {@code count} lines. */
        public static String last(List<String> lines, int count) {
            List<String> last = lines.subList(Math.max(0, lines.size() - count), lines.size());
            return last.isEmpty() ? "(nothing)" : String.join(System.lineSeparator(), last);
        }

        /** Returns all lines; none if there is no file. */
        public List<String> lines() throws IOException {
            // Latin-1 accepts every byte, so the log is readable even if a program wrote garbage.
            return Files.exists(file)
                    ? Files.readString(file, StandardCharsets.ISO_8859_1)
                            .strip()
                            .lines()
                            .toList()
                    : List.of();
        }
    }

    /**
     * Chooses the parent directory of temporary data of servers.
     *
     * @param candidates in order of preference, at least one
     */
    public record ScratchFolder(List<Path> candidates) {

        private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

        public ScratchFolder {
            candidates = List.copyOf(candidates);
        }

        public static ScratchFolder standard() {
            return new ScratchFolder(List.of(Path.of(System.getProperty("java.io.tmpdir")), Path.of("/var/tmp")));
        }

        /**
         * Returns the first candidate on a disk. {@code /tmp} is often in memory, where a flush costs nothing and the data reduce the
         * server's memory.
         */
        public Path directory() throws IOException {
            for (Path candidate : candidates) {
                if (Files.isWritable(candidate)
                        && !IN_MEMORY.contains(Files.getFileStore(candidate).type())) {
                    return candidate;
                }
            }
            LOG.warn("{} is in memory: disk times will not be real; pass --data-dir", candidates.get(0));
            return candidates.get(0);
        }
    }

    /**
     * Locks a directory for a live harness. The operating system releases the lock when the process ends, in whatever way.
     *
     * <p>File locks belong to the whole process and are lost when any channel to the file closes. So a lock file that this process may hold
     * must not be opened a second time: another file names the owner and is read first.
     */
    public record HomeLock(Path directory, FileChannel channel) implements AutoCloseable {

        public static final String LOCK_FILE = ".dbharness.lock";
        public static final String OWNER_FILE = ".dbharness.owner";

        /** Returns the lock, or empty if a live harness, including this process, already holds it. */
        public static synchronized Optional<HomeLock> tryAcquire(Path directory) throws IOException {
            if (owner(directory).equals(Optional.of(self()))) {
                return Optional.empty();
            }
            FileChannel channel = FileChannel.open(
                    directory.resolve(LOCK_FILE),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS);
            boolean acquired = false;
            try {
                // A scratch directory can be deleted between opening and locking; the lock is then worthless.
                if (channel.tryLock() != null && Files.exists(directory.resolve(LOCK_FILE))) {
                    Path file = directory.resolve(OWNER_FILE);
                    Files.deleteIfExists(file);
                    Files.writeString(file, self(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                    acquired = true;
                }
            } finally {
                if (!acquired) {
                    channel.close();
                }
            }
            return acquired ? Optional.of(new HomeLock(directory, channel)) : Optional.empty();
        }

        /** Returns the current or last owner of the directory, for messages: a process id and the start time of that process. */
        public static Optional<String> owner(Path directory) throws IOException {
            Path file = directory.resolve(OWNER_FILE);
            return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    ? Optional.of(Files.readString(file))
                    : Optional.empty();
        }

        // The start time distinguishes this process from a dead one with the same id: in a container every harness may
        // have the id 1.
        private static String self() {
            ProcessHandle self = ProcessHandle.current();
            return "process " + self.pid() + ", started "
                    + self.info().startInstant().map(Instant::toString).orElse("at an unknown time");
        }

        @Override
        public void close() throws IOException {
            synchronized (HomeLock.class) {
                Files.deleteIfExists(directory.resolve(OWNER_FILE));
                channel.close();
            }
        }
    }
}
