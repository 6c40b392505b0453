package io.dbharness.studies;

import io.dbharness.config.ExperimentFile;
import io.dbharness.config.ExperimentFile.OperationPlace;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Operation;
import io.dbharness.model.Problems;
import io.dbharness.studies.StudyCommands.Ready;
import io.dbharness.study.OperationUse;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Parameters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Whether the operations and steps that an experiment file speaks of are there, wherever it speaks of them.
 *
 * @param file  what speaks
 * @param units the commands whose options are sound
 */
record StudyOperations(ExperimentFile file, List<Ready> units) {

    /** Operations together, as reports have them of every workload. */
    private static final Set<String> TOGETHER = Set.of("read", "write", "total");

    /** What a workload calls its own. */
    private record Names(String workload, Set<String> operations, Set<String> steps) {

        Set<String> of(OperationUse use) {
            return use.step() ? steps : operations;
        }
    }

    /** Notes each that no workload has which it could be of. */
    void check(Problems problems) {
        Map<String, Names> known = new LinkedHashMap<>();
        units.forEach(
                ready -> names(ready).ifPresent(names -> known.put(ready.unit().name(), names)));
        for (OperationPlace place : file.operations()) {
            OperationUse use = place.use();
            List<Names> here = units.stream()
                    .filter(ready -> isAt(ready, use.where()))
                    .flatMap(ready -> Optional.ofNullable(known.get(ready.unit().name())).stream())
                    .toList();
            boolean together = !use.step() && TOGETHER.contains(use.name());
            problems.require(
                    together
                            || here.isEmpty()
                            || here.stream().anyMatch(n -> n.of(use).contains(use.name())),
                    place.place() + " asks for the " + (use.step() ? "step" : "operation") + " '" + use.name()
                            + "', which is not there: " + words(here, use));
        }
    }

    private static String words(List<Names> names, OperationUse use) {
        return names.stream()
                .map(n -> n.workload() + " has " + (n.of(use).isEmpty() ? "none" : String.join(", ", n.of(use))))
                .distinct()
                .collect(Collectors.joining("; "));
    }

    /** Whether a command is run where a formula looks; of what is no label of commands nothing is known. */
    private boolean isAt(Ready ready, Map<String, String> where) {
        Map<String, String> labels = file.design().complete(ready.unit().labels());
        return where.entrySet().stream()
                .allMatch(w -> w.getValue().equals(labels.getOrDefault(w.getKey(), w.getValue())));
    }

    /** Empty for a workload that cannot tell. */
    private static Optional<Names> names(Ready ready) {
        try {
            Parameters parameters = new Parameters(ready.spec().workload().parameters());
            BoundWorkload<?> workload = ready.workload().rehearse(parameters);
            return Optional.of(new Names(
                    ready.unit().command(),
                    workload.operations().stream().map(Operation::name).collect(Collectors.toCollection(TreeSet::new)),
                    new TreeSet<>(workload.steps())));
        } catch (HarnessException e) {
            // A file that it reads is not there, for example, which the run will say.
            return Optional.empty();
        }
    }
}
