package io.dbharness.cql.profile;

import io.dbharness.cql.profile.Column.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Collects the columns of a table and checks its key. Not thread-safe: one thread. */
public final class TableDefinition {

    private final ColumnTypes known;
    private final Consumer<String> problems;
    private final Map<String, ColumnType<?>> types = new TreeMap<>();
    private final List<String> order = new ArrayList<>();
    private final Set<String> statics = new HashSet<>();
    private final List<String> partition = new ArrayList<>();
    private final List<String> clustering = new ArrayList<>();
    private boolean good = true;

    /** @param problems receives each problem as the end of a sentence about the table */
    public TableDefinition(ColumnTypes known, Consumer<String> problems) {
        this.known = known;
        this.problems = problems;
    }

    /** Adds a column with a type in CQL syntax. */
    public void column(String name, String type, boolean isStatic) {
        order.add(name);
        if (isStatic) {
            statics.add(name);
        }
        known.parse(type)
                .ifPresentOrElse(
                        parsed -> types.put(name, parsed),
                        () -> problem(ColumnTypes.unknown("the column " + name, type)));
    }

    /** Adds a column to the partition key. */
    public void partitionKey(String name) {
        partition.add(name);
    }

    /** Adds a clustering column. */
    public void clusteringKey(String name) {
        clustering.add(name);
    }

    /**
     * Returns partition key, clustering, static and other columns, within each in the order of addition; empty if there was any problem.
     */
    public Optional<List<Column>> columns() {
        if (partition.isEmpty()) {
            problem("has no primary key");
        }
        List<String> key =
                Stream.concat(partition.stream(), clustering.stream()).toList();
        repeated(order).forEach(name -> problem("has two columns " + name));
        repeated(key).forEach(name -> problem("has the column " + name + " twice in its primary key"));
        key.stream()
                .filter(name -> !order.contains(name))
                .forEach(name -> problem("has no column " + name + " for its primary key"));
        if (!good) {
            return Optional.empty();
        }
        return Optional.of(order.stream()
                .map(name -> new Column(
                        name, kind(name), Objects.requireNonNull(types.get(name), name), Column.Spec.DEFAULT))
                .sorted(Comparator.comparing(Column::kind)
                        .thenComparing(column ->
                                Math.max(partition.indexOf(column.name()), clustering.indexOf(column.name()))))
                .toList());
    }

    private static Set<String> repeated(List<String> names) {
        return names.stream()
                .filter(name -> Collections.frequency(names, name) > 1)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    void problem(String text) {
        good = false;
        problems.accept(text);
    }

    private Kind kind(String name) {
        if (partition.contains(name)) {
            return Kind.PARTITION;
        }
        if (clustering.contains(name)) {
            return Kind.CLUSTERING;
        }
        return statics.contains(name) ? Kind.STATIC : Kind.REGULAR;
    }
}
