package io.dbharness.study.file;

import io.dbharness.quantity.Quantities;
import io.dbharness.study.Claim;
import io.dbharness.study.DeclaredLimits;
import io.dbharness.study.StudyDesign;
import io.dbharness.study.StudyDesign.Level;
import io.dbharness.study.TableSpec;
import io.dbharness.study.file.ExperimentFile.OperationPlace;
import io.dbharness.yaml.Fields;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * Parses the fields of an experiment file. For one use by one thread.
 *
 * @param file      fields of the file with its profile applied
 * @param published fields of the file without a profile: the published values
 */
record DesignReader(Fields file, Fields published) {

    static final String NAME = "[A-Za-z][A-Za-z0-9_]*";

    private static final String LIMITS = "limits";
    private static final String PRICE = "price-per-hour";
    private static final String SUBJECTS = "subjects";
    private static final String SLO = "slo";

    ExperimentFile read(Path directory) {
        file.required("experiment");
        String name = StudyFields.fileName(file, "experiment").orElse("experiment");
        String title = file.required("title").orElse(name);
        long seed = file.whole("seed", Long.MIN_VALUE, Long.MAX_VALUE).orElse(1);
        List<Path> figures =
                file.texts("published").stream().map(directory::resolve).toList();
        List<String> notes = new ArrayList<>(file.texts("notes"));
        String subject = name(file, "subject").orElse("subject");
        StudyScale scale = StudyScale.of(file);
        StudyCommandReader units = new StudyCommandReader(file, subject, seed, directory, scale);
        if (!scale.equals(StudyScale.WHOLE)) {
            notes.add("Scaled: this multiplies " + scale.words() + ".");
        }
        Map<String, List<Level>> parts = new LinkedHashMap<>();
        parts.put(subject, levels(SUBJECTS, true, units));
        parts.put(StudyDesign.WORKLOAD, levels("workloads", true, units));
        parts.put(StudyDesign.FAMILY, levels("families", false, units));
        requireDifferentNames(parts);
        List<StudyRuns> all = units.read();
        StudyDesign bare = new StudyDesign(
                name,
                title,
                new StudyDesign.Compared(subject, parts, baseline(parts.getOrDefault(subject, List.of()))),
                planned(all, parts),
                serviceLevels(),
                StudyDesign.Contents.NOTHING);
        List<OperationPlace> operations = new ArrayList<>(checkedServiceLevels(bare));
        OutputReader output = new OutputReader(file, published, bare);
        List<TableSpec> tables = new ArrayList<>(output.tables());
        Assumed.table(all, bare).ifPresent(tables::add);
        StudyDesign design = bare.asking(new StudyDesign.Contents(tables, output.charts(), output.claims()));
        operations.addAll(output.operations());
        StudyFields.refuse(file, StudyFields.FILE);
        return new ExperimentFile(
                design,
                seed,
                all,
                operations,
                figures,
                notes,
                design("load-rate", Fields::bytesPerSecond),
                design(ExperimentFile.BRING_UP, Fields::text)
                        .filter("subject"::equals)
                        .isPresent(),
                scaled(file));
    }

    private <T> T design(String name, BiFunction<Fields, String, T> read) {
        return read.apply(file.fieldsOrNone("design"), name);
    }

    /** Returns true if the study differs in size from the publication. */
    static boolean scaled(Fields file) {
        return file.flag("scaled").orElse(false) || !StudyScale.of(file).equals(StudyScale.WHOLE);
    }

    /** Returns a name that is valid in formulas and as a directory. */
    private static Optional<String> name(Fields fields, String field) {
        Optional<String> name = fields.text(field);
        if (name.isPresent() && !name.get().matches(NAME)) {
            fields.problem(field, "must be a name of letters, digits and _, not '" + name.get() + "'");
        }
        return name;
    }

    private List<Level> levels(String field, boolean needed, StudyCommandReader units) {
        Optional<Fields> parts = file.fields(field);
        if (needed && (parts.isEmpty() || parts.get().names().isEmpty()) && !file.has(field)) {
            file.problem(field, "is missing: an experiment needs at least one");
        }
        List<Level> levels = new ArrayList<>();
        for (String name : parts.map(Fields::names).orElse(List.of())) {
            if (!name.matches(NAME)) {
                parts.get().problem(name, "must consist of letters, digits and _");
            }
            parts.get().fields(name).ifPresent(part -> {
                DeclaredLimits declared = field.equals(SUBJECTS) ? declared(part) : DeclaredLimits.NOTHING;
                String label = part.text("label")
                        .map(text -> filled(text, units.options(part)))
                        .orElse(name);
                levels.add(new Level(name, label, texts(part, "labels"), declared));
            });
        }
        return levels;
    }

