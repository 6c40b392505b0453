package io.dbharness.request;

import io.dbharness.experiment.Factor;
import io.dbharness.load.OpenArrivals.LatePolicy;
import io.dbharness.load.OpenArrivals.Spacing;
import io.dbharness.model.Internal;
import io.dbharness.model.Resources;
import io.dbharness.plan.RetryPolicy;
import io.dbharness.quantity.Quantities;
import io.dbharness.random.Seed;
import io.dbharness.request.LoadSpec.Rate;
import io.dbharness.request.RunSpec.LoadPolicy;
import io.dbharness.sut.Fault;
import io.dbharness.sut.Secret;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Domain;
import io.dbharness.workload.WorkloadDescriptor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The options that every workload command has, with the same names and meanings. Their descriptions are in {@code options.properties}. */
@Internal
public final class CommonOptions {

    static final int MOST_CONNECTIONS = 100_000;
    static final int MOST_USERS = 10_000_000;
    private static final int MOST_LOADERS = 1_000;
    private static final int MOST_TIMES = 1_000;
    private static final int MOST_PORT = 65_535;
    private static final int MOST_AGENTS = 1_000;
    private static final String FILE = "file:";
    static final int MOST_TRANSACTIONS = 1_000_000_000;

    /** The only server that the harness can start with several nodes. */
    private static final String SEVERAL_NODES = "embedded:cassandra";

    /** The value of {@code --password} that asks for the password on the terminal. */
    static final String PROMPT = "prompt";

    private static final List<String> FACTORS =
            Arrays.stream(Factor.values()).map(Factor::word).toList();
    private static final String A_DIRECTORY = "a directory";

    static final Option<String> TARGET = Option.text("target", "URL", "an address such as embedded:postgresql");
    static final Option<String> USER = Option.text("user", "NAME", "a user's name");
    /** A reference to a password. The password itself is neither accepted nor repeated in a message. */
    static final Option<String> PASSWORD = Option.of(
            "password",
            "",
            "REF",
            text -> Optional.of(text)
                    .filter(t -> t.equals(PROMPT) || Secret.parse(t).isPresent()),
            "env:NAME, file:PATH or prompt");

    static final Option<String> DATA_DIR = Option.text("data-dir", "DIR", A_DIRECTORY);
    static final Option<String> LOG_DIR = Option.text("log-dir", "DIR", A_DIRECTORY);
    static final Option<String> CGROUP = Option.text("cgroup", "DIR", A_DIRECTORY);
    static final Option<String> NODES = Option.word("nodes", "1", List.of("1", "3"));
    static final Option<String> ISOLATION = Option.word(
            "isolation", "read-committed", List.of("read-committed", "repeatable-read", "snapshot", "serializable"));
    private static final List<Option<?>> OF_TARGETS =
            List.of(TARGET, USER, PASSWORD, DATA_DIR, LOG_DIR, CGROUP, NODES, ISOLATION);

    static final Option<Integer> USERS = Option.whole("users", "", 1, MOST_USERS);
    static final Option<Integer> CONNECTIONS = Option.whole("connections", "", 1, MOST_CONNECTIONS);
    static final Option<Integer> RECONNECT = Option.whole(ConnectionOptions.RECONNECT, "", 1, MOST_TRANSACTIONS);
    static final Option<Integer> IDLE_CONNECTIONS = Option.whole(ConnectionOptions.IDLE, "", 1, MOST_CONNECTIONS);
    static final Option<Integer> OUTSTANDING = Option.whole("outstanding", "", 1, MOST_CONNECTIONS);
    /** Also accepts levels, which become a {@link SweepSpec}. */
    static final Option<Rate> RATE = Option.of(
            "rate",
            "",
            "RATE",
            Rate::parse,
            "a positive rate such as 100/s or 6000/min, a ramp such as 0->5000/s or steps such as 20..200:10");

