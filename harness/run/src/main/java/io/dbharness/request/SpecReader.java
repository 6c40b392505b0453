package io.dbharness.request;

import io.dbharness.experiment.Axis;
import io.dbharness.experiment.Factor;
import io.dbharness.load.Timeline;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Internal;
import io.dbharness.model.Problems;
import io.dbharness.random.Seed;
import io.dbharness.request.ExperimentSpec.Goal;
import io.dbharness.request.ExperimentSpec.Variant;
import io.dbharness.request.LoadSpec.Rate;
import io.dbharness.request.RunSpec.JudgingSpec;
import io.dbharness.request.RunSpec.LoadPolicy;
import io.dbharness.result.Condition;
import io.dbharness.result.ResultCodec;
import io.dbharness.result.RunResult;
import io.dbharness.sut.Fault;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadSpec;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Converts options to a validated request and notes every problem. Opens and creates nothing. Immutable.
 *
 * @param workload workload to run
 * @param catalog  other workloads, servers and targets
 * @param machine  machine of this process
 * @param common   single-valued options of all workloads
 */
@Internal
public record SpecReader(Workload<?> workload, Catalog catalog, Machine machine, List<Option<?>> common) {

    /** The directory of the first run of an experiment. */
    private static final String FIRST_RUN = "run-001";

    /**
     * The properties of the machine that defaults and checks depend on.
     *
     * @param processors number of processors, for defaults
     * @param console    true if the process can ask for a password
     */
    public record Machine(int processors, boolean console) {}

    public SpecReader(Workload<?> workload, Catalog catalog, Machine machine) {
        this(workload, catalog, machine, CommonOptions.all(machine.processors()));
    }

    private boolean sweepable(SweepSpec sweep) {
        return SettingsSpec.isSetting(sweep.name()) || isOption(sweep.name());
    }

    private boolean isOption(String name) {
        return Stream.concat(
                        CommonOptions.SWEEPABLE.stream(),
                        workload.descriptor().parameters().stream().map(Parameter::name))
                .anyMatch(name::equals);
    }

    /** Returns the request, which is meaningless if a problem was noted. */
    public Request read(Phase part, Options options, Problems problems) {
        return part == Phase.TRY ? readTrial(options, problems) : readRuns(part, options, problems);
    }

    /** Reads a trial as a sweep of the setting that it varies. */
    private Request readTrial(Options options, Problems problems) {
        String vary = options.one(CommonOptions.VARY.name()).orElse("");
        int equals = Math.max(0, vary.indexOf('='));
        String name = vary.substring(0, equals);
        List<String> levels =
                List.of(vary.substring(equals).replaceFirst("=", "").split(",", -1));
        boolean sound = name.matches(SettingsSpec.NAME)
                && levels.size() > 1
                && levels.stream().noneMatch(String::isBlank)
                && Set.copyOf(levels).size() == levels.size();
        problems.require(
                sound,
                "try needs --vary with a name and two values or more that differ, such as --vary synchronous_commit=on,off"
                        + (vary.isEmpty() ? "" : ", not '" + vary + "'"));
        if (!sound) {
            return readRuns(Phase.TRY, options, problems);
        }
        boolean started = catalog.server(options.one(CommonOptions.TARGET.name())
                        .orElse(workload.descriptor().defaultTarget()))
                .isPresent();
        boolean option = isOption(name);
        boolean before = options.has(CommonOptions.BEFORE.name());
        problems.require(
                option || before || started,
                "--vary " + name + " needs a --before command that applies the value to your server, such as --before"
                        + " \"psql -c 'ALTER SYSTEM SET " + name + " = {" + name + "}' -c 'SELECT pg_reload_conf()'\"");
        String prefix = option ? "" : before ? SettingsSpec.APPLIED : SettingsSpec.SERVER;
        Request request =
                readRuns(Phase.TRY, options.with(CommonOptions.SWEEP.name(), List.of(prefix + vary)), problems);
        OptionValues values =
                new OptionValues(List.of(CommonOptions.BUDGET, CommonOptions.DIFFERENCE), options, new Problems());
        TrialSpec trial = new TrialSpec(values.get(CommonOptions.DIFFERENCE), values.get(CommonOptions.BUDGET));
        Duration shortest = trial.shortest(request.spec().load().timeline(), levels.size());
        problems.require(
                shortest.compareTo(trial.budget()) <= 0,
                "--budget " + options.one(CommonOptions.BUDGET.name()).orElse(CommonOptions.BUDGET.defaultValue())
                        + " is too short: " + TrialSpec.LOOKS.get(0) + " runs of each of " + levels.size()
                        + " settings take " + shortest.toSeconds()
                        + " s; give a longer one, or a shorter --duration or --warmup");
        RunSpec spec = request.spec();
        return new Request(
                request.part(),
                spec.with(spec.experiment().trying(trial)),
                request.asksForPassword(),
                request.output());
    }

