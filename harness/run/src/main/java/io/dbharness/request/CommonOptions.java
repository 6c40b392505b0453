package io.dbharness.request;

import io.dbharness.experiment.Factor;
import io.dbharness.load.OpenArrivals.LatePolicy;
import io.dbharness.load.OpenArrivals.Spacing;
import io.dbharness.model.Internal;
import io.dbharness.plan.RetryPolicy;
import io.dbharness.quantity.Quantities;
import io.dbharness.random.Seed;
import io.dbharness.request.LoadSpec.Rate;
import io.dbharness.request.Option.Trait;
import io.dbharness.request.RunSpec.LoadPolicy;
import io.dbharness.sut.Fault;
import io.dbharness.sut.Secret;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Domain;
import io.dbharness.workload.WorkloadDescriptor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The options that every workload command has, with the same names and meanings. In their phrases for help, {@code {connections}},
 * {@code {factors}} and {@code {options}} are replaced.
 */
@Internal
public final class CommonOptions {

    /** Help of {@code --user}, also of commands without a workload; so are the other public phrases. */
    public static final String USER_HELP = "user name for the connection";

    public static final String PASSWORD_HELP = "reference to the password: env:NAME, file:PATH or prompt";

    public static final String WATCH_HELP =
            "serve the live page of the run at http://127.0.0.1:PORT/, for a browser; without a value, on a free port";

    public static final String QUIET_HELP = "print only errors";

    public static final String VERBOSE_HELP =
            "print all of the result: every table, note, server figure and setting; left out, the answer in one screen";

    public static final String DEBUG_HELP = "print the log and stack traces";

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

    static final Option<String> TARGET = Option.text("target", "URL", "an address such as embedded:postgresql")
            .help("what to test: embedded:postgresql, embedded:cassandra, jdbc:postgresql:, jdbc:sqlserver:, "
                    + "jdbc:yugabytedb:, jdbc:mariadb: or jdbc:mysql: with //HOST:PORT/DATABASE, cassandra://HOST:PORT/KEYSPACE, "
                    + "container:IMAGE, file:PATH, or a simulation such as 'sim:service=exp(1ms),servers=8'")
            .with(Trait.SWEEPABLE, Trait.USUAL);
    static final Option<String> USER =
            Option.text("user", "NAME", "a user's name").help(USER_HELP).with(Trait.USUAL);
    /** A reference to a password. The password itself is neither accepted nor repeated in a message. */
    static final Option<String> PASSWORD = Option.of(
                    "password",
                    "",
                    "REF",
                    text -> Optional.of(text)
                            .filter(t -> t.equals(PROMPT) || Secret.parse(t).isPresent()),
                    "env:NAME, file:PATH or prompt")
            .help(PASSWORD_HELP)
            .with(Trait.USUAL);

    static final Option<String> DATA_DIR = Option.text("data-dir", "DIR", A_DIRECTORY)
            .help(
                    "directory in which an embedded server keeps its data for the next run; left out, the data are deleted");
    static final Option<String> LOG_DIR = Option.text("log-dir", "DIR", A_DIRECTORY)
            .help(
                    "directory on another disk for the log of an embedded server: PostgreSQL's WAL or Cassandra's commit log; "
                            + "left out, it lies with the data");
    static final Option<String> CGROUP = Option.text("cgroup", "DIR", A_DIRECTORY)
            .help(
                    "control group of an embedded server, a directory below /sys/fs/cgroup; left out, that of the harness");
    static final Option<String> NODES = Option.word("nodes", "1", List.of("1", "3"))
            .help("nodes of an embedded Cassandra")
            .with(Trait.SWEEPABLE);
    static final Option<String> ISOLATION = Option.word(
                    "isolation",
                    "read-committed",
                    List.of("read-committed", "repeatable-read", "snapshot", "serializable"))
            .help("isolation level of the measured transactions")
            .with(Trait.SWEEPABLE);
    private static final List<Option<?>> OF_TARGETS =
            List.of(TARGET, USER, PASSWORD, DATA_DIR, LOG_DIR, CGROUP, NODES, ISOLATION);

