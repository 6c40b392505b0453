package io.dbharness.jdbc.dataset;

import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The changes of a data set by runs since its load, recorded among the names of its parts. Immutable.
 *
 * @param changed changed columns, {@link MarkedDataSet#REMOVED} and {@link MarkedDataSet#NUMBER}
 * @param counted number of rows after the load or the last checked run; empty if a later run was not checked
 */
record DataChanges(Set<String> changed, OptionalLong counted) {

    /** The prefix of a recorded change. */
    static final String CHANGED = "changed ";

    /** The prefix of a recorded number of rows. */
    static final String COUNTED = "counted ";

    static final DataChanges NONE = new DataChanges(Set.of(), OptionalLong.empty());

    /** Extracts the notes from the names of parts. */
    static DataChanges among(Set<String> parts) {
        return new DataChanges(
                after(CHANGED, parts),
                after(COUNTED, parts).stream().mapToLong(Long::parseLong).findFirst());
    }

    private static Set<String> after(String prefix, Set<String> parts) {
        return parts.stream()
                .filter(part -> part.startsWith(prefix))
                .map(part -> part.substring(prefix.length()))
                .collect(Collectors.toSet());
    }

    /** Returns false for data of a version that records nothing. */
    boolean any() {
        return !changed.isEmpty() || counted.isPresent();
    }
}
