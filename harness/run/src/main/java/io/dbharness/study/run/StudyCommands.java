package io.dbharness.study.run;

import io.dbharness.model.Problems;
import io.dbharness.provision.Provisioner;
import io.dbharness.provision.Provisioner.Location;
import io.dbharness.provision.Provisioner.Plan;
import io.dbharness.provision.Provisioner.ProvisionOptions;
import io.dbharness.provision.Provisioner.Subject;
import io.dbharness.request.Catalog;
import io.dbharness.request.CommonOptions;
import io.dbharness.request.Options;
import io.dbharness.request.Options.Given;
import io.dbharness.request.Phase;
import io.dbharness.request.RunSpec;
import io.dbharness.request.SpecReader;
import io.dbharness.study.Observation;
import io.dbharness.study.file.ExperimentFile;
import io.dbharness.study.file.StudyRuns;
import io.dbharness.study.file.StudyRuns.DataUse;
import io.dbharness.sut.TargetSpec;
import io.dbharness.workload.Workload;
import io.dbharness.yaml.Suggestion;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Converts each command of a study file to a run specification, once.
 *
 * @param name     name of the file, for messages
 * @param file     content of the file
 * @param services known workloads and addresses
 * @param machine  machine that would run the commands
 * @param provisioner brings up subjects; obtained only if a subject must be brought up
 */
