package io.dbharness.cli;

import io.dbharness.cli.option.CommonOptions;
import io.dbharness.cli.option.CommonOptions.Flag;
import io.dbharness.cli.option.CommonOptions.Group;
import io.dbharness.cli.option.Part;
import io.dbharness.cli.provision.ProvisionCommand;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Choice;
import io.dbharness.workload.Parameter.Switch;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadDescriptor;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The commands as picocli knows them: one for each workload, made from its descriptor, and a few fixed ones. All values are text;
 * picocli only takes the line apart, so that every problem with it can be told at once.
 */
final class CommandTree {

    /** The name that {@code completion} completes. */
    static final String NAME = "harness";

    static final String LIST = "list";
    static final String DESCRIBE = "describe";
    static final String REPORT = "report";
    static final String MERGE = "merge";
    static final String COMPLETION = "completion";
    static final String WORKLOAD = "WORKLOAD";
    static final String DIRECTORY = "DIR";

    static final String JAVA = "java -jar harness.jar ";
    private static final int WIDTH = 100;
    /** What workloads whose names begin with the same word have in common. */
    private static final Map<String, String> FAMILIES = Map.of(
            "cql", "Cassandra: reads, writes and mixes as cassandra-stress makes them, and its profiles.",
            "sysbench", "The tests of sysbench: reads, writes and transactions on tables of one form.");

    private static final String EXITS =
            "%nExit codes: 0 done, 1 error, 2 wrong usage, 10 a --fail-if holds, 11 a --fail-if cannot be answered"
                    + " (--fail-on-inconclusive), 12 the result is INVALID, 13 target unreachable, 130"
                    + " interrupted by Ctrl-C or SIGTERM (what was measured is kept).";

    private CommandTree() {}

    /**
     * The commands, for one line: those that it cannot mean have a name and a description but no options, because making thousands of
     * options that nobody asks for takes longer than the rest of a short command.
     *
     * @param words the line
     */
    static CommandLine of(Services services, int processors, Collection<String> words) {
        CommandSpec root = command(NAME, "A database workload harness whose numbers can be trusted.");
        root.usageMessage().customSynopsis(JAVA + "COMMAND [OPTIONS]");
        root.addOption(OptionSpec.builder("--version")
                .versionHelp(true)
                .description("print version, commit and Java")
                .build());
        CommandLine line = new CommandLine(root);
        for (Workload<?> workload : services.workloads()) {
            add(line, workload.descriptor(), processors, words);
        }
        line.addSubcommand(LIST, new CommandLine(fixed(LIST, "Print the workloads.")));
        line.addSubcommand(
                DESCRIBE, new CommandLine(withWords(fixed(DESCRIBE, "Explain a workload."), WORKLOAD, "its name")));
        line.addSubcommand(
                REPORT,
                new CommandLine(withArgument(
                        fixed(REPORT, "Print a result, or that of an experiment, again and write its reports anew."),
                        DIRECTORY,
                        "a directory with a result.json or an experiment.json")));
        line.addSubcommand(MERGE, new CommandLine(merge()));
        line.addSubcommand(ProvisionCommand.NAME, ProvisionTree.provision());
        line.addSubcommand(StudyTree.COMPARE, new CommandLine(StudyTree.compare()));
        line.addSubcommand(StudyTree.IMPORT, new CommandLine(StudyTree.imports()));
        line.addSubcommand(StudyCommand.FAMILY, StudyTree.experiment());
        line.addSubcommand(
                COMPLETION,
                new CommandLine(fixed(
                        COMPLETION,
                        "Print a completion script for bash and zsh. With alias harness='java -jar /path/to/harness.jar',"
                                + " type: source <(java -jar harness.jar completion)")));
        return line;
    }

    static CommandSpec command(String name, String description) {
        CommandSpec command = CommandSpec.create().name(name);
        command.parser().collectErrors(true).allowOptionsAsOptionParameters(false);
        command.usageMessage()
                .width(WIDTH)
                .description(literal(description))
                .sortOptions(false)
                .commandListHeading("%nCommands:%n")
                .optionListHeading("%nOptions:%n");
        command.addOption(OptionSpec.builder("--help", "-h")
                .usageHelp(true)
                .description("print this")
                .build());
        return command;
    }

    static CommandSpec fixed(String name, String description) {
        CommandSpec command = command(name, description);
        command.usageMessage().customSynopsis(JAVA + name);
        return command;
    }

