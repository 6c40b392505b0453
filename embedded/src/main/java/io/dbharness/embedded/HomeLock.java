package io.dbharness.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;

/**
 * Says that a live harness uses a directory. The operating system ends the claim with the process, however that dies.
 *
 * <p>File locks belong to the whole process and are lost when any channel to the file closes, so a lock file that this process may
 * hold must not even be opened again: a second file names the owner and is looked at first.
 */
final class HomeLock implements AutoCloseable {

    static final String LOCK_FILE = ".dbharness.lock";
    static final String OWNER_FILE = ".dbharness.owner";

    private final Path directory;
    private final FileChannel channel;

    private HomeLock(Path directory, FileChannel channel) {
        this.directory = directory;
        this.channel = channel;
    }

    /** The claim, or empty when another live harness, this one included, has it. */
    static synchronized Optional<HomeLock> tryAcquire(Path directory) throws IOException {
        if (owner(directory).equals(Optional.of(self()))) {
            return Optional.empty();
        }
        FileChannel channel =
                FileChannel.open(directory.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        boolean acquired = false;
        try {
            // A scratch directory can vanish between the opening and the locking: then this is a lock on nothing.
            if (channel.tryLock() != null && Files.exists(directory.resolve(LOCK_FILE))) {
                Files.writeString(directory.resolve(OWNER_FILE), self());
                acquired = true;
            }
        } finally {
            if (!acquired) {
                channel.close();
            }
        }
        return acquired ? Optional.of(new HomeLock(directory, channel)) : Optional.empty();
    }

    /** Who has or last had the directory, for messages: a process id and when that process started. */
    static Optional<String> owner(Path directory) throws IOException {
        Path file = directory.resolve(OWNER_FILE);
        return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
    }

    Path directory() {
        return directory;
    }

    // The start time tells this process from a dead one with the same id: in a container every harness may be process
    // 1.
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
