package io.dbharness.cli.option;

import io.dbharness.experiment.LoadPolicy;
import io.dbharness.load.LatePolicy;
import io.dbharness.load.Spacing;
import io.dbharness.plan.RetryPolicy;
import io.dbharness.random.Seed;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Choice;
import io.dbharness.workload.Parameter.Whole;
import io.dbharness.workload.WorkloadDescriptor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The options that every workload command has, with the same names and meanings. An empty default means that leaving the option out is
 * a choice of its own, which the description explains.
 */
public final class CommonOptions {

    public static final String TARGET = "target";
    static final String USER = "user";
    static final String PASSWORD = "password";
    public static final String DATA_DIR = "data-dir";
    public static final String CGROUP = "cgroup";
    static final String NODES = "nodes";
    static final String ISOLATION = "isolation";
    static final String CONNECTIONS = "connections";
    static final String USERS = "users";
    static final String OUTSTANDING = "outstanding";
    static final String RATE = "rate";
    static final String ARRIVAL = "arrival";
    static final String LATE = "late";
    static final String WARM_UP = "warmup";
    static final String DURATION = "duration";
    static final String UNTIL = "until";
    public static final String SEED = "seed";
    static final String MAX_ATTEMPTS = "max-attempts";
    static final String REPEAT = "repeat";
    static final String SWEEP = "sweep";
    static final String SHUFFLE = "shuffle";
    static final String SEARCH = "search";
    static final String SEARCH_OVER = "search-over";
    static final String GUARD = "guard";
    static final String FAIL_IF = "fail-if";
    static final String BASELINE = "baseline";
    static final String STRICT = "strict";
    static final String FAIL_ON_INCONCLUSIVE = "fail-on-inconclusive";
    static final String LOAD = "load";
    static final String LOADERS = "loaders";
    static final String COLLECT = "collect";
    public static final String SERVER_LIMIT = "server-limit";
    static final String OUT = "out";
    static final String METRICS_PORT = "metrics-port";
    static final String QUIET = "quiet";
    static final String JSON = "json";

    /** Prints stack traces and the log. */
    public static final String DEBUG = "debug";

    static final int MOST_CONNECTIONS = 100_000;
    static final int MOST_USERS = 10_000_000;
    private static final int MOST_LOADERS = 1_000;
    private static final int MOST_ATTEMPTS = 1_000;
    private static final int MOST_PORT = 65_535;
    private static final long MOST_REQUESTS = 1_000_000_000_000L;

    private CommonOptions() {}

    /**
     * Options under one heading in help.
     *
     * @param heading    one or two words
     * @param parameters with a value each
     * @param lists      with a value each, and may be repeated
     * @param flags      without a value
     */
    public record Group(String heading, List<Parameter> parameters, List<Parameter> lists, List<Flag> flags) {
        public Group {
            parameters = List.copyOf(parameters);
            lists = List.copyOf(lists);
            flags = List.copyOf(flags);
        }

        /** Whether there is nothing to show. */
        public boolean isEmpty() {
            return parameters.isEmpty() && lists.isEmpty() && flags.isEmpty();
        }
    }

    /** An option without a value. */
    public record Flag(String name, String description) {}

    /** All of them but the workload's own, as far as this part of the job can heed them, in the order of help. */
    public static List<Group> of(WorkloadDescriptor workload, Part part, int processors) {
        Group target = new Group("Target", target(workload), List.of(), List.of());
        if (!part.measures()) {
            List<Parameter> data = part == Part.LOAD ? List.of(loaders(processors), seed()) : List.of();
            return List.of(
                    target,
                    new Group("Data", data, List.of(), List.of()),
                    new Group("Output", List.of(), List.of(), talk()));
        }
        List<Parameter> data = part == Part.RUN ? List.of() : List.of(policy(), loaders(processors));
        List<Flag> flags = new ArrayList<>(talk());
        flags.add(1, new Flag(JSON, "print the result as JSON on standard output, all else on standard error"));
        return List.of(
                target,
                new Group("Load", load(processors), List.of(), List.of()),
                new Group("Timing", timing(), List.of(), List.of()),
                ExperimentOptions.runs(),
                ExperimentOptions.conditions(),
                new Group("Data", data, List.of(), List.of()),
                new Group("Output", output(), List.of(limit()), flags));
    }

    private static List<Flag> talk() {
        return List.of(new Flag(QUIET, "print nothing but errors"), new Flag(DEBUG, "print the log and stack traces"));
    }

    /** The parameters of all groups. */
    static Stream<Parameter> parameters(WorkloadDescriptor workload, int processors) {
        return of(workload, Part.ALL, processors).stream().flatMap(group -> group.parameters().stream());
    }

