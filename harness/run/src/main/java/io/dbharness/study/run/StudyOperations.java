package io.dbharness.study.run;

import io.dbharness.model.Problems;
import io.dbharness.request.WorkloadNames;
import io.dbharness.result.Metric;
import io.dbharness.study.OperationUse;
import io.dbharness.study.OperationUse.Kind;
import io.dbharness.study.file.ExperimentFile;
import io.dbharness.study.file.ExperimentFile.OperationPlace;
import io.dbharness.study.run.StudyCommands.Ready;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.WorkloadSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks that the metrics, operations and steps in an experiment file exist.
 *
 * @param file  experiment file
 * @param units commands with valid options
 */
record StudyOperations(ExperimentFile file, List<Ready> units) {

    /** Notes each name that no applicable workload has. */
    void check(Problems problems) {
        // Repeats have the same workload, whose names cost milliseconds.
        Map<WorkloadSpec, WorkloadNames> known = new HashMap<>();
        units.forEach(ready -> known.computeIfAbsent(
                ready.spec().workload(),
                sent -> WorkloadNames.of(ready.workload(), new Parameters(sent.parameters()))));
        for (OperationPlace place : file.operations()) {
            OperationUse use = place.use();
            List<WorkloadNames> here = units.stream()
                    .filter(ready -> isAt(ready, use.where()))
                    .map(ready -> ready.spec().workload())
                    .distinct()
                    .flatMap(sent -> Optional.ofNullable(known.get(sent)).stream())
                    .toList();
            problems.require(
                    isOfEvery(use) || here.isEmpty() || here.stream().anyMatch(names -> has(names, use)),
                    place.place() + " asks for the " + use.kind().word() + " '" + use.name()
                            + "', which does not exist: "
                            + here.stream()
                                    .map(names -> words(names, use.kind()))
                                    .distinct()
                                    .collect(Collectors.joining("; ")));
        }
    }

    private static boolean isOfEvery(OperationUse use) {
        return switch (use.kind()) {
            case METRIC -> metric(use).isOfEveryWorkload();
            case OPERATION -> WorkloadNames.TOGETHER.contains(use.name());
            case STEP -> false;
        };
    }

    private static Metric metric(OperationUse use) {
        return new Metric(use.name().replaceFirst("\\(.*", ""), Optional.empty());
    }

    /** Returns true if a command matches the levels of a formula. Factors that commands have no label for are ignored. */
    private boolean isAt(Ready ready, Map<String, String> where) {
        Map<String, String> labels = file.design().complete(ready.unit().labels());
        return where.entrySet().stream()
                .allMatch(w -> w.getValue().equals(labels.getOrDefault(w.getKey(), w.getValue())));
    }

    /** Returns the names of a kind; empty if they are not known. */
    private static Optional<Set<String>> own(WorkloadNames names, Kind kind) {
        return switch (kind) {
            case METRIC -> Optional.of(names.scores());
            case OPERATION -> names.operations();
            case STEP -> names.steps();
        };
    }

    private static boolean has(WorkloadNames names, OperationUse use) {
        String name = use.kind() == Kind.METRIC ? metric(use).name() : use.name();
        return own(names, use.kind()).map(known -> known.contains(name)).orElse(true);
    }

    private static String words(WorkloadNames names, Kind kind) {
        Set<String> known = own(names, kind).orElse(Set.of());
        return names.workload() + " has "
                + (known.isEmpty() ? "none" : String.join(", ", known))
                + (kind == Kind.METRIC ? ", beside " + WorkloadNames.GENERAL : "");
    }
}