    private Request readRuns(Phase part, Options options, Problems problems) {
        OptionValues values = new OptionValues(common, options, problems);
        Map<Boolean, List<SweepSpec>> sweeps =
                options.sweeps(CommonOptions.SWEEP.name()).stream().collect(Collectors.partitioningBy(this::sweepable));
        List<SweepSpec> ofOptions = sweeps.getOrDefault(true, List.of());
        List<SweepSpec> ofLoad = sweeps.getOrDefault(false, List.of());
        if (ofOptions.isEmpty()) {
            return read(part, values, new ExperimentReader(values, ofLoad, false), problems);
        }
        Set<String> swept = new HashSet<>();
        for (SweepSpec sweep : ofOptions) {
            values.require(
                    !options.has(sweep.name()),
                    CommonOptions.SWEEP,
                    "--sweep sets the " + sweep.name() + "; leave out --" + sweep.name());
            values.require(
                    swept.add(sweep.name()),
                    CommonOptions.SWEEP,
                    sweep.name() + " is varied twice; give one list of its values");
        }
        List<Request> read = new ArrayList<>();
        List<Variant> variants = new ArrayList<>();
        for (Map<String, String> levels : SweepSpec.combinations(ofOptions)) {
            OptionValues ofVariant = values.with(levels, common);
            Request one = read(part, ofVariant, new ExperimentReader(ofVariant, ofLoad, true), problems);
            read.add(one);
            variants.add(new Variant(levels, one.spec()));
        }
        Request first = read.get(0);
        RunSpec spec = first.spec().with(first.spec().experiment().among(variants));
        return new Request(part, spec, first.asksForPassword(), first.output());
    }

    private Request read(Phase part, OptionValues values, ExperimentReader experiments, Problems problems) {
        int sound = problems.lines().size();
        Parameters parameters = parameters(values);
        boolean known = problems.lines().size() == sound;
        LoadPolicy policy = part == Phase.ALL || part == Phase.TRY ? values.get(CommonOptions.LOAD) : part.policy();
        String url = values.given(CommonOptions.TARGET)
                ? values.find(CommonOptions.TARGET).orElse("")
                : workload.descriptor().address().apply(parameters);
        boolean embedded = catalog.server(url).isPresent();
        List<Axis> axes = experiments.axes();
        ExperimentSpec experiment = experiments.read(axes, embedded);
        JudgingSpec judging = judging(values);
        if (known) {
            requireNames(values, experiment, judging, parameters);
        }
        Request.Output output = output(values, experiment.isSingle());
        Optional<AgentsSpec> agents = new AgentsReader(values, url).read();
        values.require(
                !(policy == LoadPolicy.ONLY && output.json()),
                CommonOptions.JSON,
                "--json has no result to print with --load only; leave one of them out");
        RunSpec spec = new RunSpec(
                new WorkloadSpec(workload.descriptor().name(), parameters.values()),
                target(url, embedded, values, policy),
                load(values, axes, known ? workload.users(parameters) : OptionalInt.empty())
                        .withFaults(faults(url, values)),
                new RunSpec.DataSpec(policy, values.get(CommonOptions.LOADERS)),
                experiment,
                judging,
                new RunSpec.SystemSpec(
                        values.get(CommonOptions.COLLECT).limited(values), agents, settings(values, embedded)));
        boolean prompt = values.find(CommonOptions.PASSWORD).stream().anyMatch(CommonOptions.PROMPT::equals);
        return new Request(policy == LoadPolicy.ONLY ? Phase.LOAD : part, spec, prompt, output);
    }

