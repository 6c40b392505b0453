package io.dbharness.provisioning.local;

import io.dbharness.model.HarnessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The kernel's limiter of block devices, in one of its two forms. Its reads and writes are limited one by one. */
interface Throttle {

    /** For the ledger, the keeper and people. */
    String word();

    /** Where its files are. */
    Path root();

    /** Makes it ready; says what has to be undone for that, or nothing. */
    default String enable() throws IOException {
        return "";
    }

    /** Limits a device, {@code MAJOR:MINOR}, reads to {@code rates} and writes as well. */
    void limit(String device, Rates rates) throws IOException;

    /** Whether the device has a limit. */
    boolean limits(String device) throws IOException;

    /** Takes back what {@link #enable} said. */
    default void disable(String enabled) throws IOException {}

    /** What this machine has. */
    static Throttle here() throws IOException {
        return find(Path.of("/sys/fs/cgroup"), Path.of("/proc/self/mounts"))
                .orElseThrow(
                        () -> new HarnessException(
                                "this system limits no block device: it has neither cgroup v2 with the controller io nor"
                                        + " cgroup v1 with blkio.throttle under /sys/fs/cgroup; in a container, run on the host"));
    }

    /** The one that a ledger names. */
    static Throttle of(String word, Path root) {
        return switch (word) {
            case IoMaxThrottle.WORD -> new IoMaxThrottle(root);
            case BlkioThrottle.WORD -> new BlkioThrottle(root);
            default -> throw new HarnessException("no throttle is called " + word);
        };
    }

    static Optional<Throttle> find(Path unified, Path mounts) throws IOException {
        if (IoMaxThrottle.isAt(unified)) {
            return Optional.of(new IoMaxThrottle(unified));
        }
        for (String line : Files.readAllLines(mounts)) {
            String[] words = line.split(" ", -1);
            if (words.length > 1 && words[0].startsWith("cgroup") && BlkioThrottle.isAt(Path.of(words[1]))) {
                return Optional.of(new BlkioThrottle(Path.of(words[1])));
            }
        }
        return Optional.empty();
    }
}
