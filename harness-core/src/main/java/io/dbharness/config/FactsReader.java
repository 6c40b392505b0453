package io.dbharness.config;

import io.dbharness.result.study.StudyDesign;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads what a table of facts is to show, row by row: name to one value, or to one for each subject.
 *
 * @param file   that declares them
 * @param design knows the subjects
 */
record FactsReader(Fields file, StudyDesign design) {

    /** @param names of the subjects that are shown; empty for all */
    Map<String, List<String>> read(Fields table, List<String> names) {
        String source = table.required("source").orElse("");
        Map<String, List<String>> facts = new LinkedHashMap<>();
        if (source.equals("subjects")) {
            List<Map<String, String>> all = design.subjects().stream()
                    .filter(s -> names.isEmpty() || names.contains(s.name()))
                    .map(s -> factsOf("subjects", s.name()))
                    .toList();
            all.stream()
                    .flatMap(f -> f.keySet().stream())
                    .distinct()
                    .forEach(name -> facts.put(
                            name,
                            all.stream().map(f -> f.getOrDefault(name, "")).toList()));
            return facts;
        }
        int dot = source.indexOf('.');
        String group = dot < 0 ? source : source.substring(0, dot);
        Map<String, String> found = switch (group) {
            case "environment" -> ExperimentReader.texts(file, "environment");
            case "workloads" -> factsOf("workloads", source.substring(dot + 1));
            case "facts" ->
                file.fields("facts")
                        .map(f -> ExperimentReader.texts(f, source.substring(dot + 1)))
                        .orElse(Map.of());
            default -> Map.of();
        };
        if (found.isEmpty()) {
            table.problem(
                    "source", "must be environment, subjects, workloads.NAME or facts.NAME, with something in it");
        }
        found.forEach((name, value) -> facts.put(name, List.of(value)));
        return facts;
    }

    private Map<String, String> factsOf(String group, String name) {
        return file.fields(group)
                .flatMap(g -> g.fields(name))
                .map(part -> ExperimentReader.texts(part, "facts"))
                .orElse(Map.of());
    }
}