    /** Parses the settings under test: those of {@code --server-setting} and those that a sweep varies. */
    private static SettingsSpec settings(OptionValues values, boolean started) {
        Map<String, String> server = serverSettings(values);
        values.require(
                started || server.isEmpty(),
                CommonOptions.SERVER_SETTING,
                "--server-setting is for servers that the harness starts, such as embedded:postgresql; to change your own, give"
                        + " --before COMMAND, and --sweep setting.NAME=A,B to vary what it applies");
        Map<String, String> applied = swept(values, SettingsSpec.APPLIED);
        String before = values.find(CommonOptions.BEFORE).orElse("");
        applied.keySet()
                .forEach(name -> values.require(
                        before.contains("{" + name + "}"),
                        CommonOptions.BEFORE,
                        before.isEmpty()
                                ? "--sweep setting." + name + " needs a --before command that applies the value"
                                : "--before has no {" + name + "}, so every run would have the same " + name));
        for (String code : values.all(CommonOptions.ACCEPT)) {
            values.require(
                    code.matches("[A-Z][A-Z0-9_]*"),
                    CommonOptions.ACCEPT,
                    "--accept must be the code of a caveat such as NOT_DURABLE, not '" + code + "'");
        }
        return new SettingsSpec(
                server, applied, values.find(CommonOptions.BEFORE), Set.copyOf(values.all(CommonOptions.ACCEPT)));
    }

    private static Map<String, String> serverSettings(OptionValues values) {
        Map<String, String> settings = swept(values, SettingsSpec.SERVER);
        for (String text : values.all(CommonOptions.SERVER_SETTING)) {
            String name = text.substring(0, Math.max(0, text.indexOf('=')));
            values.require(
                    name.matches(SettingsSpec.NAME),
                    CommonOptions.SERVER_SETTING,
                    "--server-setting must be NAME=VALUE such as shared_buffers=1GB, not '" + text + "'");
            values.require(
                    settings.put(name, text.substring(text.indexOf('=') + 1)) == null,
                    CommonOptions.SERVER_SETTING,
                    "--server-setting " + name + " is given twice, or varied too; leave one of them out");
        }
        return settings;
    }

    /** Returns the settings of one variant of a sweep, by their names without the prefix. */
    private static Map<String, String> swept(OptionValues values, String prefix) {
        Map<String, String> settings = new TreeMap<>();
        values.options().given().keySet().stream()
                .filter(name -> name.startsWith(prefix) && SettingsSpec.isSetting(name))
                .forEach(name -> settings.put(
                        name.substring(prefix.length()),
                        values.options().one(name).orElse("")));
        return settings;
    }

    /** Parses the parameters of the workload. The workload reviews their combination only if each value is allowed. */
    private Parameters parameters(OptionValues values) {
        Map<String, String> own = new HashMap<>();
        Set<String> others = common.stream().map(Option::name).collect(Collectors.toSet());
        others.addAll(CommonOptions.LISTS);
        others.addAll(CommonOptions.FLAGS);
        values.options().given().keySet().stream()
                .filter(name -> !others.contains(name) && !SettingsSpec.isSetting(name))
                .forEach(name -> own.put(name, values.options().one(name).orElse("")));
        Problems found = new Problems();
        Parameters parameters = Parameters.of(workload.descriptor().parameters(), own, found);
        if (found.lines().isEmpty()) {
            workload.review(parameters, found);
        }
        found.all().forEach(problem -> problem.text().lines().forEach(line -> values.note(problem.options(), line)));
        return parameters;
    }

