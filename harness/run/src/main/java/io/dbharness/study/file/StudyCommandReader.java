package io.dbharness.study.file;

import io.dbharness.experiment.RunSeries;
import io.dbharness.provision.Provisioner.Subject;
import io.dbharness.random.Seed;
import io.dbharness.request.SweepSpec;
import io.dbharness.study.Observation;
import io.dbharness.study.StudyDesign;
import io.dbharness.study.file.StudyRuns.DataUse;
import io.dbharness.study.file.StudyRuns.Option;
import io.dbharness.yaml.Fields;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Parses the commands of an experiment and orders them. For one use by one thread.
 *
 * @param directory base directory of relative paths in the file
 */
record StudyCommandReader(Fields file, String subjectFactor, long seed, Path directory, StudyScale scale) {

    private static final List<String> ORDERS = List.of("as-listed", "interleaved", "randomized-blocks");
    private static final List<String> BRING_UP = List.of("command", "subject");
    private static final int MOST_REPEATS = 1_000;
    private static final String PROVISION = "provision";
    private static final String LEAVE_OUT = "leave-out";
    private static final String DATA = "data";
    private static final String BEFORE = "before";
    private static final String SUBJECT = "subject";
    private static final Pattern PROVISION_FORM = Pattern.compile("([^#\\x00]+)#([^#/]+)(?:/([^#/]+))?");

    /** A combination that the design skips. */
    private record Skipped(Map<String, String> where, String reason) {}

    /** A subject, a workload or a family, with its options for commands. */
    private record Part(
            String name, Optional<Fields> fields, Map<String, Option> options, Optional<Subject> provision) {

        static final Part NONE = new Part("", Optional.empty(), Map.of(), Optional.empty());

        Optional<String> text(String field) {
            return fields.flatMap(f -> f.text(field));
        }

        /** Returns true for the placeholder family of a file without families. */
        boolean isNone() {
            return name.isEmpty();
        }
    }

    List<StudyRuns> read() {
        Map<String, Option> common = options(file);
        before().ifPresent(option -> common.put(BEFORE, option));
        Optional<Fields> design = file.fields("design");
        int repeats = repeats(design, 1);
        String order = design.flatMap(d -> d.word("order", ORDERS)).orElse("as-listed");
        List<Skipped> skipped = design.map(this::skipped).orElse(List.of());
        List<Part> subjects = parts("subjects");
        List<Part> workloads = parts("workloads");
        List<Part> families = parts("families");
        List<StudyRuns> cells = new ArrayList<>();
        for (Part family : families.isEmpty() ? List.of(Part.NONE) : families) {
            int own = repeats(family.fields(), repeats);
            for (Part workload : chosen(workloads, family, "workloads")) {
                for (Part subject : chosen(subjects, family, "subjects")) {
                    Map<String, Option> options = new LinkedHashMap<>(common);
                    options.putAll(workload.options());
                    options.putAll(subject.options());
                    options.putAll(family.options());
                    options.putAll(each(family, workload.name()));
                    options.putAll(each(family, subject.name()));
                    cells.addAll(repeated(new Cell(family, workload, subject, options), own, skipped));
                }
            }
        }
        boolean bySubject = design.flatMap(d -> d.word(ExperimentFile.BRING_UP, BRING_UP))
                .filter("subject"::equals)
                .isPresent();
        design.ifPresent(d -> StudyFields.refuse(d, StudyFields.DESIGN));
        finish(subjects, StudyFields.SUBJECT);
        finish(workloads, StudyFields.WORKLOAD);
        finish(families, StudyFields.FAMILY);
        List<StudyRuns> ordered = ordered(cells, order);
        return bySubject ? grouped(ordered, subjects) : ordered;
    }

    /** Parses {@code before: {subject: COMMAND}}, an option of every command. */
    private Optional<Option> before() {
        Optional<Fields> before = file.fields(BEFORE);
        before.ifPresent(fields -> StudyFields.refuse(fields, List.of(SUBJECT)));
        return before.flatMap(fields -> fields.text(SUBJECT))
                .map(command -> new Option(List.of(command), file.line(BEFORE), List.of(), false));
    }

