package io.dbharness.config;

import java.util.List;
import java.util.stream.Stream;

/** The fields that an experiment file may have, place by place. {@code docs/experiment.schema.json} says the same to editors. */
final class Known {

    /** Where the options of commands may stand; which of them is a matter of reading well. */
    static final List<String> GROUPS = List.of("options", "phases", "load", "stop", "collect");

    static final List<String> FILE = with(
            "experiment",
            "title",
            "seed",
            "published",
            "notes",
            "environment",
            "facts",
            "subject",
            "subjects",
            "workloads",
            "families",
            "design",
            "slo",
            "tables",
            "charts",
            "claims",
            "profiles");
    static final List<String> SUBJECT = with("label", "labels", "facts", "limits", "price-per-hour", "provision");
    static final List<String> WORKLOAD = with("label", "labels", "facts", "command", "disk");
    static final List<String> FAMILY = with("label", "labels", "subjects", "workloads", "repeats", "each");
    static final List<String> DESIGN = List.of("baseline", "order", "repeats", "skip");
    static final List<String> TABLE = List.of(
            "id",
            "kind",
            "title",
            "where",
            "per",
            "subjects",
            "rows",
            "columns",
            "source",
            "percentiles",
            "operations",
            "unit",
            "decimals",
            "aggregate");
    static final List<String> FORMULA = List.of("label", "expr", "unit", "decimals", "where");
    static final List<String> CHART =
            List.of("id", "kind", "title", "where", "per", "by", "series", "operations", "lines");
    static final List<String> CLAIM = List.of("text", "expr", "where", "reason");

    private Known() {}

    private static List<String> with(String... own) {
        return Stream.concat(Stream.of(own), GROUPS.stream()).toList();
    }

    /** Notes every field that is not among those known. */
    static void refuse(Fields fields, List<String> known) {
        fields.names().stream()
                .filter(name -> !known.contains(name))
                .forEach(name -> fields.problem(name, "is not known here; known are " + String.join(", ", known)));
    }
}
