package io.dbharness.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The loads that a sweep or a study has made itself: only their data may make room for others. One thread.
 *
 * @param made the loads, as their data sets name them
 * @param file where they are kept from one process to the next; empty when they need not be
 */
public record OwnLoads(Set<String> made, Optional<JsonFile> file) {

    /** None yet, and forgotten with this object. */
    static OwnLoads forgotten() {
        return new OwnLoads(new TreeSet<>(), Optional.empty());
    }

    /** Those that a file holds, and all from now on. */
    public static OwnLoads in(Path path) {
        JsonFile file = new JsonFile(path);
        Set<String> made = new TreeSet<>(Files.exists(path) ? Set.of(file.read(String[].class)) : Set.of());
        return new OwnLoads(made, Optional.of(file));
    }

    void add(String load) {
        if (made.add(load)) {
            file.ifPresent(f -> f.write(made));
        }
    }
}
