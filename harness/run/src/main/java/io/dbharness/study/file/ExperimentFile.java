package io.dbharness.study.file;

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
 * An experiment file, read with one profile.
 *
 * @param design    factors, tables, charts and claims of the experiment
 * @param seed      root of all randomness
 * @param units     its commands, in order of execution
 * @param operations operations that its formulas use; only the workloads know whether they exist
 * @param published files with published figures
 * @param notes     remarks on the whole experiment
 * @param loadRate  expected rate of loading data in bytes a second, for plans
 * @param bringsUpOnce true if a subject is brought up once for all its commands, which are consecutive; false if for each command
 * @param scaled    true if its runs differ in size from the publication
 */
public record ExperimentFile(
        StudyDesign design,
        long seed,
        List<StudyRuns> units,
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
     * The options for reading a file.
     *
     * @param profile profile to overlay on the file; empty for none
     * @param targets file with the address and credentials of each subject, overlaid on the profile
     * @param without subjects, workloads and families to leave out; {@code retired} means all subjects that are no longer available
     * @param sets    {@code key=value} pairs, overlaid on everything else
     */
    public record Reading(Optional<String> profile, Optional<Path> targets, List<String> without, List<String> sets) {
        public Reading {
            without = List.copyOf(without);
            sets = List.copyOf(sets);
        }

        /** Reads the whole file, with the targets in it. */
        public Reading(Optional<String> profile, List<String> sets) {
            this(profile, Optional.empty(), List.of(), sets);
        }

        /** Returns true if nothing is overlaid or left out. */
        public boolean isPlain() {
            return equals(new Reading(Optional.empty(), List.of()));
        }
    }

    /**
     * Reads a file.
     *
     * @param problems receives each fault of the file, with its line
     * @throws UsageException if the file is missing or is not YAML
     */
    public static ExperimentFile read(Path file, Reading reading, Problems problems) {
        String name = String.valueOf(file.getFileName());
        Path directory = Optional.ofNullable(file.getParent()).orElse(Path.of(""));
        return parse(new Text(name, FileWork.text(file), directory), reading, problems);
    }

    /**
     * The content of a file.
     *
     * @param name      file name for messages
     * @param directory base directory of relative paths in the file
     */
    record Text(String name, String content, Path directory) {}

    static ExperimentFile parse(Text text, Reading reading, Problems problems) {
        MappingNode top = new ProfileOverlay(text, problems).of(reading);
        Fields fields = YamlFile.of(text.name(), top, problems);
        Fields published = YamlFile.of(text.name(), YamlFile.top(text.name(), text.content()), new Problems());
        return new DesignReader(fields, published).read(text.directory());
    }

    /** Returns the names of a file's profiles. */
    public static List<String> profiles(Path file) {
        return YamlFile.read(file, new Problems())
                .fields(PROFILES)
                .map(Fields::names)
                .orElse(List.of());
    }

    /** Returns the options with assumed values, with the workloads that use them. */
    public List<Fact> assumed() {
        return design.tables().stream()
                .filter(table -> table.id().equals(Assumed.ID))
                .findFirst()
                .map(TableSpec::facts)
                .orElse(List.of());
    }

    /** Returns the options without a value, each with its line and the commands that need it. */
    public List<String> unknown() {
        Map<String, List<String>> commands = new LinkedHashMap<>();
        for (StudyRuns unit : units) {
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

    private static String place(StudyRuns unit, String option) {
        int line = Optional.ofNullable(unit.options().get(option))
                .map(StudyRuns.Option::line)
                .orElse(1);
        return "'" + option + "' (line " + line + ")";
    }

    /**
     * The use of an operation or a step in a file.
     *
     * @param place position for messages: {@code FILE:LINE: PATH}
     * @param use   operation or step
     */
    public record OperationPlace(String place, OperationUse use) {

        static Stream<OperationPlace> of(String place, Stream<OperationUse> uses) {
            return uses.distinct().map(use -> new OperationPlace(place, use));
        }
    }
}