    static final Option<Integer> USERS = Option.whole("users", "", 1, MOST_USERS)
            .help("number of users that send requests; left out, the workload's default, or with --rate the number of "
                    + "connections")
            .with(Trait.USUAL);
    static final Option<Integer> CONNECTIONS = Option.whole("connections", "", 1, MOST_CONNECTIONS)
            .help(
                    "sessions that the users share; left out, one for each user, at most {connections} on this machine (4 for "
                            + "each processor, at least 8)")
            .with(Trait.USUAL);
    static final Option<Integer> RECONNECT = Option.whole(ConnectionOptions.RECONNECT, "", 1, MOST_TRANSACTIONS)
            .help(
                    "transactions of a connection, after which it is closed and another one opened; the time to connect is the "
                            + "step connect. Left out, connections are kept")
            .with(Trait.SWEEPABLE);
    static final Option<Integer> IDLE_CONNECTIONS = Option.whole(ConnectionOptions.IDLE, "", 1, MOST_CONNECTIONS)
            .help("number of further connections, which are open and idle during the run")
            .with(Trait.SWEEPABLE);
    static final Option<Integer> OUTSTANDING = Option.whole("outstanding", "", 1, MOST_CONNECTIONS)
            .help("requests in flight at once: sets both --users and --connections");
    /** Also accepts levels, which become a {@link SweepSpec}. */
    static final Option<Rate> RATE = Option.of(
                    "rate",
                    "",
                    "RATE",
                    Rate::parse,
                    "a positive rate such as 100/s or 6000/min, a ramp such as 0->5000/s or steps such as 20..200:10")
            .help(
                    "requests a second, sent whether or not earlier ones have ended: 100/s, a ramp 0->5000/s over --duration, "
                            + "or one run for each of 20..200:10; left out, each user waits for its answer")
            .with(Trait.USUAL);

    static final Option<Spacing> ARRIVAL = Option.word("arrival", "uniform", Spacing.class)
            .help("distribution of the requests of --rate over time")
            .with(Trait.SWEEPABLE);
    static final Option<LatePolicy> LATE = Option.word("late", "queue", LatePolicy.class)
            .help("policy for a request of --rate while every user is busy: it waits, or is counted and not sent")
            .with(Trait.SWEEPABLE);
    static final Option<Integer> MAX_ATTEMPTS = Option.whole(
                    "max-attempts", Integer.toString(RetryPolicy.DEFAULT.maxAttempts()), 1, MOST_TIMES)
            .help("attempts for a request that fails transiently")
            .with(Trait.SWEEPABLE);
    static final Option<Duration> REQUEST_TIMEOUT = Option.time("request-timeout", "60s", false)
            .help("time limit of one attempt at a request; then its connection is closed and it counts as TIMEOUT")
            .with(Trait.SWEEPABLE);
    static final Option<Long> SEED = Option.whole(
                    "seed", Long.toString(Seed.DEFAULT.value()), Long.MIN_VALUE, Long.MAX_VALUE)
            .help("seed of all random data and requests; equal seeds give equal ones")
            .with(Trait.SWEEPABLE);
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

    static final Option<Duration> WARM_UP = Option.time("warmup", "30s", true)
            .help("length of the load before the measurement, not counted")
            .with(Trait.SWEEPABLE, Trait.USUAL);
    static final Option<Duration> DURATION = Option.time("duration", "5m", false)
            .help("length of the measurement; with --until its upper limit")
            .with(Trait.SWEEPABLE, Trait.USUAL);
    static final Option<Until> UNTIL = Option.of("until", "", "N|err<SHARE", Until::parse, Until.EXPECTED)
            .help(
                    "number of requests that ends the measurement, or the standard error of its mean rate that does, such as "
                            + "err<0.02, a share of the mean; left out, only --duration ends it")
            .with(Trait.SWEEPABLE);
    private static final List<Option<?>> OF_TIMES = List.of(WARM_UP, DURATION, UNTIL);

    static final Option<Fault> FAULT = Option.of("fault", "", "FAULT", Fault::parse, Fault.EXPECTED)
            .help(
                    "fault to inject into a server that the harness starts, at a time of the measurement; the recovery is "
                            + "reported: 30s:kill-sessions, '30s:stop 3s' or 30s:restart; may be repeated")
            .with(Trait.REPEATABLE);

