package io.dbharness.cli;

import io.dbharness.cli.option.CommonOptions;
import io.dbharness.cli.option.RunSettings;
import io.dbharness.cli.option.RunSettingsReader;
import io.dbharness.cli.option.Typed;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadDescriptor;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Executes one command line. One thread. */
final class Harness {

    private final WorkloadCommand.Context context;
    private final RunSettingsReader.Machine machine;
    private final Terminal terminal;

    Harness(WorkloadCommand.Context context, RunSettingsReader.Machine machine) {
        this.context = context;
        this.machine = machine;
        this.terminal = context.terminal();
    }

    /** Says on standard error what went wrong, if something did, and returns the exit code. */
    int execute(String... words) {
        CommandLine commands = CommandTree.of(context.services(), machine.processors());
        ParseResult root = commands.parseArgs(words);
        ParseResult command = root.hasSubcommand() ? root.subcommand() : root;
        boolean debug = command.hasMatchedOption("--" + CommonOptions.DEBUG);
        try {
            return execute(commands, root, command);
        } catch (UsageException e) {
            usage(command, e);
            return ExitCode.of(e);
        } catch (RuntimeException e) {
            if (context.interruption().requested()) {
                return ExitCode.INTERRUPTED;
            }
            failure(e, debug);
            return ExitCode.of(e);
        }
    }

    private int execute(CommandLine commands, ParseResult root, ParseResult command) {
        if (command.isUsageHelpRequested()) {
            command.commandSpec().commandLine().usage(terminal.out());
            return ExitCode.OK;
        }
        Problems problems = new Problems();
        if (command == root) {
            return withoutCommand(commands, root, problems);
        }
        CommandWords.of(root, problems);
        Typed typed = CommandWords.of(command, problems);
        String name = command.commandSpec().name();
        Optional<Workload<?>> workload = context.services().workload(name);
        if (workload.isPresent()) {
            RunSettingsReader reader = new RunSettingsReader(workload.get().descriptor(), context.services(), machine);
            RunSettings settings = reader.read(typed, problems);
            problems.throwIfAny();
            Logging.start(typed.flags().contains(CommonOptions.DEBUG));
            return new WorkloadCommand(context).run(workload.get(), settings);
        }
        if (name.equals(CommandTree.MERGE)) {
            return merge(command, typed, problems);
        }
        problems.throwIfAny();
        return switch (name) {
            case CommandTree.LIST -> list();
            case CommandTree.DESCRIBE -> describe(command.matchedPositionalValue(0, ""));
            case CommandTree.REPORT -> report(Path.of(command.matchedPositionalValue(0, "")));
            case CommandTree.COMPLETION -> completion(commands);
            default -> throw new IllegalStateException("no command " + name);
        };
    }

    private int withoutCommand(CommandLine commands, ParseResult root, Problems problems) {
        if (root.isVersionHelpRequested()) {
            version();
            return ExitCode.OK;
        }
        Optional<String> unknown = root.errors().stream()
                .filter(UnmatchedArgumentException.class::isInstance)
                .flatMap(e -> ((UnmatchedArgumentException) e).getUnmatched().stream())
                .findFirst()
                .filter(word -> !word.startsWith("-"));
        if (unknown.isPresent()) {
            // What follows belongs to a command nobody knows.
            List<String> known = new ArrayList<>(commands.getSubcommands().keySet());
            throw new UsageException(
                    List.of("unknown command '" + unknown.get() + "'" + Suggestion.clause(unknown.get(), known)));
        }
        CommandWords.of(root, problems);
        problems.throwIfAny();
        commands.usage(terminal.err());
        return ExitCode.USAGE;
    }

    private void version() {
        Tool tool = context.tool();
        terminal.out()
                .println(tool.name() + " " + tool.version() + ", commit " + tool.commit() + ", Java "
                        + System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")");
    }

    private int list() {
        List<String> names = context.services().names();
        int width = names.stream().mapToInt(String::length).max().orElse(0);
        for (Workload<?> workload : context.services().workloads()) {
            WorkloadDescriptor descriptor = workload.descriptor();
            terminal.out()
                    .println(descriptor.name()
                            + " ".repeat(width - descriptor.name().length() + 2)
                            + descriptor.summary());
        }
        return ExitCode.OK;
    }

    private int describe(String name) {
        WorkloadDescriptor workload = context.services()
                .workload(name)
                .map(Workload::descriptor)
                .orElseThrow(() -> new UsageException(List.of("unknown workload '" + name + "'"
                        + Suggestion.clause(name, context.services().names()))));
        PrintStream out = terminal.out();
        out.println(workload.name() + ": " + workload.summary());
        out.println();
        out.println(workload.description());
        out.println();
        out.println("Target unless another is given: " + workload.defaultTarget());
        for (Parameter parameter : workload.parameters()) {
            out.println("  --" + parameter.name() + " " + parameter.domain().label() + "  " + parameter.description()
                    + " (" + parameter.defaultValue() + ")");
        }
        return ExitCode.OK;
    }

    private int report(Path directory) {
        if (ExperimentRecord.isIn(directory)) {
            ExperimentDirectory experiment = new ExperimentDirectory(directory);
            experiment.writeDerived();
            new Summary(terminal).print(experiment, false);
            return ExitCode.OK;
        }
        ResultFiles files = new ResultFiles(directory);
        RunResult result = files.read();
        files.writeDerived();
        new Summary(terminal).print(result, files.report(), false);
        return ExitCode.OK;
    }

    private int merge(ParseResult command, Typed typed, Problems problems) {
        List<String> directories = command.matchedPositionalValue(0, List.<String>of());
        MergeCommand merge = MergeCommand.of(directories, typed, problems);
        problems.throwIfAny();
        ResultFiles merged = merge.run();
        new Summary(terminal).print(merged.read(), merged.report(), false);
        return ExitCode.OK;
    }

    private int completion(CommandLine commands) {
        terminal.out().print(AutoComplete.bash(CommandTree.NAME, commands));
        return ExitCode.OK;
    }

    private void usage(ParseResult command, UsageException e) {
        String help = "java -jar harness.jar "
                + (command.commandSpec().parent() == null
                        ? ""
                        : command.commandSpec().name() + " ") + "--help";
        String.valueOf(e.getMessage()).lines().forEach(problem -> terminal.err().println("error: " + problem));
        terminal.err().println("see " + help);
    }

    /** A user hears what is wrong; a stack trace is for those who asked for it, or for a fault of this program. */
    private void failure(RuntimeException e, boolean debug) {
        terminal.err().println("error: " + (e instanceof HarnessException ? e.getMessage() : "internal: " + e));
        if (debug) {
            e.printStackTrace(terminal.err());
        } else if (!(e instanceof HarnessException)) {
            terminal.err().println("run it with --debug for the whole story");
        }
    }
}
