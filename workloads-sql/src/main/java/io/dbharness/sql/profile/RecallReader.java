package io.dbharness.sql.profile;

import io.dbharness.profile.Similarity;
import io.dbharness.sql.profile.Generators.Vector;
import io.dbharness.sql.profile.SqlProfile.Neighbours;
import io.dbharness.sql.profile.SqlProfile.Parameter;
import io.dbharness.yaml.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Parses the check of a search for the nearest vectors.
 *
 * @param sql parser of statements
 */
record RecallReader(SqlReader sql) {

    private static final int MOST_NEIGHBOURS = 10_000;
    private static final Map<String, Similarity> DISTANCES = new TreeMap<>(Map.of(
            "cosine", Similarity.COSINE, "euclidean", Similarity.EUCLIDEAN, "inner-product", Similarity.DOT_PRODUCT));

    /** @param search the statement that has the check */
    Optional<Neighbours> recall(Fields fields, SqlText search, List<Parameter> parameters) {
        for (String field : List.of("of", "distance")) {
            if (!fields.has(field)) {
                fields.problem(field, "is missing");
            }
        }
        OptionalLong rows = fields.whole("of", 1, MOST_NEIGHBOURS);
        Optional<String> distance = fields.word("distance", new ArrayList<>(DISTANCES.keySet()));
        Optional<SqlText> among = sql.required(fields, "among");
        Optional<String> least = fields.required("least").filter(text -> {
            boolean share = text.matches("0?\\.[0-9]{1,9}|1(\\.0{1,9})?");
            if (!share) {
                fields.problem("least", "must be a share such as 0.9, not '" + text + "'");
            }
            return share;
        });
        Optional<String> vector = vector(fields, search, parameters);
        fields.refuseOthers();
        boolean complete = rows.isPresent() && distance.isPresent() && least.isPresent() && among.isPresent();
        return vector.filter(name -> complete)
                .map(name -> new Neighbours(
                        name,
                        (int) rows.getAsLong(),
                        Double.parseDouble(least.get()),
                        DISTANCES.getOrDefault(distance.get(), Similarity.COSINE),
                        among.get()));
    }

    /** Returns the parameter whose nearest rows are asked for. */
    private static Optional<String> vector(Fields fields, SqlText search, List<Parameter> parameters) {
        Set<String> names = search.variants().values().stream()
                .flatMap(variant -> NamedSql.of(variant).names().stream())
                .collect(Collectors.toSet());
        List<Parameter> used = parameters.stream()
                .filter(parameter -> names.contains(parameter.name()))
                .toList();
        if (used.size() < names.size()
                || parameters.stream().anyMatch(parameter -> parameter.value().isEmpty())) {
            fields.problem("needs parameters that are drawn: no carried value, next(...), latest(...) or recent(...)");
            return Optional.empty();
        }
        List<String> vectors = used.stream()
                .filter(parameter ->
                        parameter.value().filter(Vector.class::isInstance).isPresent())
                .map(Parameter::name)
                .toList();
        if (vectors.size() != 1) {
            fields.problem("needs a statement with one parameter that is vector(DIMENSIONS)");
            return Optional.empty();
        }
        return Optional.of(vectors.get(0));
    }
}
