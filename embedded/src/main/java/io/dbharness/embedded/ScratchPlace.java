package io.dbharness.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the directories of servers are made whose data are not kept.
 *
 * @param candidates in order of preference, at least one
 */
record ScratchPlace(List<Path> candidates) {

    private static final Logger LOG = LoggerFactory.getLogger(ScratchPlace.class);
    private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

    ScratchPlace {
        candidates = List.copyOf(candidates);
    }

    static ScratchPlace standard() {
        return new ScratchPlace(List.of(Path.of(System.getProperty("java.io.tmpdir")), Path.of("/var/tmp")));
    }

    /** The first candidate on a disk. {@code /tmp} is often in memory, where a flush costs nothing and the data crowd the server out. */
    Path directory() throws IOException {
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
