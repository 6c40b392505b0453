package io.dbharness.study.run;

import io.dbharness.model.UsageException;
import io.dbharness.study.file.StudyRuns;
import io.dbharness.study.file.StudyRuns.Option;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The place of a data set of {@code data: separate}, so that several scales coexist: a schema of PostgreSQL or YugabyteDB, a keyspace of
 * Cassandra, or a file. Commands with the same data share it.
 *
 * @param name name of letters, digits and underscores
 */
record SeparateNamespace(String name) {

    /** Options that determine the content of the data set. */
    private static final List<String> DECIDING = List.of(
            "tables", "table-size", "warehouses", "initial-data", "size", "rows", "partitions", "fill", "payload");

    private static final int LONGEST = 48;

    static SeparateNamespace of(StudyRuns unit) {
        String kind = unit.command().replaceFirst(" .*", "");
        String scale = DECIDING.stream()
                .map(unit.options()::get)
                .filter(Objects::nonNull)
                .map(Option::texts)
                .map(texts -> String.join("_", texts))
                .collect(Collectors.joining("_"));
        String name = ("s_" + kind + "_" + scale).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
        return new SeparateNamespace(name.substring(0, Math.min(LONGEST, name.length())));
    }

    /**
     * Returns the target's address with this place in it; empty if the target has a separate place for each command anyway.
     *
     * @throws UsageException if a session of the target cannot select a place
     */
    Optional<String> address(String target) {
        if (Stream.of("embedded:", "sim:", "container:").anyMatch(target::startsWith) || target.isEmpty()) {
            return Optional.empty();
        }
        if (target.startsWith("jdbc:postgresql:") || target.startsWith("jdbc:yugabytedb:")) {
            return Optional.of(target + (target.contains("?") ? "&" : "?") + "currentSchema=" + name);
        }
        if (target.startsWith("cassandra:")) {
            return Optional.of(target.replaceFirst("^(cassandra://[^/?]+)(/[^?]*)?", "$1/" + name));
        }
        if (target.startsWith("file:")) {
            return Optional.of(target.replaceFirst("^([^?]+)", "$1-" + name));
        }
        throw new UsageException(
                List.of("data: separate needs schemas, keyspaces or files that a session can choose, which " + target
                        + " does not have; give a database for each scale, or data: keep"));
    }
}
