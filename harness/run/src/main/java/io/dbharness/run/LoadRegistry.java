package io.dbharness.run;

import io.dbharness.model.Internal;
import io.dbharness.workload.DataSetState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The loads that a sweep or a study has made. Only the data of these loads may be replaced. Not thread-safe.
 *
 * @param made identifiers of the loads, as in their data sets
 * @param file file that keeps the loads across processes; empty to keep them only in memory
 */
@Internal
public record LoadRegistry(Set<String> made, Optional<JsonFile> file) {

    private static final String BEGUN = "begun: ";

    /** Creates an empty set in memory. */
    public static LoadRegistry forgotten() {
        return new LoadRegistry(new TreeSet<>(), Optional.empty());
    }

    /** Reads the loads from a file, which further loads are added to. */
    public static LoadRegistry in(Path path) {
        JsonFile file = new JsonFile(path);
        Set<String> made = new TreeSet<>(Files.exists(path) ? Set.of(file.read(String[].class)) : Set.of());
        return new LoadRegistry(made, Optional.of(file));
    }

    /** Records the begin of a load of the described data set, so that an incomplete load counts as its own too. */
    void begins(String dataSet) {
        add(BEGUN + dataSet);
    }

    void add(String load) {
        if (made.add(load)) {
            file.ifPresent(f -> f.write(made));
        }
    }

    /** Returns true if the data were loaded by one of these loads. */
    boolean made(DataSetState found, String dataSet) {
        return found.kind() == DataSetState.Kind.INCOMPLETE
                ? made.contains(BEGUN + dataSet)
                : found.load().filter(made::contains).isPresent();
    }

    /** Returns true if only data of these loads may be changed, regardless of the load policy, as in a study. */
    boolean only() {
        return file.isPresent();
    }
}