    private static List<Parameter> target(WorkloadDescriptor workload) {
        return List.of(
                new Parameter(
                        TARGET,
                        "what to test: embedded:postgresql, embedded:cassandra, jdbc:postgresql://HOST:PORT/DATABASE, cassandra://HOST:PORT/KEYSPACE, file:PATH, or a simulation such as 'sim:service=exp(1ms),servers=8'",
                        workload.defaultTarget(),
                        new Text("URL", "an address such as embedded:postgresql")),
                new Parameter(USER, "who connects", "", new Text("NAME", "a user's name")),
                new Parameter(PASSWORD, "where the password is: env:NAME, file:PATH or prompt", "", new Passwords()),
                new Parameter(
                        DATA_DIR,
                        "where an embedded server keeps its data for the next run; left out, they are deleted",
                        "",
                        new Text("DIR", "a directory")),
                new Parameter(
                        CGROUP,
                        "the control group that an embedded server runs in, a directory below /sys/fs/cgroup; left out, that of"
                                + " the harness",
                        "",
                        new Text("DIR", "a directory")),
                new Parameter(NODES, "nodes of an embedded Cassandra", "1", new Choice(List.of("1", "3"))),
                new Parameter(
                        ISOLATION,
                        "isolation level of the measured transactions",
                        "read-committed",
                        new Choice(List.of("read-committed", "repeatable-read", "snapshot", "serializable"))));
    }

    private static List<Parameter> load(int processors) {
        return List.of(
                new Parameter(
                        USERS,
                        "how many users send; left out, the workload's own number, or with --rate the connections",
                        "",
                        new Whole(1, MOST_USERS)),
                new Parameter(
                        CONNECTIONS,
                        "sessions the users share; left out, one a user but at most "
                                + LoadSettings.mostConnections(processors)
                                + " on this machine (4 a processor, at least 8)",
                        "",
                        new Whole(1, MOST_CONNECTIONS)),
                new Parameter(
                        OUTSTANDING,
                        "requests in flight at once: sets --users and --connections alike",
                        "",
                        new Whole(1, MOST_CONNECTIONS)),
                new Parameter(
                        RATE,
                        "requests a second, sent whether or not earlier ones have ended: 100/s, a ramp 0->5000/s over"
                                + " --duration, or one run for each of 20..200:10; left out, users wait for their answers",
                        "",
                        new Rates()),
                new Parameter(
                        ARRIVAL,
                        "how the requests of --rate are spread",
                        word(Spacing.UNIFORM),
                        new Choice(Arrays.stream(Spacing.values())
                                .map(CommonOptions::word)
                                .toList())),
                new Parameter(
                        LATE,
                        "what becomes of a request of --rate that finds every user busy: it waits, or is counted and not sent",
                        word(LatePolicy.QUEUE),
                        new Choice(Arrays.stream(LatePolicy.values())
                                .map(CommonOptions::word)
                                .toList())),
                new Parameter(
                        MAX_ATTEMPTS,
                        "attempts for a request that fails for a reason that may pass",
                        Integer.toString(RetryPolicy.DEFAULT.maxAttempts()),
                        new Whole(1, MOST_ATTEMPTS)),
                seed());
    }

    private static Parameter seed() {
        return new Parameter(
                SEED,
                "the same seed draws the same data and requests",
                Long.toString(Seed.DEFAULT.value()),
                new Whole(Long.MIN_VALUE, Long.MAX_VALUE));
    }

    private static List<Parameter> timing() {
        return List.of(
                new Parameter(WARM_UP, "load before the measurement, not counted", "30s", new Lengths(true)),
                new Parameter(
                        DURATION, "the measurement; with --until the longest it may take", "5m", new Lengths(false)),
                new Parameter(
                        UNTIL,
                        "end the measurement after so many requests; left out, only time ends it",
                        "",
                        new Whole(1, MOST_REQUESTS)));
    }

    private static Parameter policy() {
        return new Parameter(
                LOAD,
                "whether to load the data: auto if there are none, always anew, only and then end, never",
                word(LoadPolicy.AUTO),
                new Choice(Arrays.stream(LoadPolicy.values())
                        .map(CommonOptions::word)
                        .toList()));
    }

    private static Parameter loaders(int processors) {
        return new Parameter(
                LOADERS,
                "connections to load with",
                Integer.toString(Math.min(processors, MOST_LOADERS)),
                new Whole(1, MOST_LOADERS));
    }

    private static List<Parameter> output() {
        return List.of(
                new Parameter(
                        OUT,
                        "where the result goes; left out, results/<time>-<workload>",
                        "",
                        new Text("DIR", "a directory")),
                new Parameter(
                        COLLECT,
                        "figures of the target's machine, each second: auto for this machine if the target runs on it, host for"
                                + " this machine, none, or those of Prometheus node exporters: prometheus=http://HOST:9100; with +azure=ID also what"
                                + " Azure Monitor has of a machine or database",
                        Collecting.AUTO,
                        new Collecting()),
                new Parameter(
                        METRICS_PORT,
                        "serve Prometheus metrics at http://127.0.0.1:PORT/metrics; 0 takes a free port",
                        "",
                        new Whole(0, MOST_PORT)));
    }

    private static Parameter limit() {
        return new Parameter(
                SERVER_LIMIT,
                "what a figure of the target's machine is declared to be unable to exceed, drawn into its chart:"
                        + " diskIops=5000, diskMBPerSecond=200; may be repeated",
                "",
                new Text("NAME=VALUE", "the name of a figure, = and a number"));
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