    static final Option<Integer> AGENTS = Option.whole("agents", "", 1, MOST_AGENTS)
            .help(
                    "number of agents that send the load, started elsewhere with 'agent'; this process coordinates them. Left "
                            + "out, this process sends the load");
    static final Option<String> BIND = Option.of(
                    "bind",
                    "",
                    "HOST:PORT",
                    text -> Optional.of(text).filter(Addresses::isOne),
                    "an address of this machine and a port, such as 10.0.0.4:7800; port 0 takes any that is free")
            .help("address on which the agents reach this process");
    static final Option<List<String>> JOIN = Option.of(
                    "join",
                    "",
                    "HOST:PORT,...",
                    Addresses::parse,
                    "addresses of agents such as 10.0.0.5:7800,10.0.0.6:7800")
            .help("addresses of some of the agents");
    static final Option<Path> KEY = Option.of(
                    "key",
                    "",
                    "file:PATH",
                    text -> Optional.of(text)
                            .filter(reference -> reference.startsWith(FILE) && reference.length() > FILE.length())
                            .map(reference -> Path.of(reference.substring(FILE.length()))),
                    "file:PATH of a key that 'agent key' has made")
            .help("key that all agents share, created by 'agent key'");
    private static final List<Option<?>> OF_AGENTS = List.of(AGENTS, BIND, JOIN, KEY);

    static final Option<String> SERVER_SETTING = Option.text(
                    "server-setting", "NAME=VALUE", "a setting and its value such as shared_buffers=1GB")
            .help(
                    "setting with which the harness starts its server, such as shared_buffers=1GB; recorded as under test; may "
                            + "be repeated")
            .with(Trait.REPEATABLE);
    static final Option<String> ACCEPT = Option.text("accept", "CODE", "the code of a caveat such as NOT_DURABLE")
            .help(
                    "caveat that a setting under test causes on purpose, such as NOT_DURABLE: it does not affect the verdict, "
                            + "except one for INVALID; may be repeated")
            .with(Trait.REPEATABLE);
    static final Option<String> BEFORE = Option.text("before", "COMMAND", "a command of the shell")
            .help("command of the shell that prepares the server before each run; {NAME} is replaced by the value of a "
                    + "setting that is varied");
    static final Option<String> VARY = Option.text(
                    "vary", "NAME=VALUE,VALUE", "a setting and its values such as synchronous_commit=on,off")
            .help(
                    "setting to try and its values, the first is compared with: a setting of the server, or an option of the "
                            + "workload");
    static final Option<Duration> BUDGET = Option.time("budget", "2h", false)
            .help("longest time of load of all runs together: warm-up and measurement");
    static final Option<Double> DIFFERENCE = Option.of(
                    "difference",
                    "5%",
                    "PERCENT",
                    text -> Quantities.share(text.replace(" %", "%")).stream()
                            .boxed()
                            .filter(share -> share > 0 && share < 1)
                            .findFirst(),
                    "a percentage above 0 and below 100 such as 5%")
            .help("smallest difference that matters: a smaller one is not sought");

    static final Option<Integer> REPEAT = Option.whole("repeat", "", 1, MOST_TIMES)
            .help("number of times to make each run, each time with its own seed; left out, once")
            .with(Trait.USUAL);
    static final Option<String> SEARCH = Option.text("search", "COND", "a condition such as 'p99 <= 20ms'")
            .help("search for the highest level at which a condition holds, such as 'p99 <= 20ms'");
    static final Option<Factor> SEARCH_OVER = Option.word("search-over", "", Factor.class)
            .help("factor that --search raises from its value, or from 1; left out, connections, or rate with --rate");
    static final Option<String> GUARD = Option.text("guard", "COND", "a condition")
            .help("further condition that must hold for a level of --search or --sweep to count, such as "
                    + "'server.pendingCompactions <= 20' or 'errors <= 0.1%'; may be repeated")
            .with(Trait.REPEATABLE);
    static final Option<String> SWEEP = Option.text("sweep", "NAME=VALUES", "a name and its values")
            .help("one run for each value of {factors}, an option of the workload such as mode=a,b, a setting such as "
                    + "server-setting.jit=on,off or setting.NAME of --before, or one of {options}: connections=1,2,4..256 or "
                    + "rate=20..200:10; several sweeps give every combination")
            .with(Trait.REPEATABLE);
    static final Option<Boolean> SHUFFLE =
            Option.flag("shuffle").help("make the runs of a sweep in a random order, drawn with --seed");
    static final Option<Boolean> WHILE_GROWING = Option.flag("while-growing")
            .help(
                    "end a sweep where throughput grows no more: after the level at which the mean gain of the last three is "
                            + "below 0");

