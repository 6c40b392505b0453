package io.dbharness.cql.profile;

import io.dbharness.config.Fields;
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
    List<Column> apply(List<Fields> lists, Optional<CreateTable.Parsed> table) {
        Set<String> names = table.map(CreateTable.Parsed::columns).orElse(List.of()).stream()
                .map(CreateTable.Part::name)
                .collect(Collectors.toSet());
        Map<String, ColumnSpec> specs = new HashMap<>();
        for (Fields fields : lists) {
            Optional<String> name =
                    fields.required("name").map(text -> names.contains(text) ? text : CreateTable.identifier(text));
            name.ifPresent(column -> {
                String where = fields.where("name") + ": ";
                problems.require(
                        table.isEmpty() || names.contains(column), where + "the table has no column " + column);
                problems.require(!specs.containsKey(column), where + column + " is there twice");
            });
            ColumnSpec spec = spec(fields);
            name.ifPresent(column -> specs.put(column, spec));
            fields.refuseOthers();
        }
        ColumnSpec byDefault = new ColumnSpec(known(SIZE), known(POPULATION), known(CLUSTER));
        return table.map(CreateTable.Parsed::columns).orElse(List.of()).stream()
                .map(part ->
                        new Column(part.name(), part.kind(), part.type(), specs.getOrDefault(part.name(), byDefault)))
                .toList();
    }

    private ColumnSpec spec(Fields fields) {
        Spread size = spread(fields, "size", SIZE);
        if (size.least() < 0 || size.most() > MOST_SIZE) {
            fields.problem("size", "'" + size + "' must lie within 0 and " + MOST_SIZE);
        }
        Spread cluster = spread(fields, "cluster", CLUSTER);
        if (cluster.least() < 1 || cluster.most() > MOST_CLUSTER) {
            fields.problem("cluster", "'" + cluster + "' must lie within 1 and " + MOST_CLUSTER);
        }
        return new ColumnSpec(size, spread(fields, "population", POPULATION), cluster);
    }

    private Spread spread(Fields fields, String name, String byDefault) {
        return fields.text(name)
                .flatMap(given -> SpreadText.parse(given, fields.where(name), problems))
                .orElseGet(() -> known(byDefault));
    }

    private static Spread known(String text) {
        Problems none = new Problems();
        Optional<Spread> spread = SpreadText.parse(text, "", none);
        none.throwIfAny();
        return spread.orElseThrow();
    }
}