    /** Parses the faults. Only a server that the harness starts is broken, never one that it connects to. */
    private List<Fault> faults(String url, OptionValues values) {
        List<Fault.Kind> possible =
                catalog.server(url).map(server -> server.faults(url)).orElse(List.of());
        List<Fault> faults = new ArrayList<>();
        for (String text : values.all(CommonOptions.FAULT)) {
            Optional<Fault> fault = Fault.parse(text);
            values.require(
                    fault.isPresent(),
                    CommonOptions.FAULT,
                    "--fault must be " + Fault.EXPECTED + ", not '" + text + "'");
            fault.ifPresent(faults::add);
        }
        for (Fault fault : faults) {
            values.require(
                    possible.contains(fault.kind()),
                    CommonOptions.FAULT,
                    possible.isEmpty()
                            ? "--fault is for servers that the harness starts, such as embedded:postgresql; leave it out"
                            : "--fault " + fault.what() + " is not possible on " + url + "; possible: "
                                    + Fault.text(possible));
            values.require(
                    fault.kind() == Fault.Kind.STOP || !values.given(CommonOptions.IDLE_CONNECTIONS),
                    CommonOptions.IDLE_CONNECTIONS,
                    "--fault " + fault.what() + " ends the --idle-connections too; leave one of them out");
            values.require(
                    fault.at().compareTo(values.get(CommonOptions.DURATION)) < 0,
                    CommonOptions.FAULT,
                    "--fault " + fault.text() + " comes after the end of the measurement");
        }
        return faults;
    }

    private static OptionalInt or(OptionalInt given, OptionalInt otherwise) {
        return given.isPresent() ? given : otherwise;
    }

    /**
     * Parses the load, except for the factors that axes vary.
     *
     * @param own users that the workload's parameters determine
     */
    private LoadSpec load(OptionValues values, List<Axis> axes, OptionalInt own) {
        // The given rate, or the first of its levels.
        Optional<Rate> rate = values.find(CommonOptions.RATE)
                .or(() -> axes.stream()
                        .filter(axis -> axis.factor() == Factor.RATE)
                        .map(axis -> Rate.constant(axis.levels().get(0)))
                        .findFirst());
        boolean outstanding = values.find(CommonOptions.OUTSTANDING).isPresent();
        boolean open = rate.isPresent() || values.given(CommonOptions.RATE);
        values.require(
                open || !values.given(CommonOptions.ARRIVAL),
                CommonOptions.ARRIVAL,
                "--arrival spreads the requests of --rate; give a --rate or leave it out");
        values.require(
                open || !values.given(CommonOptions.LATE),
                CommonOptions.LATE,
                "--late is about the requests of --rate; give a --rate or leave it out");
        values.require(
                !values.given(CommonOptions.OUTSTANDING)
                        || !(values.given(CommonOptions.USERS) || values.given(CommonOptions.CONNECTIONS)),
                CommonOptions.OUTSTANDING,
                "--outstanding sets users and connections alike; give either it or --users and --connections");
        return new LoadSpec(
                new LoadSpec.Size(
                        or(values.whole(outstanding ? CommonOptions.OUTSTANDING : CommonOptions.USERS), own),
                        or(values.whole(outstanding ? CommonOptions.OUTSTANDING : CommonOptions.CONNECTIONS), own),
                        LoadSpec.mostConnections(machine.processors())),
                rate.map(r -> new LoadSpec.Open(r, values.get(CommonOptions.ARRIVAL), values.get(CommonOptions.LATE))),
                Timeline.of(values.get(CommonOptions.WARM_UP), values.get(CommonOptions.DURATION)),
                new Seed(values.get(CommonOptions.SEED)),
                new LoadSpec.Attempts(
                        values.get(CommonOptions.MAX_ATTEMPTS), values.get(CommonOptions.REQUEST_TIMEOUT)),
                List.of(),
                values.find(CommonOptions.UNTIL).orElse(Until.TIME));
    }

    private TargetSpec target(String url, boolean embedded, OptionValues values, LoadPolicy policy) {
        TargetSpec target = new TargetSpec(
                url,
                values.find(CommonOptions.USER),
                password(values),
                path(values, CommonOptions.DATA_DIR),
                targetOptions(values));
        if (!catalog.opensConnections(url)) {
            ConnectionOptions.refusals(target.options())
                    .forEach(line -> values.require(false, CommonOptions.TARGET, line));
        }
        if (embedded) {
            checkEmbedded(values, policy);
            Problems misfit = new Problems();
            catalog.requireFit(url, workload, misfit);
            misfit.lines().forEach(line -> values.require(false, CommonOptions.TARGET, line));
        } else {
            values.require(
                    target.dataDir().isEmpty(),
                    CommonOptions.DATA_DIR,
                    "--data-dir holds the data of an embedded server and means nothing to --target; leave one of them out");
            values.require(
                    !values.given(CommonOptions.LOG_DIR),
                    CommonOptions.LOG_DIR,
                    "--log-dir holds the log of an embedded server and means nothing to --target; leave one of them out");
            values.require(
                    !values.given(CommonOptions.CGROUP),
                    CommonOptions.CGROUP,
                    "--cgroup is for an embedded server and means nothing to --target; leave one of them out");
            values.require(
                    values.given(CommonOptions.USER) || !values.given(CommonOptions.PASSWORD),
                    CommonOptions.PASSWORD,
                    "--password needs a --user");
            Problems own = new Problems();
            catalog.check(target, own);
            own.lines().forEach(line -> values.require(false, CommonOptions.TARGET, line));
        }
        return target;
    }