    /** Replaces option names in braces in a label, as in {@code TPC-C ({warehouses} warehouses)}, by their values. */
    private static String filled(String label, Map<String, StudyRuns.Option> options) {
        String filled = label;
        for (Map.Entry<String, StudyRuns.Option> option : options.entrySet()) {
            filled = filled.replace(
                    "{" + option.getKey() + "}",
                    String.join(",", option.getValue().texts()));
        }
        return filled;
    }

    private static DeclaredLimits declared(Fields subject) {
        Map<String, String> limits = new LinkedHashMap<>();
        subject.fields(LIMITS)
                .ifPresent(of -> of.names().forEach(name -> {
                    if (!name.matches(NAME)) {
                        of.problem(name, "must consist of letters, digits and _, like the level that it limits");
                    }
                    number(of, name).ifPresent(value -> limits.put(name, value));
                }));
        return new DeclaredLimits(limits, number(subject, PRICE));
    }

    private static Optional<String> number(Fields fields, String name) {
        Optional<String> text = fields.text(name);
        boolean sound = text.isEmpty() || text.get().equals(StudyRuns.TBD) || isDivisor(text.get());
        if (!sound) {
            fields.problem(name, "must be a number above 0 or " + StudyRuns.TBD + ", not '" + text.get() + "'");
        }
        return sound ? text : Optional.empty();
    }

    private static boolean isDivisor(String text) {
        return Quantities.number(text).orElse(0) > 0;
    }

    /** Returns the names and plain values under a field, in order. */
    static Map<String, String> texts(Fields fields, String field) {
        Map<String, String> texts = new LinkedHashMap<>();
        fields.fields(field)
                .ifPresent(inner ->
                        inner.names().forEach(name -> inner.text(name).ifPresent(text -> texts.put(name, text))));
        return texts;
    }

    private void requireDifferentNames(Map<String, List<Level>> parts) {
        Map<String, String> owners = new TreeMap<>();
        parts.forEach((factor, levels) -> levels.forEach(level -> {
            String other = owners.putIfAbsent(level.name(), factor);
            if (other != null) {
                file.problem("'" + level.name() + "' is the name of a " + other + " and of a " + factor
                        + "; formulas could not distinguish them");
            }
        }));
    }

    private Optional<String> baseline(List<Level> subjects) {
        Optional<Fields> design = file.fields("design");
        Optional<String> baseline = design.flatMap(d -> d.text("baseline"));
        if (baseline.isPresent() && subjects.stream().noneMatch(s -> s.name().equals(baseline.get()))) {
            design.get().problem("baseline", "must be one of the subjects, not '" + baseline.get() + "'");
        }
        return baseline;
    }

    private Map<String, Claim> serviceLevels() {
        Map<String, Claim> levels = new LinkedHashMap<>();
        Fields slo = file.fieldsOrNone(SLO);
        texts(file, SLO)
                .forEach((name, text) -> StudyFields.check(
                        slo, name, found -> Claim.parse(text, found).ifPresent(claim -> levels.put(name, claim))));
        return levels;
    }

    /** Checks the service levels and returns the operations that they use. */
    private List<OperationPlace> checkedServiceLevels(StudyDesign design) {
        List<OperationPlace> operations = new ArrayList<>();
        Fields slo = file.fieldsOrNone(SLO);
        design.serviceLevels().forEach((name, claim) -> {
            StudyFields.check(slo, name, found -> claim.check(design, found));
            OperationPlace.of(slo.where(name), claim.operations(design, Map.of()))
                    .forEach(operations::add);
        });
        return operations;
    }

    /** Returns the labels of each planned run. */
    private static List<Map<String, String>> planned(List<StudyRuns> units, Map<String, List<Level>> parts) {
        List<Map<String, String>> planned = new ArrayList<>();
        for (StudyRuns unit : units) {
            Map<String, String> labels = new TreeMap<>(unit.labels());
            unit.labels()
                    .forEach((factor, level) -> parts.getOrDefault(factor, List.of()).stream()
                            .filter(l -> l.name().equals(level))
                            .forEach(l -> l.labels().forEach(labels::putIfAbsent)));
            List<Map<String, String>> levels = unit.levels().isEmpty() ? List.of(Map.of()) : unit.levels();
            levels.forEach(level -> {
                Map<String, String> all = new TreeMap<>(labels);
                all.putAll(level);
                planned.add(all);
            });
        }
        return planned;
    }
}
