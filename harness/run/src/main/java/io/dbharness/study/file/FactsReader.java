package io.dbharness.study.file;

import io.dbharness.study.Fact;
import io.dbharness.study.StudyDesign;
import io.dbharness.yaml.Fields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Parses the facts of a table. A fact is one value, or {@code published} and {@code measured}. A value that a profile overrides counts as
 * measured.
 *
 * @param file      fields of the file with its profile applied
 * @param published fields of the file without a profile
 * @param design    design with the subjects
 */
record FactsReader(Fields file, Fields published, StudyDesign design) {

    private static final List<String> FIELDS = List.of("published", "measured");

    /** The values of a fact; either may be empty. */
    private record Said(String published, String measured) {

        static final Said NOTHING = new Said("", "");
    }

    /** Parses the facts, one for each row. */
    List<Fact> read(Fields table) {
        String source = table.required("source").orElse("");
        List<Map<String, Said>> all = new ArrayList<>();
        if (source.equals("subjects")) {
            List<String> names = table.texts("subjects");
            design.subjects().stream()
                    .map(StudyDesign.Level::name)
                    .filter(name -> names.isEmpty() || names.contains(name))
                    .forEach(name -> all.add(said(List.of("subjects", name, "facts"))));
        } else {
            all.add(said(path(source)));
            if (all.get(0).isEmpty()) {
                table.problem(
                        "source", "must be environment, subjects, workloads.NAME or facts.NAME, with something in it");
            }
        }
        return all.stream()
                .flatMap(facts -> facts.keySet().stream())
                .distinct()
                .map(name -> fact(
                        name,
                        all.stream()
                                .map(facts -> facts.getOrDefault(name, Said.NOTHING))
                                .toList()))
                .toList();
    }

    private static Fact fact(String name, List<Said> said) {
        return new Fact(
                name,
                said.stream().map(Said::published).toList(),
                said.stream().map(Said::measured).toList());
    }

    private static List<String> path(String source) {
        String[] words = source.split("\\.", 2);
        boolean named = words.length == 2;
        return switch (words[0]) {
            case "environment" -> List.of(source);
            case "workloads" -> named ? List.of(words[0], words[1], "facts") : List.of();
            case "facts" -> named ? List.of(words[0], words[1]) : List.of();
            default -> List.of();
        };
    }

    /** Returns each fact under a path, in order. */
    private Map<String, Said> said(List<String> path) {
        Optional<Fields> before = at(published, path);
        Optional<Fields> now = at(file, path);
        Set<String> names = new LinkedHashSet<>(before.map(Fields::names).orElse(List.of()));
        names.addAll(now.map(Fields::names).orElse(List.of()));
        Map<String, Said> said = new LinkedHashMap<>();
        for (String name : names) {
            Said printed = before.map(fields -> said(fields, name)).orElse(Said.NOTHING);
            Said own = now.filter(fields -> fields.has(name))
                    .map(fields -> said(fields, name))
                    .orElse(printed);
            boolean replaced = own.measured().isEmpty() && !own.published().equals(printed.published());
            said.put(name, new Said(printed.published(), replaced ? own.published() : own.measured()));
        }
        return said;
    }

    private static Optional<Fields> at(Fields from, List<String> path) {
        Optional<Fields> fields = Optional.of(from).filter(f -> !path.isEmpty());
        for (String name : path) {
            fields = fields.filter(f -> f.has(name)).flatMap(f -> f.fields(name));
        }
        return fields;
    }

    private static Said said(Fields fields, String name) {
        if (!fields.isMapping(name)) {
            return new Said(fields.text(name).orElse(""), "");
        }
        Fields both = fields.fieldsOrNone(name);
        StudyFields.refuse(both, FIELDS);
        return new Said(
                both.text(FIELDS.get(0)).orElse(""), both.text(FIELDS.get(1)).orElse(""));
    }
}