    /** Returns the options of a cell, with the names of its parts in the command before its runs. */
    private Map<String, Option> named(Cell cell) {
        Map<String, String> names = Map.of(
                SUBJECT,
                cell.subject().name(),
                StudyDesign.WORKLOAD,
                cell.workload().name(),
                StudyDesign.FAMILY,
                cell.family().name());
        Map<String, Option> options = new LinkedHashMap<>(cell.options());
        options.computeIfPresent(BEFORE, (name, option) -> {
            List<String> texts = new ArrayList<>(option.texts());
            names.forEach((part, own) -> texts.replaceAll(text -> text.replace("{" + part + "}", own)));
            return new Option(texts, option.line(), option.sweeps(), option.assumed());
        });
        return options;
    }

    private record Cell(Part family, Part workload, Part subject, Map<String, Option> options) {

        /** Returns the parts by precedence, highest first. */
        Stream<Part> parts() {
            return Stream.of(family, workload, subject);
        }
    }

    private DataUse data(Cell cell) {
        return Stream.concat(cell.parts().flatMap(part -> part.fields().stream()), Stream.of(file))
                .flatMap(fields -> fields.word(DATA, DataUse.WORDS).stream())
                .findFirst()
                .map(word -> DataUse.valueOf(word.toUpperCase(Locale.ROOT)))
                .orElse(DataUse.KEEP);
    }

    private OptionalLong disk(Part workload) {
        OptionalLong bytes =
                workload.fields().map(fields -> fields.bytes("disk")).orElse(OptionalLong.empty());
        return bytes.isPresent() ? OptionalLong.of(Math.round(bytes.getAsLong() * scale.sizes())) : bytes;
    }

    private List<StudyRuns> repeated(Cell cell, int repeats, List<Skipped> skipped) {
        Map<String, String> labels = new TreeMap<>();
        labels.put(subjectFactor, cell.subject().name());
        labels.put(StudyDesign.WORKLOAD, cell.workload().name());
        if (!cell.family().isNone()) {
            labels.put(StudyDesign.FAMILY, cell.family().name());
        }
        Optional<String> reason = cell.parts()
                .flatMap(part -> part.text(LEAVE_OUT).stream())
                .findFirst()
                .or(() -> skipped.stream()
                        .filter(s -> labels.entrySet().containsAll(s.where().entrySet()))
                        .map(Skipped::reason)
                        .findFirst());
        String command = cell.workload().text("command").orElse(StudyRuns.TBD);
        OptionalLong disk = disk(cell.workload());
        DataUse data = data(cell);
        Map<String, Option> options = named(cell);
        List<Map<String, String>> levels = levels(cell.options());
        List<StudyRuns> units = new ArrayList<>();
        for (int repeat = 1; repeat <= repeats; repeat++) {
            Map<String, String> own = new TreeMap<>(labels);
            own.put(Observation.REPEAT, Integer.toString(repeat));
            String name = (cell.family().isNone() ? "" : cell.family().name() + "-")
                    + cell.subject().name() + "-" + cell.workload().name() + (repeats == 1 ? "" : "-" + repeat);
            units.add(new StudyRuns(
                    name,
                    own,
                    new StudyRuns.Invocation(
                            command,
                            options,
                            cell.workload().fields().map(Fields::line).orElse(1)),
                    cell.subject().provision(),
                    levels,
                    reason,
                    new StudyRuns.DataSet(disk, data)));
        }
        return units;
    }

    private static int repeats(Optional<Fields> fields, int otherwise) {
        OptionalLong repeats =
                fields.map(f -> f.whole("repeats", 1, MOST_REPEATS)).orElse(OptionalLong.empty());
        return repeats.isPresent() ? (int) repeats.getAsLong() : otherwise;
    }

    private List<Skipped> skipped(Fields design) {
        List<Skipped> skipped = new ArrayList<>();
        for (Fields skip : design.list("skip")) {
            Map<String, String> where = new TreeMap<>();
            for (String factor : List.of(subjectFactor, StudyDesign.WORKLOAD, StudyDesign.FAMILY)) {
                skip.text(factor).ifPresent(level -> where.put(factor, level));
            }
            skipped.add(new Skipped(where, skip.required("reason").orElse("skipped")));
        }
        return skipped;
    }

    private List<Part> parts(String field) {
        List<Part> parts = new ArrayList<>();
        file.fields(field)
                .ifPresent(all -> all.names()
                        .forEach(name -> all.fields(name)
                                .ifPresent(part ->
                                        parts.add(new Part(name, Optional.of(part), options(part), provision(part))))));
        return parts;
    }

