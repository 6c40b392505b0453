package io.dbharness.config;

import io.dbharness.model.FileWork;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.study.Fact;
import io.dbharness.study.OperationUse;
import io.dbharness.study.StudyDesign;
import io.dbharness.study.TableSpec;
import io.dbharness.yaml.Fields;
import io.dbharness.yaml.YamlFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.nodes.MappingNode;

/**
 * An experiment as a file describes it, read under one profile.
 *
 * @param design    what it compares and wants to know
 * @param seed      the root of all randomness
 * @param units     its commands, in the order they are run
 * @param operations that its formulas speak of; whether there are such operations is known to the workloads
 * @param published files with published figures
 * @param notes     what is to be known about the whole
 * @param loadRate  bytes a second at which data are expected to be loaded, for plans
 * @param bringsUpOnce whether a subject is brought up for all its commands, which follow each other, and not for each
 * @param scaled    whether its runs are of another size than what was published
 */
public record ExperimentFile(
        StudyDesign design,
        long seed,
        List<ExperimentUnit> units,
        List<OperationPlace> operations,
        List<Path> published,
        List<String> notes,
        OptionalLong loadRate,
        boolean bringsUpOnce,
        boolean scaled) {

    static final String BRING_UP = "bring-up";
    static final String PROFILES = "profiles";

    public ExperimentFile {
        units = List.copyOf(units);
        operations = List.copyOf(operations);
        published = List.copyOf(published);
        notes = List.copyOf(notes);
    }

    /**
     * How to read a file.
     *
     * @param profile laid over the file; empty for the file as it is
     * @param targets a file with the options of each subject: where it is and how to enter it; laid over that
     * @param without subjects, workloads and families that are left out; {@code retired} stands for all subjects that cannot be had any more
     * @param sets    {@code key=value}, laid over all
     */
    public record Reading(Optional<String> profile, Optional<Path> targets, List<String> without, List<String> sets) {
        public Reading {
            without = List.copyOf(without);
            sets = List.copyOf(sets);
        }

        /** Of the whole file, with targets that it names itself. */
        public Reading(Optional<String> profile, List<String> sets) {
            this(profile, Optional.empty(), List.of(), sets);
        }

        /** Whether it reads the file as it is. */
        public boolean isPlain() {
            return equals(new Reading(Optional.empty(), List.of()));
        }
    }

    /**
     * Reads a file.
     *
     * @param problems takes everything that is wrong with it, with its line
     * @throws UsageException when there is no such file or it is no YAML
     */
    public static ExperimentFile read(Path file, Reading reading, Problems problems) {
        String name = String.valueOf(file.getFileName());
        Path directory = Optional.ofNullable(file.getParent()).orElse(Path.of(""));
        return parse(new Text(name, FileWork.text(file), directory), reading, problems);
    }

    /**
     * A file's content.
     *
     * @param name      for messages
     * @param directory that paths in it start from
     */
    record Text(String name, String content, Path directory) {}

    static ExperimentFile parse(Text text, Reading reading, Problems problems) {
        MappingNode top = new Layers(text, problems).of(reading);
        Fields fields = YamlFile.of(text.name(), top, problems);
        Fields published = YamlFile.of(text.name(), YamlFile.top(text.name(), text.content()), new Problems());
        return new DesignReader(fields, published).read(text.directory());
    }

    /** The names of a file's profiles. */
    public static List<String> profiles(Path file) {
        return YamlFile.read(file, new Problems())
                .fields(PROFILES)
                .map(Fields::names)
                .orElse(List.of());
    }

    /** The options whose values no publication gives, with what they are of. */
    public List<Fact> assumed() {
        return design.tables().stream()
                .filter(table -> table.id().equals(Assumed.ID))
                .findFirst()
                .map(TableSpec::facts)
                .orElse(List.of());
    }

    /** What has no value yet: each option at each of its lines, with the commands that need it. */
    public List<String> unknown() {
        Map<String, List<String>> commands = new LinkedHashMap<>();
        for (ExperimentUnit unit : units) {
            if (unit.skipped().isEmpty()) {
                unit.unknown()
                        .forEach(option -> commands.computeIfAbsent(place(unit, option), p -> new ArrayList<>())
                                .add(unit.name()));
            }
        }
        List<String> unknown = new ArrayList<>();
        commands.forEach((place, names) -> unknown.add(names.get(0)
                + (names.size() == 1 ? " needs" : " and " + (names.size() - 1) + " more need")
                + " a value for "
                + place));
        return unknown;
    }

    private static String place(ExperimentUnit unit, String option) {
        int line = Optional.ofNullable(unit.options().get(option))
                .map(ExperimentUnit.Option::line)
                .orElse(1);
        return "'" + option + "' (line " + line + ")";
    }

    /**
     * Where a file speaks of an operation or a step.
     *
     * @param place for messages: {@code FILE:LINE: PATH}
     * @param use   what it speaks of
     */
    public record OperationPlace(String place, OperationUse use) {

        static Stream<OperationPlace> of(String place, Stream<OperationUse> uses) {
            return uses.distinct().map(use -> new OperationPlace(place, use));
        }
    }
}
