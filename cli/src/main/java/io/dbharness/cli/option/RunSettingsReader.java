package io.dbharness.cli.option;

import io.dbharness.experiment.LoadPolicy;
import io.dbharness.load.Spacing;
import io.dbharness.load.Timeline;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.random.Seed;
import io.dbharness.result.ResultCodec;
import io.dbharness.target.Secret;
import io.dbharness.target.TargetSpec;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.WorkloadDescriptor;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Turns what was typed into settings, noting everything that is wrong with it. Opens and creates nothing. Immutable. */
public final class RunSettingsReader {

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
    public RunSettings read(Typed typed, Problems problems) {
        List<Parameter> common =
                CommonOptions.parameters(workload, machine.processors()).toList();
        Values values = Values.of(common, typed.values(), problems);
        Map<String, String> own = new HashMap<>(typed.values());
        own.keySet().removeAll(common.stream().map(Parameter::name).collect(Collectors.toSet()));
        Parameters parameters = Parameters.of(workload.parameters(), own, problems);
        LoadPolicy policy = values.word(CommonOptions.LOAD, LoadPolicy.class);
        RunSettings.Output output = output(values, typed, problems);
        problems.require(
                !(policy == LoadPolicy.ONLY && output.json()),
                "--json has no result to print with --load only; leave one of them out");
        problems.require(
                values.has(CommonOptions.RATE) || !typed.values().containsKey(CommonOptions.ARRIVAL),
                "--arrival spreads the requests of --rate; give a --rate or leave it out");
        return new RunSettings(
                parameters,
                target(values, policy, problems),
                values.maybe(CommonOptions.PASSWORD).stream().anyMatch(Passwords.PROMPT::equals),
                load(values),
                policy,
                Integer.parseInt(values.text(CommonOptions.LOADERS)),
                output);
    }

    private TargetSpec target(Values values, LoadPolicy policy, Problems problems) {
        String url = values.text(CommonOptions.TARGET);
        TargetSpec target = new TargetSpec(
                url,
                values.maybe(CommonOptions.USER),
                password(values, problems),
                path(values, CommonOptions.DATA_DIR, problems),
                Map.of(CommonOptions.ISOLATION, values.text(CommonOptions.ISOLATION)));
        if (addresses.embedded(url)) {
            checkEmbedded(values, policy, problems);
        } else {
            problems.require(
                    target.dataDir().isEmpty(),
                    "--data-dir holds the data of an embedded server and means nothing to --target; leave one of them out");
            problems.require(
                    values.has(CommonOptions.USER) || !values.has(CommonOptions.PASSWORD), "--password needs a --user");
            addresses.check(target, problems);
        }
        return target;
    }

    private static void checkEmbedded(Values values, LoadPolicy policy, Problems problems) {
        problems.require(
                !values.has(CommonOptions.USER) && !values.has(CommonOptions.PASSWORD),
                "--user and --password are for a server of your own; an embedded one makes its own, so leave them out or give"
                        + " --target");
        boolean kept = values.has(CommonOptions.DATA_DIR);
        problems.require(
                kept || policy != LoadPolicy.ONLY,
                "--load only into an embedded server needs a --data-dir, or the data are deleted at once");
        problems.require(
                kept || policy != LoadPolicy.NEVER,
                "--load never with an embedded server needs the --data-dir of an earlier run");
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

    private LoadSettings load(Values values) {
        return new LoadSettings(
                values.maybeWhole(CommonOptions.USERS),
                values.maybeWhole(CommonOptions.CONNECTIONS),
                LoadSettings.mostConnections(machine.processors()),
                values.maybe(CommonOptions.RATE).map(Rates::parse).orElseGet(OptionalDouble::empty),
                values.word(CommonOptions.ARRIVAL, Spacing.class),
                Timeline.of(length(values, CommonOptions.WARM_UP), length(values, CommonOptions.DURATION)),
                new Seed(Long.parseLong(values.text(CommonOptions.SEED))),
                Integer.parseInt(values.text(CommonOptions.MAX_ATTEMPTS)));
    }

    private static Duration length(Values values, String name) {
        return Lengths.parse(values.text(name)).orElseThrow();
    }

    private static RunSettings.Output output(Values values, Typed typed, Problems problems) {
        Optional<Path> out = path(values, CommonOptions.OUT, problems);
        out.ifPresent(directory -> problems.require(
                !Files.exists(directory.resolve(ResultCodec.FILE)),
                "--out " + directory + " already holds a result; name another directory"));
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