    static final Option<String> BASELINE = Option.text("baseline", "DIR", "a directory with a result.json")
            .help("result that 'baseline' refers to in conditions");
    static final Option<String> FAIL_IF = Option.text("fail-if", "COND", "a condition")
            .help("fail (exit code 10) if a condition holds: 'p99(NewOrder) > 20ms', 'errors > 0.1%', 'throughput < "
                    + "0.95*baseline'; may be repeated")
            .with(Trait.REPEATABLE);
    static final Option<Boolean> STRICT = Option.flag("strict")
            .help("decide conditions by point values only, without confidence intervals and numbers of samples");
    static final Option<Boolean> STRICT_LATENCY = Option.flag("strict-latency")
            .help("fail (exit code 12) if latencies are suspect because the client inflated them");
    static final Option<Boolean> FAIL_ON_INCONCLUSIVE = Option.flag("fail-on-inconclusive")
            .help("fail (exit code 11) if a condition cannot be decided; left out, that is a warning");

    static final Option<LoadPolicy> LOAD = Option.word("load", "auto", LoadPolicy.class)
            .help(
                    "when to load the data: auto if there are none, always again, each again before each run, only load and "
                            + "end, never");
    static final Option<Integer> LOADERS = Option.whole("loaders", "", 1, MOST_LOADERS)
            .help("connections for loading the data")
            .with(Trait.SWEEPABLE);

    static final Option<String> OUT = Option.text("out", "DIR", A_DIRECTORY)
            .help("directory of the result; left out, results/<time>-<workload>")
            .with(Trait.USUAL);
    static final Option<CollectSpec> COLLECT = Option.of(
                    "collect",
                    "auto",
                    "WHAT",
                    CollectSpec::parse,
                    "auto, host, none or prometheus=http://HOST:9100, with further addresses behind commas, and +azure=ID with"
                            + " the ids of Azure's machines or databases")
            .help(
                    "metrics of the target's machine, each second: auto for this machine if the target runs on it, host for "
                            + "this machine, none, or from Prometheus node exporters: prometheus=http://HOST:9100; with +azure=ID also "
                            + "from Azure Monitor, for a machine or database");
    static final Option<Integer> METRICS_PORT = Option.whole("metrics-port", "", 0, MOST_PORT)
            .help("serve Prometheus metrics at http://127.0.0.1:PORT/metrics; 0 selects a free port");
    /** The port of {@code --watch} without a value: 0 selects a free port. */
    public static final String FREE_PORT = "0";

    static final Option<Integer> WATCH = Option.whole("watch", "", 0, MOST_PORT).help(WATCH_HELP);
    static final Option<String> SERVER_LIMIT = Option.text(
                    "server-limit", "NAME=VALUE", "the name of a figure, = and a number")
            .help("declared upper limit of a metric of the target's machine, drawn into its chart: diskIops=5000, "
                    + "diskMBPerSecond=200; may be repeated")
            .with(Trait.REPEATABLE);
    static final Option<Boolean> QUIET = Option.flag("quiet").help(QUIET_HELP);

    /** The heading of the options for settings under test. */
    public static final String UNDER_TEST = "Settings under test";

    /** Name of the option that prints the full text of a result. */
    public static final String VERBOSE = "verbose";

    static final Option<Boolean> VERBOSE_FLAG = Option.flag(VERBOSE).help(VERBOSE_HELP);

    static final Option<Boolean> JSON =
            Option.flag("json").help("print the result as JSON on standard output, everything else on standard error");

