package io.dbharness.provisioning.catalogue;

import java.util.Arrays;
import java.util.Optional;

/** What the host caches of a disk. */
public enum Caching {
    NONE("none"),
    READ_ONLY("read-only"),
    READ_WRITE("read-write");

    private final String word;

    Caching(String word) {
        this.word = word;
    }

    /** As in a file. */
    public String word() {
        return word;
    }

    /** By its word. */
    public static Optional<Caching> of(String text) {
        return Arrays.stream(values()).filter(c -> c.word.equals(text)).findFirst();
    }
}