record StudyCommands(
        String name,
        ExperimentFile file,
        Catalog services,
        SpecReader.Machine machine,
        Supplier<Provisioner> provisioner) {

    private static final String TARGET = "target";
    private static final String FILE_ADDRESS = "file:";
    private static final String SERVER_LIMIT = "server-limit";
    private static final String SEED = "seed";
    private static final String LOAD = "load";
    /** The factor on the planned length. */
    private static final int SLACK = 2;
    /** The factor on the planned length of one run, for a search: doublings, halvings and confirming runs. */
    private static final int SEARCHING = 15;
    /** The time for bringing up, installing and taking down. */
    private static final Duration MAKING = Duration.ofHours(2);

    /** A command with its run specification. */
    public record Ready(StudyRuns unit, Workload<?> workload, RunSpec spec) {}

    /** Returns every command that the design does not skip; notes each fault once, with its line. */
    List<Ready> read(Problems problems) {
        List<Ready> ready = new ArrayList<>();
        List<Ready> sound = new ArrayList<>();
        for (StudyRuns unit : file.units()) {
            if (unit.skipped().isEmpty()) {
                Problems own = new Problems();
                // A subject that does not exist yet gets a placeholder location, so that the rest can be checked.
                Optional<Location> unmade = unit.provision().isPresent() || isUnknown(unit, TARGET)
                        ? Optional.of(Location.unmade())
                        : Optional.empty();
                Optional<Ready> one = read(unit, unmade, own);
                one.ifPresent(ready::add);
                problems.addAll(own);
                one.filter(o -> own.lines().isEmpty()).ifPresent(sound::add);
            }
        }
        new StudyOperations(file, sound).check(problems);
        return ready;
    }

    /** Plans the provisioning of the subjects, by their names; notes its faults. */
    Map<String, Plan> provisioned(List<Ready> ready, Optional<String> prices, Problems problems) {
        Map<Subject, Optional<Plan>> known = new HashMap<>();
        Map<String, Plan> plans = new LinkedHashMap<>();
        for (Ready one : ready) {
            String subject = one.unit().labels().getOrDefault(file.design().subjectFactor(), "");
            one.unit()
                    .provision()
                    .flatMap(p -> known.computeIfAbsent(
                            p, asked -> provisioner.get().plan(asked, terms(ready, asked, prices), problems)))
                    .ifPresent(plan -> plans.put(subject, plan));
        }
        return plans;
    }

    /** Computes the lifetime of a subject with slack: a search makes more runs than planned, and steps can take longer than expected. */
    ProvisionOptions terms(List<Ready> ready, Subject subject, Optional<String> prices) {
        List<Ready> own = ready.stream()
                .filter(one -> one.unit().provision().map(Subject::whole).equals(Optional.of(subject.whole())))
                .toList();
        int slack = own.stream().anyMatch(StudyPlan::searches) ? SEARCHING : SLACK;
        StudyPlan plan = new StudyPlan(file, own, Map.of());
        Duration length = plan.load().multipliedBy(slack).plus(plan.loading().multipliedBy(SLACK));
        return new ProvisionOptions(length.plus(MAKING), prices);
    }

    /** Returns the command line for a machine near the subject. The address and the credentials of the subject are added there. */
    List<String> words(Ready ready) {
        List<String> words = new ArrayList<>(List.of(ready.unit().command().split(" ", -1)));
        new TreeMap<>(options(ready.unit(), ready.workload(), Optional.empty(), new Problems())
                        .given())
                .forEach((name, given) -> {
                    if (CommonOptions.isFlag(name)) {
                        words.add("--" + name);
                    } else {
                        given.texts().forEach(text -> words.addAll(List.of("--" + name, text)));
                    }
                });
        return words;
    }

    /** Returns the command at the location of its subject. */
    Ready on(Ready ready, Location location) {
        StudyRuns unit = ready.unit();
        boolean own = hasOwnTarget(unit);
        Problems problems = new Problems();
        Optional<RunSpec> read = read(unit, Optional.of(location), problems).map(Ready::spec);
        problems.require(
                own || location.directory().isPresent() || location.target().isPresent(),
                unit.name()
                        + " is brought up without a directory on this machine and without a database; give its target");
        problems.throwIfAny();
        RunSpec spec = read.orElse(ready.spec());
        return new Ready(
                unit,
                ready.workload(),
                location.target()
                        .filter(target -> !own)
                        .map(target -> against(spec, target))
                        .orElse(spec));
    }

    /** Returns true if a command names its own target, independent of the machine that runs it. */
    boolean hasOwnTarget(StudyRuns unit) {
        return unit.options().containsKey(TARGET) && !isUnknown(unit, TARGET);
    }

    private static boolean isUnknown(StudyRuns unit, String option) {
        return Optional.ofNullable(unit.options().get(option))
                .filter(value -> value.texts().contains(StudyRuns.TBD))
                .isPresent();
    }

    /** Returns the specification with an existing target, keeping the requested session options. */
    private static RunSpec against(RunSpec spec, TargetSpec target) {
        return spec.on(new TargetSpec(
                target.url(),
                target.user(),
                target.password(),
                Optional.empty(),
                spec.target().options()));
    }

    private Optional<Ready> read(StudyRuns unit, Optional<Location> location, Problems problems) {
        Optional<Workload<?>> workload = services.workload(unit.command());
        if (workload.isEmpty()) {
            problems.add(place(unit.line()) + "'" + unit.command() + "' is not a workload"
                    + Suggestion.clause(unit.command(), services.names()));
            return Optional.empty();
        }
        RunSpec spec = new SpecReader(workload.get(), services, machine)
                .read(Phase.ALL, options(unit, workload.get(), location, problems), problems)
                .spec();
        return Optional.of(new Ready(unit, workload.get(), spec));
    }

    /** Returns the options of a command without those whose value is not known yet, so that the rest can be checked. */
    private Options options(StudyRuns unit, Workload<?> workload, Optional<Location> location, Problems problems) {
        Map<String, Given> given = new HashMap<>();
        unit.options().forEach((option, value) -> {
            if (!value.texts().contains(StudyRuns.TBD) && !value.texts().isEmpty()) {
                given.put(option, new Given(value.texts(), place(value.line()), value.sweeps()));
            }
        });
        Options options = new Options(given, place(unit.line()));
        List<String> limits = new ArrayList<>(options.all(SERVER_LIMIT));
        file.design().subjects().stream()
                .filter(subject ->
                        subject.name().equals(unit.labels().get(file.design().subjectFactor())))
                .forEach(subject -> subject.declared()
                        .known()
                        .forEach((limit, value) -> limits.add(
                                limit + "=" + BigDecimal.valueOf(value).toPlainString())));
        if (!limits.isEmpty()) {
            given.put(SERVER_LIMIT, Given.of(SERVER_LIMIT, limits, options.place(SERVER_LIMIT)));
        }
        if (unit.data() == DataUse.REPLACE) {
            given.putIfAbsent(LOAD, Given.of(LOAD, List.of("each"), ""));
        }
        if (unit.data() == DataUse.SEPARATE) {
            separated(unit, workload, options, problems)
                    .ifPresent(address -> given.put(TARGET, Given.of(TARGET, List.of(address), options.place(TARGET))));
        }
        long repeat = Long.parseLong(unit.labels().getOrDefault(Observation.REPEAT, "1"));
        Map<String, String> values = new HashMap<>();
        given.keySet().forEach(option -> values.put(option, options.one(option).orElse("")));
        location.map(at -> at(at, values, workload.descriptor().defaultTarget()))
                .ifPresent(own ->
                        own.forEach((option, value) -> given.put(option, Given.of(option, List.of(value), ""))));
        given.put(SEED, Given.of(SEED, List.of(Long.toString(file.seed() + repeat - 1)), ""));
        return new Options(given, place(unit.line()));
    }

    /** Returns the target's address with a place for the data of this command; empty without a target, or after noting that it has none. */
    private Optional<String> separated(StudyRuns unit, Workload<?> workload, Options options, Problems problems) {
        Optional<String> target = options.one(TARGET);
        Optional<String> separated = target.flatMap(address -> services.separate(
                address, SeparateNamespace.of(unit, workload.descriptor()).name()));
        problems.require(
                target.isEmpty() || separated.isPresent(),
                options.place(TARGET)
                        + "data: separate needs schemas, keyspaces or files that a session can choose, which "
                        + target.orElse("") + " does not have; give a database for each scale, or data: keep");
        return separated;
    }

    /**
     * Returns the options that direct a command to a location, except those that it already has; none for a command against another server.
     *
     * @param own           options of the command
     * @param defaultTarget default target of its workload
     */
    static Map<String, String> at(Location location, Map<String, String> own, String defaultTarget) {
        Map<String, String> options = new HashMap<>();
        String address = own.getOrDefault(TARGET, defaultTarget);
        if (own.containsKey("file")) {
            return options;
        }
        if (address.startsWith(FILE_ADDRESS)) {
            // Set as the target, not as a parameter of the workload, which would make each repeat a different workload
            // on a different disk.
            String choices =
                    "?direct=" + own.getOrDefault("direct", "auto") + "&sync=" + own.getOrDefault("sync", "no");
            location.probeFile().ifPresent(file -> options.put(TARGET, FILE_ADDRESS + file + choices));
        } else if (address.startsWith("embedded:")) {
            location.dataDirectory().ifPresent(directory -> {
                options.put("data-dir", directory.toString());
                location.logDirectory().ifPresent(log -> options.put("log-dir", log.toString()));
                location.cgroup().ifPresent(group -> options.put("cgroup", group.toString()));
            });
        }
        options.keySet().removeAll(own.keySet());
        return options;
    }

    private String place(int line) {
        return name + ":" + line + ": ";
    }
}
