package io.dbharness.cli;

import io.dbharness.cli.ResultCommands.Relation;
import io.dbharness.cli.provision.CostLimit;
import io.dbharness.cli.provision.KubernetesCommand;
import io.dbharness.cli.provision.ProvisionCommand;
import io.dbharness.model.Problems;
import io.dbharness.provisioning.Provisioning;
import io.dbharness.quantity.Quantities;
import io.dbharness.request.CommonOptions;
import io.dbharness.request.CommonOptions.Group;
import io.dbharness.request.Phase;
import io.dbharness.request.SpecReader.Machine;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Domain;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadDescriptor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/**
 * The commands as picocli knows them: one for each workload, made from its descriptor, and fixed ones, which are methods. Each has what it
 * runs as its user object. The options of workloads are texts, since study files have the same.
 *
 * <p>Commands that the line cannot mean have a name and a description but no options: making thousands of unused options takes longer than
 * the rest of a short command.
 *
 * @param problems takes what is wrong with the line
 * @param words    the line
 */
record CommandTree(WorkloadCommand.Context context, Machine machine, Problems problems, Collection<String> words) {

    /** The name that {@code completion} completes. */
    static final String NAME = "harness";

    private static final String COMPLETION = "completion";

    /** Prints help with every option. */
    private static final String HELP_ALL = "--help-all";

    /** First words that are no workloads. */
    static final Set<String> COMMANDS = Set.of(
            ClassicCommand.NAME,
            "list",
            "describe",
            "report",
            "watch",
            "merge",
            DoctorCommand.NAME,
            AgentCommand.NAME,
            "provision",
            KubernetesCommand.NAME,
            "compare",
            "import",
            "experiment",
            COMPLETION);

    /** A method's name is that of its command unless the annotation says otherwise; this is picocli's way to say that it does not. */
    private static final String UNNAMED = "<main class>";

    static final String JAVA = "java -jar harness.jar ";
    /** Columns of help. */
    static final int WIDTH = 100;

    private static final int FIRST = -2;

    /** Descriptions of workloads whose names begin with the same word. */
    private static final Map<String, String> FAMILIES = Map.of(
            "cql", "Cassandra: reads, writes and mixes as cassandra-stress makes them, and its profiles.",
            "sysbench", "The tests of sysbench: reads, writes and transactions on tables of one form.",
            "sql", "SQL of your own: tables, transactions and checks described in a file.");

    private static final String MORE = "%nAll options and the exit codes: " + HELP_ALL + "%n";

    static final String EXITS =
            "%nExit codes: 0 done, the result is VALID or SUSPECT, 1 error, 2 wrong usage (nothing was opened or created),"
                    + " 10 a --fail-if holds, 11 a --fail-if cannot be answered (--fail-on-inconclusive), 12 the result is"
                    + " INVALID, or its latencies are SUSPECT because of the client (--strict-latency), 13 the target cannot"
                    + " be reached, or was lost, 130 interrupted by Ctrl-C or SIGTERM (what was measured is kept).";

    CommandLine build() {
        CommandSpec root = command(
                CommandSpec.wrapWithoutInspection(new ResultCommands(context, problems)),
                NAME,
                "A database workload harness whose numbers can be trusted.");
        root.usageMessage().customSynopsis(JAVA + "COMMAND [OPTIONS]");
        root.addOption(OptionSpec.builder("--version")
                .versionHelp(true)
                .description("print version, commit and Java")
                .build());
        CommandLine line = new CommandLine(root);
        context.catalog().workloads().forEach(workload -> add(line, workload));
        line.addSubcommand(
                ClassicCommand.NAME,
                new CommandLine(command(CommandSpec.create(), ClassicCommand.NAME, ClassicCommand.DESCRIPTION)));
        methods(line, ResultCommands.class, "list", "describe", "report", "watch", "merge");
        named(
                line,
                DoctorCommand.NAME,
                DoctorCommand.DESCRIPTION,
                () -> CommandSpec.forAnnotatedObject(new DoctorCommand(context, problems)));
        CommandLine agent = named(
                line,
                AgentCommand.NAME,
                AgentCommand.DESCRIPTION,
                () -> CommandSpec.forAnnotatedObject(new AgentCommand(context, problems)));
        methods(agent, AgentCommand.class, "key", "stop");
        CommandOutput terminal = context.terminal();
        Supplier<Provisioning> provisioning = () -> {
            problems.throwIfAny();
            Logging.start(false);
            context.interruption().install();
            return Provisioning.standard(context.clock());
        };
        CommandLine provision = family(
                line,
                new ProvisionCommand(provisioning, BuildFacts.jar(), terminal.out(), terminal.err()),
                "provision",
                "Disks and machines for the time of a comparison.",
                "COMMAND [OPTIONS]");
        methods(
                provision,
                ProvisionCommand.class,
                "plan",
                "up",
                "status",
                "down",
                "list",
                "reap",
                "limits",
                "run",
                "ssh",
                "logs");
        named(
                line,
                KubernetesCommand.NAME,
                KubernetesCommand.DESCRIPTION,
                () -> CommandSpec.forAnnotatedObject(new KubernetesCommand(
                        problems,
                        command -> new Cli(context, machine, new Problems()).check(command),
                        terminal.out(),
                        terminal.err())));
        methods(line, ResultCommands.class, "compare", "imports");
        CommandLine study = family(
                line,
                new StudyCommand(context, machine, problems),
                "experiment",
                "A study in one file: subjects by workloads by loads, its tables, charts and claims.",
                "COMMAND FILE [OPTIONS]");
        methods(study, StudyCommand.class, "validate", "plan", "run", "resume", "report", "checkClaims");
        line.addSubcommand(COMPLETION, new CommandLine(completion(line)));
        line.registerConverter(int.class, CommandTree::whole);
        return line;
    }

