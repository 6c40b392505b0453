package io.dbharness.cli;

import io.dbharness.agents.Agent;
import io.dbharness.agents.AgentKey;
import io.dbharness.model.Problems;
import io.dbharness.request.Addresses;
import io.dbharness.request.CommonOptions;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Waits for work as one of the processes that send a load together, makes their key, and ends them. One thread. */
@Command(
        addMethodSubcommands = false,
        customSynopsis = CommandTree.JAVA + AgentCommand.NAME + " [COMMAND] " + AgentCommand.MEMBERSHIP + " [OPTIONS]")
final class AgentCommand implements Callable<Integer> {

    static final String NAME = "agent";
    static final String DESCRIPTION = "Wait for runs with --agents, and send a part of their load.";
    static final String MEMBERSHIP = "--bind HOST:PORT --join HOST:PORT,... --key file:PATH";

    private static final String FILE = "file:";
    private static final String ADDRESS = "HOST:PORT";
    private static final String ADDRESSES = "HOST:PORT,...";
    private static final String REFERENCE = "file:PATH";
    private static final String BIND = "address on which the others reach this process";
    private static final String JOIN = "addresses of some of the agents, also of this one";
    private static final String KEY = "key that all of them share";
    private static final int MOST_DAYS = 3_650;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int LAST = 99;

    private final WorkloadCommand.Context context;
    private final Problems problems;

    @Option(names = "--bind", paramLabel = ADDRESS, description = BIND)
    private Optional<String> bind = Optional.empty();

    @Option(names = "--join", paramLabel = ADDRESSES, description = JOIN)
    private Optional<String> join = Optional.empty();

    @Option(names = "--key", paramLabel = REFERENCE, description = KEY)
    private Optional<String> key = Optional.empty();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "directory of the agent's results, one below it for each run (agent-results)")
    private Path out = Path.of("agent-results");

    @Option(names = "--debug", order = LAST, description = CommonOptions.DEBUG_HELP)
    private boolean debug;

    AgentCommand(WorkloadCommand.Context context, Problems problems) {
        this.context = context;
        this.problems = problems;
    }

    @Override
    public Integer call() throws InterruptedException {
        problems.require(!Files.exists(out) || Files.isDirectory(out), "--out " + out + " is a file, not a directory");
        Agent.Settings settings = settings(bind, join, key);
        Logging.start(debug);
        context.interruption().install();
        context.interruption().preparing();
        PrintStream err = context.terminal().err();
        try (Agent agent = new Agent(settings, context.catalog(), context.clock(), context.tool(), line -> {
            err.println(line);
            err.flush();
        })) {
            context.interruption().preparing(agent::leave, () -> {});
            context.interruption().measuring();
            agent.serve();
        }
        return ExitCode.OK;
    }

    /** Reads the settings of membership; notes every problem. */
    private Agent.Settings settings(Optional<String> at, Optional<String> others, Optional<String> reference) {
        problems.require(
                at.filter(Addresses::isOne).isPresent(),
                "--bind must be an address of this machine and a port, such as 10.0.0.4:7800" + not(at));
        Optional<List<String>> joined = others.flatMap(Addresses::parse);
        problems.require(
                joined.isPresent(),
                "--join must be addresses of agents such as 10.0.0.5:7800,10.0.0.6:7800" + not(others));
        Optional<Path> file = reference
                .filter(text -> text.startsWith(FILE) && text.length() > FILE.length())
                .map(text -> Path.of(text.substring(FILE.length())));
        problems.require(
                file.isPresent(), "--key must be file:PATH of a key that 'agent key' has made" + not(reference));
        file.ifPresent(path -> problems.require(
                Files.isReadable(path),
                "--key: cannot read " + path + "; make it with 'agent key --out " + path
                        + "' and copy it to all machines"));
        problems.throwIfAny();
        return new Agent.Settings(at.orElseThrow(), joined.orElseThrow(), file.orElseThrow(), out);
    }

    private static String not(Optional<String> given) {
        return given.map(text -> ", not '" + text + "'").orElse("");
    }

    @Command(
            description = "Create the key that agents and coordinators share; copy it to all machines.",
            customSynopsis = CommandTree.JAVA + NAME + " key --out FILE [--days N]")
    int key(
            @Option(names = "--out", paramLabel = "FILE", description = "file to create, which must not exist")
                    @Nullable
                    Path file,
            @Option(
                            names = "--days",
                            paramLabel = "N",
                            description = "days for which the key is valid (365)",
                            defaultValue = "365")
                    int days) {
        problems.require(file != null, "--out says which file to make; name one");
        problems.require(
                days >= 1 && days <= MOST_DAYS,
                "--days must be a whole number from 1 to " + MOST_DAYS + ", not " + days);
        problems.throwIfAny();
        Path made = java.util.Objects.requireNonNull(file, "file");
        AgentKey.make(made, days);
        context.terminal()
                .out()
                .println("the key is in " + made + ", valid for " + days + " days; each holder can be an agent");
        return ExitCode.OK;
    }

    @Command(
            description = "Stop all agents after their current runs.",
            customSynopsis = CommandTree.JAVA + NAME + " stop " + MEMBERSHIP)
    int stop(
            @Option(names = "--bind", paramLabel = ADDRESS, description = BIND + "; port 0 takes a free one")
                    Optional<String> at,
            @Option(names = "--join", paramLabel = ADDRESSES, description = JOIN) Optional<String> others,
            @Option(names = "--key", paramLabel = REFERENCE, description = KEY) Optional<String> reference) {
        Agent.Settings settings = settings(at, others, reference);
        Logging.start(false);
        int left = Agent.leaveAll(settings, context.clock(), PATIENCE);
        context.terminal().out().println(left == 0 ? "there are no agents" : left + " agents have left");
        return ExitCode.OK;
    }
}
