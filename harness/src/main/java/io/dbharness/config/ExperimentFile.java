package io.dbharness.config;

import io.dbharness.model.FileWork;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.study.OperationUse;
import io.dbharness.study.StudyDesign;
import io.dbharness.yaml.Fields;
import io.dbharness.yaml.YamlFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
 */
public record ExperimentFile(
        StudyDesign design,
        long seed,
        List<ExperimentUnit> units,
        List<OperationPlace> operations,
        List<Path> published,
        List<String> notes) {

    private static final String PROFILES = "profiles";

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
     * @param sets    {@code key=value}, laid over both
     */
    public record Reading(Optional<String> profile, List<String> sets) {
        public Reading {
            sets = List.copyOf(sets);
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
        MappingNode top = overlaid(text, reading, problems);
        Fields fields = YamlFile.of(text.name(), top, problems);
        return new DesignReader(fields).read(text.directory());
    }

    private static MappingNode overlaid(Text text, Reading reading, Problems problems) {
        MappingNode top = YamlFile.top(text.name(), text.content());
        MappingNode whole = top;
        YamlFile.of(text.name(), top, problems)
                .fields(PROFILES)
                .ifPresent(all -> all.names().forEach(all::fields));
        if (reading.profile().isPresent()) {
            String name = reading.profile().get();
            Optional<MappingNode> profiles = Overlay.under(top, PROFILES);
            Optional<MappingNode> profile = profiles.flatMap(p -> Overlay.under(p, name));
            List<String> known = profiles.map(Overlay::names).orElse(List.of());
            problems.require(
                    known.contains(name),
                    text.name() + " has no profile '" + name + "'; it has "
                            + (known.isEmpty() ? "none" : String.join(", ", known)));
            whole = profile.map(p -> Overlay.of(top, p, field -> problems.add(text.name() + field)))
                    .orElse(top);
        }
        for (String set : reading.sets()) {
            int equals = set.indexOf('=');
            if (equals < 1) {
                problems.add("--set '" + set + "' is not key=value, such as subjects.premium.options.target=sim:");
            } else {
                List<String> path = List.of(set.substring(0, equals).strip().split("\\.", -1));
                whole = Overlay.of(whole, Overlay.of(path, set.substring(equals + 1)), field -> {});
            }
        }
        return whole;
    }

    /** The names of a file's profiles. */
    public static List<String> profiles(Path file) {
        return YamlFile.read(file, new Problems())
                .fields(PROFILES)
                .map(Fields::names)
                .orElse(List.of());
    }

    /** The runs that cannot be made yet, each with its unknown values. */
    public List<String> unknown() {
        List<String> unknown = new ArrayList<>();
        for (ExperimentUnit unit : units) {
            if (unit.skipped().isEmpty()) {
                unit.unknown()
                        .forEach(option -> unknown.add(unit.name() + " needs a value for '" + option + "' (line "
                                + Optional.ofNullable(unit.options().get(option))
                                        .map(ExperimentUnit.Option::line)
                                        .orElse(1)
                                + ")"));
            }
        }
        return unknown;
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