    private static int whole(String text) {
        return Quantities.whole(text).stream()
                .mapToInt(Math::toIntExact)
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("'" + text + "' is not a whole number"));
    }

    /** Completion of the whole line, so it is created last. */
    private CommandSpec completion(CommandLine line) {
        CommandSpec completion = command(
                CommandSpec.wrapWithoutInspection((Callable<Integer>) () -> {
                    problems.throwIfAny();
                    context.terminal().rawOut().print(AutoComplete.bash(NAME, line));
                    return ExitCode.OK;
                }),
                COMPLETION,
                "Print a completion script for bash and zsh. With alias harness='java -jar /path/to/harness.jar',"
                        + " type: source <(java -jar harness.jar completion)");
        completion.usageMessage().customSynopsis(JAVA + COMPLETION);
        return completion;
    }

    /** Adds the options that every command has. */
    private static CommandSpec command(CommandSpec command, String name, String description) {
        command.name(name);
        command.parser().collectErrors(true).allowOptionsAsOptionParameters(false);
        command.preprocessor((words, own, argument, info) -> {
            if (argument == null) {
                ArgumentErrors.addDashes(words, own);
            }
            return false;
        });
        command.usageMessage()
                .width(WIDTH)
                .description(literal(description))
                .sortOptions(false)
                .commandListHeading("%nCommands:%n")
                .optionListHeading("%nOptions:%n");
        boolean shortens = command.userObject() instanceof WorkloadCommand;
        command.addOption(OptionSpec.builder("--help", "-h", HELP_ALL)
                .usageHelp(true)
                .order(FIRST)
                .description("print this" + (shortens ? "; " + HELP_ALL + " prints every option" : ""))
                .build());
        return command;
    }

    private static CommandLine family(
            CommandLine above, @Nullable Object methods, String name, String description, String rest) {
        CommandSpec family = methods == null ? CommandSpec.create() : CommandSpec.wrapWithoutInspection(methods);
        command(family, name, description).usageMessage().customSynopsis(JAVA + name + " " + rest);
        CommandLine line = new CommandLine(family);
        above.addSubcommand(name, line);
        return line;
    }

    /** A command with its own class, which is created only if the line can mean it. */
    private CommandLine named(CommandLine above, String name, String description, Supplier<CommandSpec> made) {
        boolean meant = words.contains(name) || words.contains(COMPLETION);
        CommandSpec command = command(meant ? made.get() : CommandSpec.create(), name, description);
        if (meant) {
            addDebug(command);
        }
        CommandLine line = new CommandLine(command);
        above.addSubcommand(name, line);
        return line;
    }

    /** Commands that are methods of a class; those of a family that the line does not name are left out. */
    private void methods(CommandLine above, Class<?> type, String... names) {
        if (above.getParent() != null && !words.contains(above.getCommandName()) && !words.contains(COMPLETION)) {
            return;
        }
        for (String name : names) {
            Method code = CommandLine.getCommandMethods(type, name).get(0);
            Command told = code.getAnnotation(Command.class);
            String typed = told.name().equals(UNNAMED) ? code.getName() : told.name();
            // Converters note wrong values and do not throw, so that all problems are reported together.
            named(above, typed, String.join("", told.description()), () -> CommandSpec.forAnnotatedObject(code))
                    .registerConverter(Relation.class, text -> Relation.parse(text, problems))
                    .registerConverter(CostLimit.class, text -> CostLimit.parse(text, problems));
        }
    }

    private static void addDebug(CommandSpec command) {
        if (command.findOption("--" + CommonOptions.DEBUG) == null) {
            command.addOption(OptionSpec.builder("--" + CommonOptions.DEBUG)
                    .description("print stack traces")
                    .build());
        }
    }

    /** A workload of two words is a command of the second below a command of the first. */
    private void add(CommandLine line, Workload<?> workload) {
        WorkloadDescriptor descriptor = workload.descriptor();
        List<String> path = List.of(descriptor.name().split(" ", -1));
        String last = path.get(path.size() - 1);
        CommandLine parent = line;
        for (String word : path.subList(0, path.size() - 1)) {
            CommandLine known = parent.getSubcommands().get(word);
            parent = known != null
                    ? known
                    : family(
                            parent,
                            null,
                            word,
                            FAMILIES.getOrDefault(word, "Workloads that begin with " + word + "."),
                            "COMMAND [OPTIONS]");
        }
        boolean all = words.contains(COMPLETION);
        if (!all && !words.containsAll(path)) {
            parent.addSubcommand(last, new CommandLine(command(CommandSpec.create(), last, descriptor.summary())));
            return;
        }
        CommandLine whole = new CommandLine(workload(workload, Phase.ALL, last));
        for (Phase part : Phase.named()) {
            whole.addSubcommand(
                    part.word(),
                    new CommandLine(
                            all || words.contains(part.word())
                                    ? workload(workload, part, part.word())
                                    : command(CommandSpec.create(), part.word(), part.summary())));
        }
        parent.addSubcommand(last, whole);
    }

    private CommandSpec workload(Workload<?> workload, Phase part, String name) {
        WorkloadDescriptor descriptor = workload.descriptor();
        boolean whole = part == Phase.ALL;
        CommandSpec command = command(
                CommandSpec.wrapWithoutInspection(new WorkloadCommand(context, machine, problems, workload, part)),
                name,
                whole ? descriptor.summary() : part.summary());
        String examples =
                CommandExamples.text(CommandExamples.of(descriptor.name(), whole ? "" : part.word(), Phase.words()));
        boolean everything = !part.measures() || words.contains(HELP_ALL) || words.contains(COMPLETION);
        command.usageMessage()
                .customSynopsis(JAVA + descriptor.name() + (whole ? " [COMMAND]" : " " + part.word()) + " [OPTIONS]")
                .footer((everything ? EXITS : MORE) + examples);
        List<Group> groups = new ArrayList<>(CommonOptions.of(descriptor, part, machine.processors()));
        if (!everything) {
            groups = shortened(groups, part, command);
        }
        groups.add(everything ? 0 : 1, new Group("Options of " + descriptor.name(), descriptor.parameters()));
        int order = 0;
        for (Group group : groups) {
            if (!group.options().isEmpty()) {
                command.addArgGroup(group(group, order++, one -> CommonOptions.isShown(descriptor, part, one)));
            }
        }
        return command;
    }

    /** Returns the groups of short help; the other options are accepted and hidden. */
    private static List<Group> shortened(List<Group> groups, Phase part, CommandSpec command) {
        List<Parameter> common = new ArrayList<>();
        List<Group> shown = new ArrayList<>();
        // In a group as all others, so that repetitions are reported alike; without a heading.
        ArgGroupSpec.Builder hidden = ArgGroupSpec.builder().validate(false);
        for (Group group : groups) {
            if (part == Phase.TRY && group.heading().equals(CommonOptions.UNDER_TEST)) {
                shown.add(group);
                continue;
            }
            for (Parameter parameter : group.options()) {
                if (CommonOptions.COMMON.contains(parameter.name())) {
                    common.add(parameter);
                } else {
                    hidden.addArg(option(parameter, common.size()).hidden(true).build());
                }
            }
        }
        command.addArgGroup(hidden.build());
        shown.add(0, new Group("Common options", common));
        return shown;
    }

    private static ArgGroupSpec group(Group group, int order, Predicate<String> shown) {
        ArgGroupSpec.Builder builder = ArgGroupSpec.builder()
                .heading("%n" + group.heading() + ":%n")
                .validate(false)
                .order(order);
        int place = 0;
        for (Parameter parameter : group.options()) {
            builder.addArg(option(parameter, place++)
                    .hidden(!shown.test(parameter.name()))
                    .build());
        }
        return builder.build();
    }

    private static OptionSpec.Builder option(Parameter parameter, int order) {
        String shown = parameter.defaultValue().isEmpty() ? "" : " (" + parameter.defaultValue() + ")";
        OptionSpec.Builder builder = OptionSpec.builder("--" + parameter.name())
                .paramLabel(parameter.domain().label())
                .type(String.class)
                .arity("1")
                .order(order)
                .description(literal(parameter.description() + shown));
        if (CommonOptions.LISTS.contains(parameter.name())) {
            return builder.type(List.class).auxiliaryTypes(String.class);
        }
        if (parameter.domain().equals(CommonOptions.NO_VALUE)) {
            return builder.type(boolean.class).arity("0");
        }
        if (parameter.domain().equals(Domain.SWITCH)) {
            builder.arity("0..1").fallbackValue(Domain.YES);
        }
        CommonOptions.standingAlone(parameter.name())
                .ifPresent(value -> builder.arity("0..1").fallbackValue(value));
        List<String> words = parameter.domain().words();
        return words.isEmpty() ? builder : builder.completionCandidates(words);
    }

    /** Descriptions are format strings with variables to picocli. */
    private static String literal(String text) {
        return text.replace("%", "%%").replace("${", "$${");
    }
}
