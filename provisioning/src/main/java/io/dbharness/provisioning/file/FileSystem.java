package io.dbharness.provisioning.file;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** File systems with a journal, which databases are run on. */
public enum FileSystem {
    EXT4,
    XFS;

    static final List<String> WORDS = Stream.of(values()).map(FileSystem::word).toList();

    /** As files and {@code mkfs} name it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static FileSystem of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