    static final Option<Spacing> ARRIVAL = Option.word("arrival", "uniform", Spacing.class);
    static final Option<LatePolicy> LATE = Option.word("late", "queue", LatePolicy.class);
    static final Option<Integer> MAX_ATTEMPTS =
            Option.whole("max-attempts", Integer.toString(RetryPolicy.DEFAULT.maxAttempts()), 1, MOST_TIMES);
    static final Option<Duration> REQUEST_TIMEOUT = Option.time("request-timeout", "60s", false);
    static final Option<Long> SEED =
            Option.whole("seed", Long.toString(Seed.DEFAULT.value()), Long.MIN_VALUE, Long.MAX_VALUE);
    private static final List<Option<?>> OF_LOADS = List.of(
            USERS,
            CONNECTIONS,
            OUTSTANDING,
            RECONNECT,
            IDLE_CONNECTIONS,
            RATE,
            ARRIVAL,
            LATE,
            MAX_ATTEMPTS,
            REQUEST_TIMEOUT,
            SEED);

    static final Option<Duration> WARM_UP = Option.time("warmup", "30s", true);
    static final Option<Duration> DURATION = Option.time("duration", "5m", false);
    static final Option<Until> UNTIL = Option.of("until", "", "N|err<SHARE", Until::parse, Until.EXPECTED);
    private static final List<Option<?>> OF_TIMES = List.of(WARM_UP, DURATION, UNTIL);

    static final Option<Fault> FAULT = Option.of("fault", "", "FAULT", Fault::parse, Fault.EXPECTED);

    static final Option<Integer> AGENTS = Option.whole("agents", "", 1, MOST_AGENTS);
    static final Option<String> BIND = Option.of(
            "bind",
            "",
            "HOST:PORT",
            text -> Optional.of(text).filter(Addresses::isOne),
            "an address of this machine and a port, such as 10.0.0.4:7800; port 0 takes any that is free");
    static final Option<List<String>> JOIN = Option.of(
            "join", "", "HOST:PORT,...", Addresses::parse, "addresses of agents such as 10.0.0.5:7800,10.0.0.6:7800");
    static final Option<Path> KEY = Option.of(
            "key",
            "",
            "file:PATH",
            text -> Optional.of(text)
                    .filter(reference -> reference.startsWith(FILE) && reference.length() > FILE.length())
                    .map(reference -> Path.of(reference.substring(FILE.length()))),
            "file:PATH of a key that 'agent key' has made");
    private static final List<Option<?>> OF_AGENTS = List.of(AGENTS, BIND, JOIN, KEY);

    static final Option<String> SERVER_SETTING =
            Option.text("server-setting", "NAME=VALUE", "a setting and its value such as shared_buffers=1GB");
    static final Option<String> ACCEPT = Option.text("accept", "CODE", "the code of a caveat such as NOT_DURABLE");
    static final Option<String> BEFORE = Option.text("before", "COMMAND", "a command of the shell");
    static final Option<String> VARY =
            Option.text("vary", "NAME=VALUE,VALUE", "a setting and its values such as synchronous_commit=on,off");
    static final Option<Duration> BUDGET = Option.time("budget", "2h", false);
    static final Option<Double> DIFFERENCE = Option.of(
            "difference",
            "5%",
            "PERCENT",
            text -> Quantities.share(text.replace(" %", "%")).stream()
                    .boxed()
                    .filter(share -> share > 0 && share < 1)
                    .findFirst(),
            "a percentage above 0 and below 100 such as 5%");

    static final Option<Integer> REPEAT = Option.whole("repeat", "", 1, MOST_TIMES);
    static final Option<String> SEARCH = Option.text("search", "COND", "a condition such as 'p99 <= 20ms'");
    static final Option<Factor> SEARCH_OVER = Option.word("search-over", "", Factor.class);
    static final Option<String> GUARD = Option.text("guard", "COND", "a condition");
    static final Option<String> SWEEP = Option.text("sweep", "NAME=VALUES", "a name and its values");
    static final String SHUFFLE = "shuffle";
    static final String WHILE_GROWING = "while-growing";

    static final Option<String> BASELINE = Option.text("baseline", "DIR", "a directory with a result.json");
    static final Option<String> FAIL_IF = Option.text("fail-if", "COND", "a condition");
    static final String STRICT = "strict";
    static final String STRICT_LATENCY = "strict-latency";
    static final String FAIL_ON_INCONCLUSIVE = "fail-on-inconclusive";

