package io.dbharness.run;

import io.dbharness.workload.DataSetState;
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

    private static final String BEGUN = "begun: ";

    /** None yet, and forgotten with this object. */
    public static OwnLoads forgotten() {
        return new OwnLoads(new TreeSet<>(), Optional.empty());
    }

    /** Those that a file holds, and all from now on. */
    public static OwnLoads in(Path path) {
        JsonFile file = new JsonFile(path);
        Set<String> made = new TreeSet<>(Files.exists(path) ? Set.of(file.read(String[].class)) : Set.of());
        return new OwnLoads(made, Optional.of(file));
    }

    /** A load begins, of a data set that is described so. What is left of it is its own, too. */
    void begins(String dataSet) {
        add(BEGUN + dataSet);
    }

    void add(String load) {
        if (made.add(load)) {
            file.ifPresent(f -> f.write(made));
        }
    }

    /** Whether the data are its own. */
    boolean made(DataSetState found, String dataSet) {
        return found.kind() == DataSetState.Kind.INCOMPLETE
                ? made.contains(BEGUN + dataSet)
                : found.load().filter(made::contains).isPresent();
    }

    /** Whether no other data than its own may be touched, whatever is asked for: so it is in a study. */
    boolean only() {
        return file.isPresent();
    }
}