    /** Name of the option of all commands that prints stack traces and the log. */
    public static final String DEBUG = "debug";

    static final Option<Boolean> DEBUG_FLAG = Option.flag(DEBUG).help(DEBUG_HELP);

    /** All options, in the order in which they are checked. */
    private static final List<Option<?>> ALL = Stream.of(
                    OF_TARGETS,
                    OF_LOADS,
                    OF_TIMES,
                    List.of(REPEAT, SEARCH, SEARCH_OVER, BASELINE, LOAD, LOADERS),
                    List.of(OUT, COLLECT, METRICS_PORT, WATCH),
                    OF_AGENTS,
                    List.of(BEFORE, VARY, BUDGET, DIFFERENCE),
                    List.of(SWEEP, GUARD, FAIL_IF, SERVER_LIMIT, FAULT, SERVER_SETTING, ACCEPT),
                    List.of(SHUFFLE, WHILE_GROWING, STRICT, STRICT_LATENCY, FAIL_ON_INCONCLUSIVE),
                    List.of(QUIET, VERBOSE_FLAG, JSON, DEBUG_FLAG))
            .<Option<?>>flatMap(List::stream)
            .toList();

    /** Options that a sweep can vary in addition to the options of the workload and the factors of the load. */
    static final List<String> SWEEPABLE = names(option -> option.has(Trait.SWEEPABLE));

    /** Options without a value. */
    static final List<String> FLAGS = names(Option::isFlag);

    /** Options that may be repeated, by name. */
    public static final List<String> LISTS = names(option -> option.has(Trait.REPEATABLE));

    /** The options that most runs need, which short help shows. */
    public static final List<String> COMMON = names(option -> option.has(Trait.USUAL));

    /** The domain of an option without a value. */
    public static final Domain NO_VALUE = Option.NO_VALUE;

    private CommonOptions() {}

    private static List<String> names(Predicate<Option<?>> which) {
        return ALL.stream().filter(which).map(Option::name).toList();
    }

    /** Returns true if every workload that measures has an option of this name. */
    public static boolean isOption(String name) {
        return ALL.stream().anyMatch(option -> option.name().equals(name));
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
        return ALL.stream()
                .filter(option -> !option.isFlag() && !option.has(Trait.REPEATABLE))
                .map(option -> option.equals(LOADERS) ? loaders(processors) : option)
                .toList();
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
        Help help = new Help(workload, processors);
        Group target = help.group("Target", OF_TARGETS);
        Option<?> loaders = loaders(processors);
        if (!part.measures()) {
            return List.of(
                    target,
                    help.group("Data", part == Phase.LOAD ? List.of(loaders, SEED) : List.of()),
                    help.group("Output", List.of(QUIET, DEBUG_FLAG)));
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
                                "Runs", List.of(REPEAT, SEARCH, SEARCH_OVER, GUARD, SWEEP, SHUFFLE, WHILE_GROWING)),
                tries
                        ? help.group("Conditions", List.of())
                        : help.group(
                                "Conditions", List.of(BASELINE, FAIL_IF, STRICT, FAIL_ON_INCONCLUSIVE, STRICT_LATENCY)),
                help.group("Data", part == Phase.RUN ? List.of() : List.of(LOAD, loaders)),
                help.group(
                        "Output",
                        List.of(
                                OUT,
                                WATCH,
                                COLLECT,
                                METRICS_PORT,
                                SERVER_LIMIT,
                                QUIET,
                                VERBOSE_FLAG,
                                JSON,
                                DEBUG_FLAG)));
    }

    private record Help(WorkloadDescriptor workload, int processors) {

        Group group(String heading, List<Option<?>> options) {
            return new Group(heading, options.stream().map(this::parameter).toList());
        }

        private Parameter parameter(Option<?> option) {
            String shown = option.equals(TARGET) ? workload.defaultTarget() : option.defaultValue();
            String help = option.help()
                    .replace("{connections}", Integer.toString(LoadSpec.mostConnections(processors)))
                    .replace("{factors}", String.join(", ", FACTORS))
                    .replace("{options}", String.join(", ", SWEEPABLE));
            return new Parameter(option.name(), help, shown, option.domain());
        }
    }
}