    static final Option<LoadPolicy> LOAD = Option.word("load", "auto", LoadPolicy.class);
    static final Option<Integer> LOADERS = Option.whole("loaders", "", 1, MOST_LOADERS);

    static final Option<String> OUT = Option.text("out", "DIR", A_DIRECTORY);
    static final Option<CollectSpec> COLLECT = Option.of(
            "collect",
            "auto",
            "WHAT",
            CollectSpec::parse,
            "auto, host, none or prometheus=http://HOST:9100, with further addresses behind commas, and +azure=ID with"
                    + " the ids of Azure's machines or databases");
    static final Option<Integer> METRICS_PORT = Option.whole("metrics-port", "", 0, MOST_PORT);
    /** The port of {@code --watch} without a value: 0 selects a free port. */
    public static final String FREE_PORT = "0";

    static final Option<Integer> WATCH = Option.whole("watch", "", 0, MOST_PORT);
    static final Option<String> SERVER_LIMIT =
            Option.text("server-limit", "NAME=VALUE", "the name of a figure, = and a number");
    static final String QUIET = "quiet";

    /** The heading of the options for settings under test. */
    public static final String UNDER_TEST = "Settings under test";

    /** Prints the full text of a result. */
    public static final String VERBOSE = "verbose";

    /** Help of {@link #VERBOSE}, which commands without a workload have too. */
    public static final String VERBOSE_HELP =
            "print all of the result: every table, note, server figure and setting; left out, the answer in one screen";

    static final String JSON = "json";

    /** Prints stack traces and the log. */
    public static final String DEBUG = "debug";

    /** Options that a sweep can vary in addition to the options of the workload and the factors of the load. */
    static final List<Option<?>> SWEEPABLE = List.of(
            TARGET,
            NODES,
            ISOLATION,
            RECONNECT,
            IDLE_CONNECTIONS,
            ARRIVAL,
            LATE,
            MAX_ATTEMPTS,
            REQUEST_TIMEOUT,
            WARM_UP,
            DURATION,
            UNTIL,
            SEED,
            LOADERS);

    /** Options that may be repeated, by name. */
    public static final List<String> LISTS = List.of(
            SWEEP.name(),
            GUARD.name(),
            FAIL_IF.name(),
            SERVER_LIMIT.name(),
            FAULT.name(),
            SERVER_SETTING.name(),
            ACCEPT.name());

    /** The options that most runs need, which short help shows. */
    public static final List<String> COMMON = List.of(
            TARGET.name(),
            USER.name(),
            PASSWORD.name(),
            USERS.name(),
            CONNECTIONS.name(),
            RATE.name(),
            WARM_UP.name(),
            DURATION.name(),
            REPEAT.name(),
            OUT.name());

    /** Options without a value, by name. */
    static final List<String> FLAGS =
            List.of(SHUFFLE, WHILE_GROWING, STRICT, STRICT_LATENCY, FAIL_ON_INCONCLUSIVE, QUIET, VERBOSE, JSON, DEBUG);

    /** The domain of an option without a value. */
    public static final Domain NO_VALUE = Domain.matching("", String::isEmpty, "left out");

    private CommonOptions() {}

    /** Returns true if every workload that measures has an option of this name. */
    public static boolean isOption(String name) {
        return LISTS.contains(name)
                || FLAGS.contains(name)
                || all(1).stream().anyMatch(option -> option.name().equals(name));
    }

    /** Returns the value of an option that is given without one; empty if the option requires a value. */
    public static Optional<String> standingAlone(String name) {
        return name.equals(WATCH.name()) ? Optional.of(FREE_PORT) : Optional.empty();
    }

    /** Returns true if an option has no value. */
    public static boolean isFlag(String name) {
        return FLAGS.contains(name);
    }

    /**
     * Options under one heading in help.
     *
     * @param heading one or two words
     * @param options options of the group; repeatable options and options without a value come last
     */
    public record Group(String heading, List<Parameter> options) {
        public Group {
            options = List.copyOf(options);
        }
    }

