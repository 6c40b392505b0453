package io.dbharness.studies;

import io.dbharness.config.ExperimentUnit;
import io.dbharness.config.ExperimentUnit.Option;
import io.dbharness.model.UsageException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where a data set of {@code data: separate} is, so that several scales stand side by side: a schema of PostgreSQL or YugabyteDB, a keyspace of
 * Cassandra, or a file. Commands whose data are the same share it.
 *
 * @param name of letters, digits and underscores
 */
record OwnPlace(String name) {

    /** Options that decide what data there are. */
    private static final List<String> DECIDING = List.of(
            "tables", "table-size", "warehouses", "initial-data", "size", "rows", "partitions", "fill", "payload");

    private static final int LONGEST = 48;

    static OwnPlace of(ExperimentUnit unit) {
        String kind = unit.command().replaceFirst(" .*", "");
        String scale = DECIDING.stream()
                .map(unit.options()::get)
                .filter(Objects::nonNull)
                .map(Option::texts)
                .map(texts -> String.join("_", texts))
                .collect(Collectors.joining("_"));
        String name = ("s_" + kind + "_" + scale).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
        return new OwnPlace(name.substring(0, Math.min(LONGEST, name.length())));
    }

    /**
     * The same target with this place in it; empty where a target has a place for each command anyway.
     *
     * @throws UsageException when sessions of the target cannot be sent to a place
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
                        + " has not; give a database for each scale, or data: keep"));
    }
}