    private static Map<String, String> targetOptions(OptionValues values) {
        Map<String, String> options = new HashMap<>();
        options.put(CommonOptions.ISOLATION.name(), values.get(CommonOptions.ISOLATION));
        options.put(CommonOptions.NODES.name(), values.get(CommonOptions.NODES));
        options.put(
                CommonOptions.REQUEST_TIMEOUT.name(),
                values.get(CommonOptions.REQUEST_TIMEOUT).toMillis() + "ms");
        values.find(CommonOptions.LOG_DIR).ifPresent(log -> options.put(CommonOptions.LOG_DIR.name(), log));
        for (Option<Integer> number : List.of(CommonOptions.RECONNECT, CommonOptions.IDLE_CONNECTIONS)) {
            values.find(number).ifPresent(given -> options.put(number.name(), Integer.toString(given)));
        }
        values.find(CommonOptions.CGROUP).ifPresent(group -> options.put(CommonOptions.CGROUP.name(), group));
        return options;
    }

    private static void checkEmbedded(OptionValues values, LoadPolicy policy) {
        values.require(
                !values.given(CommonOptions.USER) && !values.given(CommonOptions.PASSWORD),
                List.of(CommonOptions.USER, CommonOptions.PASSWORD),
                "--user and --password are for a server of your own; an embedded one makes its own, so leave them out or give"
                        + " --target");
        boolean kept = values.given(CommonOptions.DATA_DIR);
        values.require(
                kept || !values.given(CommonOptions.LOG_DIR),
                CommonOptions.LOG_DIR,
                "--log-dir needs a --data-dir: the log is part of the data, and is kept as long");
        values.require(
                kept || policy != LoadPolicy.ONLY,
                CommonOptions.LOAD,
                "loading alone, into an embedded server, needs a --data-dir, or the data are deleted at once");
        values.require(
                kept || policy != LoadPolicy.NEVER,
                CommonOptions.LOAD,
                "an embedded server that is not to be loaded needs the --data-dir of an earlier run");
    }

    /** Reads the referenced password now, so that an unreadable reference fails before the first session. */
    private Optional<Secret> password(OptionValues values) {
        Optional<String> reference = values.find(CommonOptions.PASSWORD);
        if (reference.filter(CommonOptions.PROMPT::equals).isPresent()) {
            values.require(
                    machine.console(),
                    CommonOptions.PASSWORD,
                    "--password prompt needs a terminal; use --password env:NAME or file:PATH");
            return Optional.empty();
        }
        Optional<Secret> secret = reference.flatMap(Secret::parse);
        try {
            secret.ifPresent(Secret::reveal);
        } catch (HarnessException e) {
            values.require(false, CommonOptions.PASSWORD, "--password: " + e.getMessage());
        }
        return secret;
    }

    /** Notes names that no result can have: their conditions could never be decided, so the gate would never fail. */
    private void requireNames(
            OptionValues values, ExperimentSpec experiment, JudgingSpec judging, Parameters parameters) {
        Map<Option<?>, List<Condition>> conditions = Map.of(
                CommonOptions.FAIL_IF, judging.failIf(),
                CommonOptions.GUARD, experiment.guards(),
                CommonOptions.SEARCH,
                        experiment.goal().stream().map(Goal::condition).toList());
        if (conditions.values().stream().allMatch(List::isEmpty)) {
            return;
        }
        WorkloadNames names = WorkloadNames.of(workload, parameters);
        conditions.forEach((option, all) -> all.forEach(condition -> names.unknownIn(condition)
                .forEach(line -> values.require(
                        false,
                        option,
                        "--" + option.name() + " '" + condition.text().strip() + "': " + line))));
    }