    /** Returns all options with one value. */
    static List<Option<?>> all(int processors) {
        List<Option<?>> all = new ArrayList<>(OF_TARGETS);
        all.addAll(OF_LOADS);
        all.addAll(OF_TIMES);
        all.addAll(List.of(REPEAT, SEARCH, SEARCH_OVER, BASELINE, LOAD, loaders(processors)));
        all.addAll(List.of(OUT, COLLECT, METRICS_PORT, WATCH));
        all.addAll(OF_AGENTS);
        all.addAll(List.of(BEFORE, VARY, BUDGET, DIFFERENCE));
        return all;
    }

    private static Option<Integer> loaders(int processors) {
        return LOADERS.withDefault(Integer.toString(Math.min(processors, MOST_LOADERS)));
    }

    /**
     * Returns true if the help of this part shows an option. Hidden options are accepted too, so that all parts share one list of options.
     */
    public static boolean isShown(WorkloadDescriptor workload, Phase part, String name) {
        boolean here = !name.equals(NODES.name()) || workload.defaultTarget().equals(SEVERAL_NODES);
        boolean sends = workload.sending().contains(name) || name.equals(ISOLATION.name());
        return here && (part.measures() || !sends);
    }

    /** Returns the common options that this part of a job uses, in the order of help. */
    public static List<Group> of(WorkloadDescriptor workload, Phase part, int processors) {
        Help help = new Help(workload, processors, Resources.properties(CommonOptions.class, "options.properties"));
        Group target = help.group("Target", OF_TARGETS);
        Option<?> loaders = loaders(processors);
        if (!part.measures()) {
            return List.of(
                    target,
                    help.group("Data", part == Phase.LOAD ? List.of(loaders, SEED) : List.of()),
                    help.group("Output", List.of(), QUIET, DEBUG));
        }
        boolean tries = part == Phase.TRY;
        return List.of(
                target,
                help.group("Load", OF_LOADS),
                help.group("Timing", List.of(WARM_UP, DURATION, UNTIL, FAULT)),
                help.group("Agents", OF_AGENTS),
                help.group(
                        UNDER_TEST,
                        tries
                                ? List.of(VARY, BUDGET, DIFFERENCE, BEFORE, SERVER_SETTING, ACCEPT)
                                : List.of(BEFORE, SERVER_SETTING, ACCEPT)),
                tries
                        ? help.group("Runs", List.of())
                        : help.group(
                                "Runs", List.of(REPEAT, SEARCH, SEARCH_OVER, GUARD, SWEEP), SHUFFLE, WHILE_GROWING),
                tries
                        ? help.group("Conditions", List.of())
                        : help.group(
                                "Conditions", List.of(BASELINE, FAIL_IF), STRICT, FAIL_ON_INCONCLUSIVE, STRICT_LATENCY),
                help.group("Data", part == Phase.RUN ? List.of() : List.of(LOAD, loaders)),
                help.group(
                        "Output",
                        List.of(OUT, WATCH, COLLECT, METRICS_PORT, SERVER_LIMIT),
                        QUIET,
                        VERBOSE,
                        JSON,
                        DEBUG));
    }

    private record Help(WorkloadDescriptor workload, int processors, Properties descriptions) {

        Group group(String heading, List<Option<?>> options, String... flags) {
            Stream<Parameter> withoutValue =
                    Stream.of(flags).map(name -> new Parameter(name, description(name), "", NO_VALUE));
            return new Group(
                    heading,
                    Stream.concat(options.stream().map(this::parameter), withoutValue)
                            .toList());
        }

        private Parameter parameter(Option<?> option) {
            String shown = option.equals(TARGET) ? workload.defaultTarget() : option.defaultValue();
            return new Parameter(option.name(), description(option.name()), shown, option.domain());
        }

        private String description(String name) {
            return Optional.ofNullable(name.equals(VERBOSE) ? VERBOSE_HELP : descriptions.getProperty(name))
                    .orElseThrow(() -> new IllegalStateException("no description of --" + name))
                    .replace("{connections}", Integer.toString(LoadSpec.mostConnections(processors)))
                    .replace("{factors}", String.join(", ", FACTORS))
                    .replace("{options}", SWEEPABLE.stream().map(Option::name).collect(Collectors.joining(", ")));
        }
    }
}
