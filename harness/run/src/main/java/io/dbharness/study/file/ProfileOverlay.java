package io.dbharness.study.file;

import io.dbharness.model.FileWork;
import io.dbharness.model.Problems;
import io.dbharness.study.file.ExperimentFile.Reading;
import io.dbharness.study.file.ExperimentFile.Text;
import io.dbharness.yaml.YamlFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.MappingNode;

/**
 * Overlays the requested profile, targets and single values on an experiment file.
 *
 * @param text     content of the file
 * @param problems receives the faults of the request
 */
record ProfileOverlay(Text text, Problems problems) {

    private static final String SUBJECTS = "subjects";
    /** The parts of a file whose entries can be left out. */
    private static final List<String> PARTS = List.of(SUBJECTS, "workloads", "families");

    private static final String LEAVE_OUT = "leave-out";
    private static final String RETIRED = "retired";

    MappingNode of(Reading reading) {
        MappingNode whole = YamlFile.top(text.name(), text.content());
        YamlFile.of(text.name(), whole, problems)
                .fields(ExperimentFile.PROFILES)
                .ifPresent(all -> all.names().forEach(all::fields));
        if (reading.profile().isPresent()) {
            whole = profile(whole, reading.profile().get());
        }
        if (reading.targets().isPresent()) {
            whole = targets(whole, reading.targets().get());
        }
        for (String set : reading.sets()) {
            whole = set(whole, set);
        }
        for (String name : reading.without()) {
            whole = without(whole, name);
        }
        return whole;
    }

    private MappingNode profile(MappingNode base, String name) {
        Optional<MappingNode> profiles = YamlMerge.under(base, ExperimentFile.PROFILES);
        Optional<MappingNode> profile = profiles.flatMap(p -> YamlMerge.under(p, name));
        List<String> known = profiles.map(YamlMerge::names).orElse(List.of());
        problems.require(
                known.contains(name),
                text.name() + " has no profile '" + name + "'; it has "
                        + (known.isEmpty() ? "none" : String.join(", ", known)));
        return profile.map(p -> YamlMerge.of(base, p, field -> problems.add(text.name() + field)))
                .orElse(base);
    }

    private MappingNode targets(MappingNode base, Path file) {
        MappingNode targets = YamlFile.top(file.toString(), FileWork.text(file));
        List<String> subjects =
                YamlMerge.under(base, SUBJECTS).map(YamlMerge::names).orElse(List.of());
        MappingNode whole = base;
        for (String name : YamlMerge.names(targets)) {
            Optional<MappingNode> options = YamlMerge.under(targets, name);
            problems.require(
                    subjects.contains(name) && options.isPresent(),
                    file + ": '" + name + "' must be a subject of " + text.name() + " (" + String.join(", ", subjects)
                            + ") with its options, such as {target: \"jdbc:postgresql://HOST/DB\", user: NAME,"
                            + " password: \"env:NAME\"}");
            if (subjects.contains(name) && options.isPresent()) {
                whole = YamlMerge.of(
                        whole, YamlMerge.under(List.of(SUBJECTS, name, "options"), options.get()), missing -> {});
            }
        }
        return whole;
    }

    private MappingNode set(MappingNode base, String set) {
        int equals = set.indexOf('=');
        if (equals < 1) {
            problems.add("--set '" + set + "' is not key=value, such as subjects.premium.options.target=sim:");
            return base;
        }
        List<String> path = List.of(set.substring(0, equals).strip().split("\\.", -1));
        String value = set.substring(equals + 1);
        return path.size() == 2 && PARTS.contains(path.get(0)) && value.equals("null")
                ? without(base, path.get(1))
                : YamlMerge.of(base, YamlMerge.of(path, value), field -> {});
    }

    /** Leaves out one entry, or all retired subjects. */
    private MappingNode without(MappingNode base, String name) {
        if (name.equals(RETIRED)) {
            return retired(base);
        }
        List<String> known = new ArrayList<>();
        for (String part : PARTS) {
            List<String> names =
                    YamlMerge.under(base, part).map(YamlMerge::names).orElse(List.of());
            known.addAll(names);
            if (names.contains(name)) {
                return leftOut(base, part, name, "left out on request");
            }
        }
        problems.add("'" + name + "' is no subject, workload or family of " + text.name() + " to leave out; there are "
                + String.join(", ", known) + ", and " + RETIRED + " for subjects that are no longer available");
        return base;
    }

    private static MappingNode retired(MappingNode base) {
        MappingNode whole = base;
        Map<String, MappingNode> subjects = YamlMerge.mappings(base, SUBJECTS);
        for (Map.Entry<String, MappingNode> subject : subjects.entrySet()) {
            Optional<String> reason = YamlMerge.text(subject.getValue(), RETIRED);
            if (reason.isPresent()) {
                whole = leftOut(whole, SUBJECTS, subject.getKey(), reason.get());
            }
        }
        return whole;
    }

    private static MappingNode leftOut(MappingNode base, String part, String name, String reason) {
        return YamlMerge.of(base, YamlMerge.of(List.of(part, name, LEAVE_OUT), reason), field -> {});
    }
}
