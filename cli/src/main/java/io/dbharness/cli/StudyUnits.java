package io.dbharness.cli;

import io.dbharness.cli.option.CommonOptions;
import io.dbharness.cli.option.Part;
import io.dbharness.cli.option.RunSettings;
import io.dbharness.cli.option.RunSettingsReader;
import io.dbharness.cli.option.Typed;
import io.dbharness.cli.provision.Places;
import io.dbharness.cli.provision.Spot;
import io.dbharness.config.ExperimentFile;
import io.dbharness.config.ExperimentUnit;
import io.dbharness.config.ExperimentUnit.Option;
import io.dbharness.config.ExperimentUnit.Provision;
import io.dbharness.model.Problems;
import io.dbharness.provisioning.ProvisioningPlan;
import io.dbharness.result.study.Observation;
import io.dbharness.result.study.StudyDesign.Level;
import io.dbharness.workload.Workload;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes of each command of an experiment file what it would be if it had been typed.
 *
 * @param name     of the file, for messages
 * @param file     what it says
 * @param services knows workloads and addresses
 * @param machine  where it would run
 * @param places   what commands are brought up on
 */
record StudyUnits(
        String name, ExperimentFile file, Services services, RunSettingsReader.Machine machine, Places places) {

    private static final Set<String> FLAGS = Set.of("shuffle", "strict", "fail-on-inconclusive");
    private static final Set<String> LISTS = Set.of("sweep", "guard", "fail-if", CommonOptions.SERVER_LIMIT);

    /** A command that is ready. */
    record Ready(ExperimentUnit unit, Workload<?> workload, RunSettings settings) {}

    /**
     * Every command that the design does not leave out; notes what is wrong with any, each thing once, at its line.
     */
    List<Ready> read(Problems problems) {
        List<Ready> ready = new ArrayList<>();
        List<Ready> sound = new ArrayList<>();
        for (ExperimentUnit unit : file.units()) {
            if (unit.skipped().isEmpty()) {
                Problems own = new Problems();
                Optional<Ready> one = read(unit, unit.provision().map(p -> Spot.unmade()), own);
                one.ifPresent(ready::add);
                List<String> found = own.lines();
                found.forEach(problem -> problems.add(name + ":" + line(unit, problem) + ": " + problem));
                one.filter(o -> found.isEmpty()).ifPresent(sound::add);
            }
        }
        new StudyOperations(file, sound).check(problems);
        return ready;
    }

    /** What the subjects would be brought up on, by their names; notes what is wrong with it. */
    Map<String, ProvisioningPlan> provisioned(Problems problems) {
        Map<Provision, Optional<ProvisioningPlan>> known = new HashMap<>();
        Map<String, ProvisioningPlan> plans = new LinkedHashMap<>();
        for (ExperimentUnit unit : file.units()) {
            String subject = unit.labels().getOrDefault(file.design().subjectFactor(), "");
            unit.provision()
                    .flatMap(p -> known.computeIfAbsent(p, asked -> places.plan(asked, problems)))
                    .ifPresent(plan -> plans.put(subject, plan));
        }
        return plans;
    }

    /** The same command where it was brought up. */
    Ready on(Ready ready, Spot spot) {
        ExperimentUnit unit = ready.unit();
        boolean own = Optional.ofNullable(unit.options().get(CommonOptions.TARGET))
                .filter(target -> !target.texts().contains(ExperimentUnit.TBD))
                .isPresent();
        Problems problems = new Problems();
        Optional<RunSettings> read = read(unit, Optional.of(spot), problems).map(Ready::settings);
        problems.require(
                own || spot.directory().isPresent() || spot.target().isPresent(),
                unit.name()
                        + " is brought up without a directory on this machine and without a database; give its target");
        problems.throwIfAny();
        RunSettings settings = read.orElse(ready.settings());
        return new Ready(
                unit,
                ready.workload(),
                spot.target().filter(target -> !own).map(settings::against).orElse(settings));
    }

    private Optional<Ready> read(ExperimentUnit unit, Optional<Spot> spot, Problems problems) {
        Optional<Workload<?>> workload = services.workload(unit.command());
        if (workload.isEmpty()) {
            problems.add(
                    "'" + unit.command() + "' is no workload" + Suggestion.clause(unit.command(), services.names()));
            return Optional.empty();
        }
        RunSettings settings = new RunSettingsReader(workload.get().descriptor(), services, machine)
                .read(Part.ALL, typed(unit, workload.get(), spot), problems);
        return Optional.of(new Ready(unit, workload.get(), settings));
    }

    /** What nobody knows yet is left out, so that the rest can be checked. */
    private Typed typed(ExperimentUnit unit, Workload<?> workload, Optional<Spot> spot) {
        Map<String, String> values = new HashMap<>();
        Map<String, List<String>> lists = new HashMap<>();
        Set<String> flags = new HashSet<>();
        unit.options().forEach((option, given) -> {
            boolean unknown =
                    given.texts().contains(ExperimentUnit.TBD) || given.texts().isEmpty();
            if (unknown) {
                return;
            }
            if (LISTS.contains(option)) {
                lists.put(option, given.texts());
            } else if (FLAGS.contains(option)) {
                given.texts().stream().filter("true"::equals).forEach(t -> flags.add(option));
            } else {
                values.put(option, String.join(",", given.texts()));
            }
        });
        List<String> limits = new ArrayList<>(lists.getOrDefault(CommonOptions.SERVER_LIMIT, List.of()));
        subject(unit)
                .ifPresent(subject -> subject.declared()
                        .known()
                        .forEach((limit, value) -> limits.add(
                                limit + "=" + BigDecimal.valueOf(value).toPlainString())));
        lists.put(CommonOptions.SERVER_LIMIT, limits);
        long repeat = Long.parseLong(unit.labels().getOrDefault(Observation.REPEAT, "1"));
        spot.map(s -> s.options(values, workload.descriptor().defaultTarget())).ifPresent(values::putAll);
        values.put(CommonOptions.SEED, Long.toString(file.seed() + repeat - 1));
        return new Typed(values, lists, flags);
    }

    private Optional<Level> subject(ExperimentUnit unit) {
        String name = unit.labels().get(file.design().subjectFactor());
        return file.design().subjects().stream()
                .filter(level -> level.name().equals(name))
                .findFirst();
    }

    /** That of the option that a problem names; the first one of the command otherwise. */
    private static int line(ExperimentUnit unit, String problem) {
        Map<String, Option> options = new LinkedHashMap<>(unit.options());
        return options.entrySet().stream()
                .filter(o -> problem.contains("--" + o.getKey()))
                .mapToInt(o -> o.getValue().line())
                .findFirst()
                .orElse(unit.line());
    }
}
