package io.dbharness.study.file;

import io.dbharness.study.Fact;
import io.dbharness.study.StudyDesign;
import io.dbharness.study.StudyTable;
import io.dbharness.study.TableSpec;
import io.dbharness.study.file.StudyRuns.Option;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The options of a study whose values are assumed because no publication gives them. */
final class Assumed {

    static final String ID = "assumed";

    private Assumed() {}

    /** Creates a table of the assumed options, each with the workloads that use it unless all do; empty if nothing is assumed. */
    static Optional<TableSpec> table(List<StudyRuns> units, StudyDesign design) {
        Map<Map.Entry<String, String>, Set<String>> users = new LinkedHashMap<>();
        Set<String> all = new LinkedHashSet<>();
        for (StudyRuns unit : units) {
            String workload =
                    design.words(Map.of(StudyDesign.WORKLOAD, unit.labels().getOrDefault(StudyDesign.WORKLOAD, "")));
            all.add(workload);
            unit.options().forEach((name, option) -> {
                if (option.assumed()) {
                    users.computeIfAbsent(Map.entry(name, text(option)), o -> new LinkedHashSet<>())
                            .add(workload);
                }
            });
        }
        List<Fact> facts = new ArrayList<>();
        users.forEach((option, of) -> facts.add(Fact.of(
                option.getKey() + (of.equals(all) ? "" : ": " + String.join(", ", of)), List.of(option.getValue()))));
        return Optional.of(facts).filter(f -> !f.isEmpty()).map(Assumed::table);
    }

    private static String text(Option option) {
        return String.join(", ", option.texts());
    }

    private static TableSpec table(List<Fact> facts) {
        return new TableSpec(
                ID,
                StudyTable.Kind.FACTS,
                "Assumed, not published",
                TableSpec.Selection.ALL,
                new TableSpec.Cells(List.of(), List.of(), Map.of(), facts),
                true);
    }
}
