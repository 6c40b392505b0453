package io.dbharness.jdbc.dataset;

import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What runs have done to a data set since its load, as noted beside the names of its parts. Immutable.
 *
 * @param changed columns, {@link MarkedDataSet#REMOVED} and {@link MarkedDataSet#NUMBER}
 * @param counted how many rows there were after the load or the last run that was checked; empty when a run since was not
 */
record Notes(Set<String> changed, OptionalLong counted) {

    /** What the note of a change begins with. */
    static final String CHANGED = "changed ";

    /** What the note of a number of rows begins with. */
    static final String COUNTED = "counted ";

    static final Notes NONE = new Notes(Set.of(), OptionalLong.empty());

    /** The notes among the names of parts. */
    static Notes among(Set<String> parts) {
        return new Notes(
                after(CHANGED, parts),
                after(COUNTED, parts).stream().mapToLong(Long::parseLong).findFirst());
    }

    private static Set<String> after(String prefix, Set<String> parts) {
        return parts.stream()
                .filter(part -> part.startsWith(prefix))
                .map(part -> part.substring(prefix.length()))
                .collect(Collectors.toSet());
    }

    /** False for data of a version that notes nothing. */
    boolean any() {
        return !changed.isEmpty() || counted.isPresent();
    }
}
