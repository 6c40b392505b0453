package io.dbharness.studies;

import io.dbharness.config.ExperimentFile;
import io.dbharness.config.ExperimentFile.OperationPlace;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Operation;
import io.dbharness.model.Problems;
import io.dbharness.result.Metric;
import io.dbharness.result.Scorecard;
import io.dbharness.studies.StudyCommands.Ready;
import io.dbharness.study.OperationUse;
import io.dbharness.study.OperationUse.Kind;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Parameters;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Whether the metrics, operations and steps that an experiment file speaks of are there, wherever it speaks of them.
 *
 * @param file  what speaks
 * @param units the commands whose options are sound
 */
record StudyOperations(ExperimentFile file, List<Ready> units) {

    private static final String GENERAL =
            ", beside throughput, errors, errorCount, skipped, clientCpuPercent and latencies; what the server tells is called server.NAME";

    /** Operations together, as reports have them of every workload. */
    private static final Set<String> TOGETHER = Set.of("read", "write", "total");

    /** What a workload calls its own; nothing is known of kinds that are not there. */
    private record Names(String workload, Map<Kind, Set<String>> own) {

        boolean has(OperationUse use) {
            String name = use.kind() == Kind.METRIC ? metric(use).name() : use.name();
            return Optional.ofNullable(own.get(use.kind()))
                    .map(known -> known.contains(name))
                    .orElse(true);
        }

        String words(Kind kind) {
            Set<String> known = own.getOrDefault(kind, Set.of());
            return workload + " has "
                    + (known.isEmpty() ? "none" : String.join(", ", known))
                    + (kind == Kind.METRIC ? GENERAL : "");
        }
    }

    /** Notes each that no workload has which it could be of. */
    void check(Problems problems) {
        Map<String, Names> known = new LinkedHashMap<>();
        units.forEach(ready -> known.put(ready.unit().name(), names(ready)));
        for (OperationPlace place : file.operations()) {
            OperationUse use = place.use();
            List<Names> here = units.stream()
                    .filter(ready -> isAt(ready, use.where()))
                    .flatMap(ready -> Optional.ofNullable(known.get(ready.unit().name())).stream())
                    .toList();
            problems.require(
                    isOfEvery(use) || here.isEmpty() || here.stream().anyMatch(names -> names.has(use)),
                    place.place() + " asks for the " + use.kind().word() + " '" + use.name()
                            + "', which is not there: "
                            + here.stream()
                                    .map(names -> names.words(use.kind()))
                                    .distinct()
                                    .collect(Collectors.joining("; ")));
        }
    }

    private static boolean isOfEvery(OperationUse use) {
        return switch (use.kind()) {
            case METRIC -> metric(use).isOfEveryWorkload();
            case OPERATION -> TOGETHER.contains(use.name());
            case STEP -> false;
        };
    }

    private static Metric metric(OperationUse use) {
        return new Metric(use.name().replaceFirst("\\(.*", ""), Optional.empty());
    }

    /** Whether a command is run where a formula looks; of what is no label of commands nothing is known. */
    private boolean isAt(Ready ready, Map<String, String> where) {
        Map<String, String> labels = file.design().complete(ready.unit().labels());
        return where.entrySet().stream()
                .allMatch(w -> w.getValue().equals(labels.getOrDefault(w.getKey(), w.getValue())));
    }

    private static Names names(Ready ready) {
        Map<Kind, Set<String>> own = new EnumMap<>(Kind.class);
        String workload = ready.workload().descriptor().name();
        own.put(
                Kind.METRIC,
                Scorecard.of(workload).map(card -> new TreeSet<>(card.names())).orElseGet(TreeSet::new));
        try {
            Parameters parameters = new Parameters(ready.spec().workload().parameters());
            BoundWorkload<?> bound = ready.workload().rehearse(parameters);
            own.put(
                    Kind.OPERATION,
                    bound.operations().stream().map(Operation::name).collect(Collectors.toCollection(TreeSet::new)));
            own.put(Kind.STEP, new TreeSet<>(bound.steps()));
        } catch (HarnessException e) {
            // A file that it reads is not there, for example, which the run will say.
            return new Names(workload, own);
        }
        return new Names(workload, own);
    }
}
