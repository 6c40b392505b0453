package io.dbharness.junit;

import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.request.Catalog;
import io.dbharness.request.Options;
import io.dbharness.request.Options.Given;
import io.dbharness.request.Phase;
import io.dbharness.request.Request;
import io.dbharness.request.RunSpec;
import io.dbharness.request.SpecReader;
import io.dbharness.request.SpecReader.Machine;
import io.dbharness.sut.Secret;
import io.dbharness.yaml.Suggestion;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * The run that a {@link RunWorkload} declares, with configured values in place of declared ones. Immutable.
 *
 * @param workload name of the workload
 * @param options  name to value
 * @param password of the user in the options, if it is not an option itself
 * @param repeat   how many runs
 * @param out      parent of the directory of each run; empty to keep none
 */
record TestRun(
        String workload, Map<String, String> options, Optional<Secret> password, int repeat, Optional<Path> out) {

    private static final String PREFIX = "dbharness.";
    private static final String TARGET = "target";
    private static final String USER = "user";
    private static final String PASSWORD = "password";

    /** Options that may be configured from outside. */
    private static final List<String> CONFIGURABLE = List.of(TARGET, USER, PASSWORD, "warmup", "duration");

    private static final Request.Output NO_OUTPUT =
            new Request.Output(Optional.empty(), OptionalInt.empty(), OptionalInt.empty(), false, false, false);

    TestRun {
        options = Map.copyOf(options);
    }

    /**
     * Reads a declaration.
     *
     * @param where      of the test's class
     * @param configured the value of a configuration parameter
     */
    static TestRun of(
            RunWorkload declared, Optional<WorkloadTarget> where, Function<String, Optional<String>> configured) {
        Problems problems = new Problems();
        Map<String, String> options = new HashMap<>();
        for (String option : declared.options()) {
            String[] parts = option.split("=", 2);
            problems.require(
                    parts.length == 2 && !parts[0].startsWith("-"),
                    "an option of @Workload is written name=value, such as warehouses=1, not '" + option + "'");
            problems.require(
                    parts.length < 2 || options.put(parts[0], parts[1]) == null, parts[0] + " is given more than once");
        }
        problems.require(declared.repeat() > 0, "repeat must be 1 or more, not " + declared.repeat());
        problems.require(
                declared.target().isEmpty() || !options.containsKey(TARGET),
                "the target is given twice; leave one of them out");
        problems.throwIfAny();
        Optional<Secret> password = Optional.empty();
        if (configured.apply(PREFIX + TARGET).isPresent()) {
            // User and password are configured together with another server.
            options.keySet().removeAll(List.of(TARGET, USER, PASSWORD));
        } else if (!declared.target().isEmpty()) {
            options.put(TARGET, declared.target());
        } else if (where.isPresent() && !options.containsKey(TARGET)) {
            options.put(TARGET, where.get().address());
            where.get().user().ifPresent(user -> options.put(USER, user));
            password = where.get().password();
        }
        CONFIGURABLE.forEach(name -> configured.apply(PREFIX + name).ifPresent(value -> options.put(name, value)));
        Optional<Path> out = configured.apply(PREFIX + "out").map(Path::of);
        return new TestRun(declared.value(), options, password, declared.repeat(), out);
    }

    /**
     * Understands the options.
     *
     * @throws UsageException with everything that is wrong with them
     */
    RunSpec spec(Catalog catalog) {
        io.dbharness.workload.Workload<?> known = catalog.workload(workload)
                .orElseThrow(() -> new UsageException(List.of("unknown workload '" + workload + "'"
                        + Suggestion.clause(workload, catalog.names()) + "; on the class path: "
                        + String.join(", ", catalog.names()))));
        Map<String, Given> given = new HashMap<>();
        options.forEach((name, value) -> given.put(name, Given.of(name, List.of(value), "")));
        Problems problems = new Problems();
        Machine machine = new Machine(Runtime.getRuntime().availableProcessors(), false);
        Request request = new SpecReader(known, catalog, machine).read(Phase.ALL, new Options(given), problems);
        problems.require(
                request.spec().experiment().isSingle(),
                "a test makes one run, or with repeat several alike; leave out sweep, search and repeat among the options");
        problems.require(request.part() == Phase.ALL, "a test makes a run; leave out load=only");
        problems.require(
                request.output().equals(NO_OUTPUT),
                "leave out out, metrics-port, quiet and json; the configuration parameter dbharness.out keeps the files of all runs");
        problems.throwIfAny();
        RunSpec spec = request.spec();
        return password.map(secret -> spec.on(
                        spec.target().withCredentials(spec.target().user().orElse(""), secret)))
                .orElse(spec);
    }
}
