package io.dbharness.cli.option;

import io.dbharness.experiment.LoadPolicy;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.result.ResultCodec;
import io.dbharness.target.Secret;
import io.dbharness.target.TargetSpec;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.WorkloadDescriptor;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Turns what was typed into settings, noting everything that is wrong with it. Opens and creates nothing. Immutable. */
public final class RunSettingsReader {

    /** Where an experiment keeps its first run. */
    private static final String FIRST_RUN = "run-001";

    private final WorkloadDescriptor workload;
    private final Addresses addresses;
    private final Machine machine;

    /**
     * What the reader must know of where it runs.
     *
     * @param processors decides some defaults
     * @param console    whether a password can be asked for
     */
    public record Machine(int processors, boolean console) {}

    public RunSettingsReader(WorkloadDescriptor workload, Addresses addresses, Machine machine) {
        this.workload = workload;
        this.addresses = addresses;
        this.machine = machine;
    }

    /** The settings; meaningless when a problem was noted. */
    public RunSettings read(Part part, Typed typed, Problems problems) {
        List<Parameter> common =
                CommonOptions.parameters(workload, machine.processors()).toList();
        Values values = Values.of(common, typed.values(), problems);
        Map<String, String> own = new HashMap<>(typed.values());
        own.keySet().removeAll(common.stream().map(Parameter::name).collect(Collectors.toSet()));
        Parameters parameters = Parameters.of(workload.parameters(), own, problems);
        LoadPolicy policy = part == Part.ALL ? values.word(CommonOptions.LOAD, LoadPolicy.class) : part.policy();
        String url = url(typed, values, parameters);
        boolean embedded = addresses.embedded(url);
        ExperimentSettings experiment = new ExperimentReader(typed, values, problems).read(embedded);
        JudgingSettings judging =
                new JudgingReader(typed, problems).read(path(values, CommonOptions.BASELINE, problems));
        RunSettings.Output output = output(values, typed, experiment.isSingle(), problems);
        problems.require(
                !(policy == LoadPolicy.ONLY && output.json()),
                "--json has no result to print with --load only; leave one of them out");
        return new RunSettings(
                policy == LoadPolicy.ONLY ? Part.LOAD : part,
                parameters,
                target(url, values, policy, problems),
                values.maybe(CommonOptions.PASSWORD).stream().anyMatch(Passwords.PROMPT::equals),
                new LoadReader(typed, values, machine).read(experiment, problems),
                experiment,
                judging,
                policy,
                Integer.parseInt(values.text(CommonOptions.LOADERS)),
                Collecting.parse(values.text(CommonOptions.COLLECT))
                        .orElse(CollectSettings.AUTO)
                        .limited(typed.all(CommonOptions.SERVER_LIMIT), problems),
                output);
    }

    private String url(Typed typed, Values values, Parameters parameters) {
        return typed.has(CommonOptions.TARGET)
                ? values.text(CommonOptions.TARGET)
                : workload.address().apply(parameters);
    }

    private TargetSpec target(String url, Values values, LoadPolicy policy, Problems problems) {
        TargetSpec target = new TargetSpec(
                url,
                values.maybe(CommonOptions.USER),
                password(values, problems),
                path(values, CommonOptions.DATA_DIR, problems),
                options(values));
        if (addresses.embedded(url)) {
            checkEmbedded(values, policy, problems);
        } else {
            problems.require(
                    target.dataDir().isEmpty(),
                    "--data-dir holds the data of an embedded server and means nothing to --target; leave one of them out");
            problems.require(
                    !values.has(CommonOptions.CGROUP),
                    "--cgroup is for an embedded server and means nothing to --target; leave one of them out");
            problems.require(
                    values.has(CommonOptions.USER) || !values.has(CommonOptions.PASSWORD), "--password needs a --user");
            addresses.check(target, problems);
        }
        return target;
    }

    private static Map<String, String> options(Values values) {
        Map<String, String> options = new HashMap<>();
        options.put(CommonOptions.ISOLATION, values.text(CommonOptions.ISOLATION));
        options.put(CommonOptions.NODES, values.text(CommonOptions.NODES));
        values.maybe(CommonOptions.CGROUP).ifPresent(group -> options.put(CommonOptions.CGROUP, group));
        return options;
    }

    private static void checkEmbedded(Values values, LoadPolicy policy, Problems problems) {
        problems.require(
                !values.has(CommonOptions.USER) && !values.has(CommonOptions.PASSWORD),
                "--user and --password are for a server of your own; an embedded one makes its own, so leave them out or give"
                        + " --target");
        boolean kept = values.has(CommonOptions.DATA_DIR);
        problems.require(
                kept || policy != LoadPolicy.ONLY,
                "loading alone, into an embedded server, needs a --data-dir, or the data are deleted at once");
        problems.require(
                kept || policy != LoadPolicy.NEVER,
                "an embedded server that is not to be loaded needs the --data-dir of an earlier run");
    }

    /** A reference that cannot be read is found out now, not when the first session is opened. */
    private Optional<Secret> password(Values values, Problems problems) {
        Optional<String> reference = values.maybe(CommonOptions.PASSWORD);
        if (reference.filter(Passwords.PROMPT::equals).isPresent()) {
            problems.require(
                    machine.console(), "--password prompt needs a terminal; use --password env:NAME or file:PATH");
            return Optional.empty();
        }
        Optional<Secret> secret = reference.flatMap(Secret::parse);
        try {
            secret.ifPresent(Secret::reveal);
        } catch (HarnessException e) {
            problems.add("--password: " + e.getMessage());
        }
        return secret;
    }

    private static RunSettings.Output output(Values values, Typed typed, boolean single, Problems problems) {
        Optional<Path> out = path(values, CommonOptions.OUT, problems);
        out.ifPresent(directory -> problems.require(
                !Files.exists(directory.resolve(ResultCodec.FILE)),
                "--out " + directory + " already holds a result; name another directory"));
        out.filter(directory -> single && Files.exists(directory.resolve(FIRST_RUN)))
                .ifPresent(directory -> problems.add("--out " + directory
                        + " already holds an experiment; repeat its options or name another directory"));
        return new RunSettings.Output(
                out,
                values.maybeWhole(CommonOptions.METRICS_PORT),
                typed.flags().contains(CommonOptions.QUIET),
                typed.flags().contains(CommonOptions.JSON));
    }

    private static Optional<Path> path(Values values, String name, Problems problems) {
        try {
            Optional<Path> path = values.maybe(name).map(Path::of);
            path.filter(Files::exists)
                    .filter(existing -> !Files.isDirectory(existing))
                    .ifPresent(file -> problems.add("--" + name + " " + file + " is a file, not a directory"));
            return path;
        } catch (InvalidPathException e) {
            problems.add("--" + name + " is not a path: " + e.getMessage());
            return Optional.empty();
        }
    }
}