    /** A workload of two words is a command of the second below a command of the first. */
    private static void add(CommandLine line, WorkloadDescriptor descriptor, int processors, Collection<String> words) {
        List<String> path = List.of(descriptor.name().split(" ", -1));
        String last = path.get(path.size() - 1);
        CommandLine parent = line;
        for (String word : path.subList(0, path.size() - 1)) {
            CommandLine known = parent.getSubcommands().get(word);
            if (known == null) {
                known = new CommandLine(
                        family(word, FAMILIES.getOrDefault(word, "Workloads that begin with " + word + ".")));
                parent.addSubcommand(word, known);
            }
            parent = known;
        }
        boolean all = words.contains(COMPLETION);
        if (!all && !words.containsAll(path)) {
            parent.addSubcommand(last, new CommandLine(command(last, descriptor.summary())));
            return;
        }
        CommandLine whole = new CommandLine(workload(descriptor, Part.ALL, processors));
        for (Part part : Part.named()) {
            whole.addSubcommand(
                    part.word(),
                    new CommandLine(
                            all || words.contains(part.word())
                                    ? workload(descriptor, part, processors)
                                    : command(part.word(), part.summary())));
        }
        parent.addSubcommand(last, whole);
    }

    static CommandSpec family(String name, String description) {
        CommandSpec command = command(name, description);
        command.usageMessage().customSynopsis(JAVA + name + " COMMAND [OPTIONS]");
        return command;
    }

    static CommandSpec withWords(CommandSpec command, String label, String what) {
        command.usageMessage().customSynopsis(JAVA + command.name() + " " + label);
        command.addPositional(PositionalParamSpec.builder()
                .paramLabel(label)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("1..*")
                .required(true)
                .description(what)
                .build());
        return command;
    }

    static CommandSpec withArgument(CommandSpec command, String label, String what) {
        command.usageMessage().customSynopsis(JAVA + command.name() + " " + label);
        command.addPositional(PositionalParamSpec.builder()
                .paramLabel(label)
                .type(String.class)
                .arity("1")
                .required(true)
                .description(what)
                .build());
        return command;
    }

    private static CommandSpec merge() {
        CommandSpec command = fixed(MERGE, "Make one result of several.");
        command.usageMessage().customSynopsis(JAVA + MERGE + " DIR... --out DIR [--as clients|runs]");
        command.addPositional(PositionalParamSpec.builder()
                .paramLabel("DIR...")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("1..*")
                .required(true)
                .description("directories with a result.json each")
                .build());
        MergeCommand.OPTIONS.forEach(
                option -> command.addOption(option(option, 1).build()));
        return command;
    }

    private static CommandSpec workload(WorkloadDescriptor descriptor, Part part, int processors) {
        boolean whole = part == Part.ALL;
        String[] words = descriptor.name().split(" ", -1);
        CommandSpec command =
                whole ? command(words[words.length - 1], descriptor.summary()) : command(part.word(), part.summary());
        command.usageMessage()
                .customSynopsis(JAVA + descriptor.name() + (whole ? " [COMMAND]" : " " + part.word()) + " [OPTIONS]")
                .footer(EXITS);
        int order = 0;
        for (Parameter parameter : descriptor.parameters()) {
            command.addOption(option(parameter, order++).build());
        }
        for (Group group : CommonOptions.of(descriptor, part, processors)) {
            if (!group.isEmpty()) {
                command.addArgGroup(group(group, order++));
            }
        }
        return command;
    }

    private static ArgGroupSpec group(Group group, int order) {
        ArgGroupSpec.Builder builder = ArgGroupSpec.builder()
                .heading("%n" + group.heading() + ":%n")
                .validate(false)
                .order(order);
        int place = 0;
        for (Parameter parameter : group.parameters()) {
            builder.addArg(option(parameter, place++).build());
        }
        for (Parameter parameter : group.lists()) {
            builder.addArg(option(parameter, place++)
                    .type(List.class)
                    .auxiliaryTypes(String.class)
                    .build());
        }
        for (Flag flag : group.flags()) {
            builder.addArg(flag(flag.name(), flag.description(), place++).build());
        }
        return builder.build();
    }

    static OptionSpec.Builder flag(String name, String description, int order) {
        return OptionSpec.builder("--" + name)
                .type(boolean.class)
                .arity("0")
                .order(order)
                .description(literal(description));
    }

    static OptionSpec.Builder option(Parameter parameter, int order) {
        String shown = parameter.defaultValue().isEmpty() ? "" : " (" + parameter.defaultValue() + ")";
        OptionSpec.Builder builder = OptionSpec.builder("--" + parameter.name())
                .paramLabel(parameter.domain().label())
                .type(String.class)
                .arity("1")
                .order(order)
                .description(literal(parameter.description() + shown));
        if (parameter.domain() instanceof Switch) {
            return builder.arity("0..1").fallbackValue(Switch.ON).completionCandidates(List.of(Switch.ON, Switch.OFF));
        }
        return parameter.domain() instanceof Choice choice ? builder.completionCandidates(choice.words()) : builder;
    }

    /** Descriptions are format strings to picocli. */
    private static String literal(String text) {
        return text.replace("%", "%%");
    }
}
