package io.dbharness.cql.profile;

import io.dbharness.cql.profile.Entries.Text;
import io.dbharness.model.Problems;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Joins the columns of a table with what a profile says of their values. One thread. */
final class ColumnSpecs {

    /** What cassandra-stress takes for a column that its profile leaves out. */
    private static final String SIZE = "uniform(4..8)";

    private static final String POPULATION = "uniform(1..100B)";
    private static final String CLUSTER = "fixed(1)";

    private static final long MOST_SIZE = 64L << 20;
    private static final long MOST_CLUSTER = 10_000_000;

    private final Problems problems;

    ColumnSpecs(Problems problems) {
        this.problems = problems;
    }

    /** Nothing when there is no table; meaningless when a problem was noted. */
    List<Column> apply(List<Entries> lists, Optional<CreateTable.Parsed> table) {
        Set<String> names = table.map(CreateTable.Parsed::columns).orElse(List.of()).stream()
                .map(CreateTable.Part::name)
                .collect(Collectors.toSet());
        Map<String, ColumnSpec> specs = new HashMap<>();
        for (Entries entries : lists) {
            Optional<String> name = entries.required("name").map(text -> {
                String column = names.contains(text.text()) ? text.text() : CreateTable.identifier(text.text());
                problems.require(
                        table.isEmpty() || names.contains(column),
                        text.where() + ": the table has no column " + column);
                problems.require(!specs.containsKey(column), text.where() + ": " + column + " is there twice");
                return column;
            });
            ColumnSpec spec = spec(entries);
            name.ifPresent(column -> specs.put(column, spec));
            entries.finish("name, size, population, cluster");
        }
        ColumnSpec byDefault = new ColumnSpec(known(SIZE), known(POPULATION), known(CLUSTER));
        return table.map(CreateTable.Parsed::columns).orElse(List.of()).stream()
                .map(part ->
                        new Column(part.name(), part.kind(), part.type(), specs.getOrDefault(part.name(), byDefault)))
                .toList();
    }

    private ColumnSpec spec(Entries entries) {
        Spread size = spread(entries, "size", SIZE);
        bounds(size, 0, MOST_SIZE, entries, "size");
        Spread cluster = spread(entries, "cluster", CLUSTER);
        bounds(cluster, 1, MOST_CLUSTER, entries, "cluster");
        return new ColumnSpec(size, spread(entries, "population", POPULATION), cluster);
    }

    private void bounds(Spread spread, long least, long most, Entries entries, String name) {
        problems.require(
                spread.least() >= least && spread.most() <= most,
                entries.where() + name + " '" + spread + "' must lie within " + least + " and " + most);
    }

    private Spread spread(Entries entries, String name, String byDefault) {
        Optional<Text> text = entries.text(name);
        return text.flatMap(given -> SpreadText.parse(given.text(), given.where(), problems))
                .orElseGet(() -> known(byDefault));
    }

    private static Spread known(String text) {
        Problems none = new Problems();
        Optional<Spread> spread = SpreadText.parse(text, "", none);
        none.throwIfAny();
        return spread.orElseThrow();
    }
}