    private JudgingSpec judging(OptionValues values) {
        List<String> texts = values.all(CommonOptions.FAIL_IF);
        for (String name : List.of(
                CommonOptions.BASELINE.name(),
                CommonOptions.STRICT.name(),
                CommonOptions.FAIL_ON_INCONCLUSIVE.name())) {
            values.require(
                    !texts.isEmpty() || !values.options().has(name),
                    name,
                    "--" + name + " affects how --fail-if is decided; give a --fail-if or leave it out");
        }
        List<Condition> conditions = texts.stream()
                .flatMap(text -> values.read(CommonOptions.FAIL_IF, own -> Condition.parse(text, own)).stream())
                .toList();
        conditions.stream()
                .filter(Condition::needsBaseline)
                .filter(c -> !values.given(CommonOptions.BASELINE))
                .forEach(c -> values.require(
                        false,
                        CommonOptions.FAIL_IF,
                        "--fail-if '" + c.text() + "' needs the --baseline it compares with"));
        return new JudgingSpec(
                conditions,
                path(values, CommonOptions.BASELINE).flatMap(directory -> baseline(values, directory)),
                values.flag(CommonOptions.STRICT),
                values.flag(CommonOptions.FAIL_ON_INCONCLUSIVE),
                values.flag(CommonOptions.STRICT_LATENCY));
    }

    private static Optional<RunResult> baseline(OptionValues values, Path directory) {
        try {
            return Optional.of(new ResultCodec().read(directory));
        } catch (HarnessException e) {
            values.require(false, CommonOptions.BASELINE, "--baseline: " + e.getMessage());
            return Optional.empty();
        }
    }

    private static Request.Output output(OptionValues values, boolean single) {
        Optional<Path> out = path(values, CommonOptions.OUT);
        out.ifPresent(directory -> {
            values.require(
                    !Files.exists(directory.resolve(ResultCodec.FILE)),
                    CommonOptions.OUT,
                    "--out " + directory + " already holds a result; name another directory");
            Path there = existing(directory.toAbsolutePath());
            values.require(
                    !Files.isDirectory(there) || Files.isWritable(there),
                    CommonOptions.OUT,
                    "--out " + directory + " cannot be written: no permission for " + there);
            values.require(
                    there.equals(directory.toAbsolutePath()) || Files.isDirectory(there),
                    CommonOptions.OUT,
                    "--out " + directory + " cannot be created: " + there + " is a file");
            values.require(
                    !single || !Files.exists(directory.resolve(FIRST_RUN)),
                    CommonOptions.OUT,
                    "--out " + directory
                            + " already holds an experiment; repeat its options or name another directory");
        });
        values.require(
                !(values.flag(CommonOptions.QUIET) && values.flag(CommonOptions.VERBOSE_FLAG)),
                CommonOptions.VERBOSE,
                "--quiet and --verbose contradict each other; leave one out");
        return new Request.Output(
                out,
                values.whole(CommonOptions.METRICS_PORT),
                values.whole(CommonOptions.WATCH),
                values.flag(CommonOptions.QUIET),
                values.flag(CommonOptions.VERBOSE_FLAG),
                values.flag(CommonOptions.JSON));
    }

    /** Returns the directory, or its nearest parent that exists. */
    private static Path existing(Path directory) {
        Path parent = directory.getParent();
        return Files.exists(directory) || parent == null ? directory : existing(parent);
    }

    private static Optional<Path> path(OptionValues values, Option<String> option) {
        String name = option.name();
        try {
            Optional<Path> path = values.find(option).map(Path::of);
            path.filter(Files::exists)
                    .filter(existing -> !Files.isDirectory(existing))
                    .ifPresent(file ->
                            values.require(false, name, "--" + name + " " + file + " is a file, not a directory"));
            return path;
        } catch (InvalidPathException e) {
            values.require(false, name, "--" + name + " is not a path: " + e.getMessage());
            return Optional.empty();
        }
    }
}