    /**
     * Parses {@code provision: FILE#SUBJECT} or {@code FILE#SUBJECT/VOLUME}, whose path is relative to the directory of the experiment
     * file.
     */
    private Optional<Subject> provision(Fields part) {
        Optional<Matcher> named = part.text(PROVISION).map(PROVISION_FORM::matcher);
        if (named.isPresent() && !named.get().matches()) {
            part.problem(
                    PROVISION,
                    "must name a subject of a provisioning file: FILE#SUBJECT, or one of its volumes: FILE#SUBJECT/VOLUME");
            return Optional.empty();
        }
        return named.map(m -> new Subject(directory.resolve(m.group(1)), m.group(2), Optional.ofNullable(m.group(3))));
    }

    /** Returns the parts that a family selects; all parts if it selects none. */
    private static List<Part> chosen(List<Part> all, Part family, String field) {
        Optional<Fields> fields = family.fields().filter(f -> f.has(field));
        if (fields.isEmpty()) {
            return all;
        }
        List<String> names = fields.get().texts(field);
        StudyFields.require(
                fields.get(), field, names, all.stream().map(Part::name).toList());
        return all.stream().filter(part -> names.contains(part.name())).toList();
    }

    /** Returns the options of a family for one workload or subject, under {@code each}, with or without groups. */
    private Map<String, Option> each(Part family, String name) {
        Optional<Fields> each = family.fields().flatMap(f -> f.fields("each")).flatMap(e -> e.fields(name));
        if (each.isEmpty()) {
            return Map.of();
        }
        Optional<Fields> assumed = each.get().fields(StudyFields.ASSUMED);
        return assumed.isPresent() ? own(assumed.get(), true) : own(each.get(), false);
    }

    Map<String, Option> options(Fields fields) {
        Map<String, Option> options = new LinkedHashMap<>();
        for (String group : StudyFields.GROUPS) {
            fields.fields(group)
                    .map(own -> own(own, group.equals(StudyFields.ASSUMED)))
                    .ifPresent(options::putAll);
        }
        return options;
    }

    private Map<String, Option> own(Fields group, boolean assumed) {
        Map<String, Option> options = new LinkedHashMap<>();
        for (String name : group.names()) {
            if (StudyRuns.OWN.contains(name)) {
                group.problem(name, "is set by the experiment; leave it out");
            }
            List<String> texts =
                    group.texts(name).stream().map(text -> scale.of(name, text)).toList();
            options.put(name, new Option(texts, group.line(name), SweepSpec.of(name, texts), assumed));
        }
        return options;
    }

    /** Returns the levels that a command sweeps over. The command reports faults in them. */
    private static List<Map<String, String>> levels(Map<String, Option> options) {
        List<SweepSpec> sweeps = Stream.of("rate", "sweep")
                .flatMap(name -> Optional.ofNullable(options.get(name)).stream())
                .flatMap(option -> option.sweeps().stream())
                .toList();
        return sweeps.isEmpty() ? List.of() : SweepSpec.combinations(sweeps);
    }

    /** Groups the commands by subject, so that each subject is brought up once. */
    private List<StudyRuns> grouped(List<StudyRuns> units, List<Part> subjects) {
        return subjects.stream()
                .flatMap(subject -> units.stream()
                        .filter(unit -> subject.name().equals(unit.labels().get(subjectFactor))))
                .toList();
    }

    private List<StudyRuns> ordered(List<StudyRuns> units, String order) {
        if (order.equals("as-listed")) {
            return units;
        }
        Map<String, List<StudyRuns>> rounds = new TreeMap<>(StudyDesign.NUMBERS_FIRST);
        units.forEach(unit -> rounds.computeIfAbsent(
                        unit.labels().getOrDefault(Observation.REPEAT, "1"), r -> new ArrayList<>())
                .add(unit));
        if (order.equals("interleaved")) {
            return RunSeries.alternated(rounds.values());
        }
        RandomGenerator random = new Seed(seed).stream("order", 0);
        return rounds.values().stream()
                .flatMap(round -> RunSeries.shuffled(round, random).stream())
                .toList();
    }

    /** Notes unknown fields. */
    private static void finish(List<Part> parts, List<String> known) {
        parts.forEach(part -> part.fields().ifPresent(fields -> StudyFields.refuse(fields, known)));
    }
}
