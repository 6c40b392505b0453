package io.dbharness.cli;

import io.dbharness.cli.option.CommonOptions;
import io.dbharness.cli.option.Part;
import io.dbharness.cli.option.RunSettings;
import io.dbharness.cli.option.RunSettingsReader;
import io.dbharness.cli.option.Typed;
import io.dbharness.cli.provision.ProvisionCommand;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.report.ConditionOutcomes;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameters;
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
        CommandLine commands = CommandTree.of(context.services(), machine.processors(), List.of(words));
        ParseResult root = commands.parseArgs(words);
        ParseResult command = root;
        while (command.hasSubcommand()) {
            command = command.subcommand();
        }
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
        Chosen chosen = chosen(command);
        if (command == root || (chosen.workload().isEmpty() && isFamily(command))) {
            return withoutCommand(command, problems);
        }
        for (ParseResult above = root; above != command; above = above.subcommand()) {
            refuseBefore(above, command, problems);
        }
        Typed typed = CommandWords.of(command, problems);
        if (chosen.workload().isPresent()) {
            return run(chosen.workload().get(), chosen.part(), typed, problems);
        }
        String name = command.commandSpec().name();
        if (root.subcommand().commandSpec().name().equals(ProvisionCommand.NAME)) {
            return ProvisionTree.execute(context, command, typed, problems);
        }
        if (name.equals(CommandTree.MERGE)) {
            return merge(command, typed, problems);
        }
        if (name.equals(StudyTree.COMPARE) || name.equals(StudyTree.IMPORT)) {
            return beside(name, command, typed, problems);
        }
        if (words(command).startsWith(StudyCommand.FAMILY + " ")) {
            return new StudyCommand(context, machine)
                    .execute(name, Path.of(command.matchedPositionalValue(0, "")), typed, problems);
        }
        problems.throwIfAny();
        return switch (name) {
            case CommandTree.LIST -> list();
            case CommandTree.DESCRIBE ->
                describe(String.join(" ", command.matchedPositionalValue(0, List.<String>of())));
            case CommandTree.REPORT -> report(Path.of(command.matchedPositionalValue(0, "")));
            case CommandTree.COMPLETION -> completion(commands);
            default -> throw new IllegalStateException("no command " + name);
        };
    }

    private record Chosen(Optional<Workload<?>> workload, Part part) {}

    /** The workload that the words name, and what is wanted of it. */
    private Chosen chosen(ParseResult command) {
        String words = words(command);
        Optional<Workload<?>> whole = context.services().workload(words);
        Optional<Part> part = Part.of(command.commandSpec().name());
        if (whole.isPresent() || part.isEmpty()) {
            return new Chosen(whole, Part.ALL);
        }
        String workload =
                words.substring(0, words.length() - part.get().word().length()).strip();
        return new Chosen(context.services().workload(workload), part.get());
    }

    /** All words of a command but the program's name. */
    private static String words(ParseResult command) {
        return command.commandSpec()
                .qualifiedName(" ")
                .substring(CommandTree.NAME.length())
                .strip();
    }

    private static boolean isFamily(ParseResult command) {
        return !command.commandSpec().subcommands().isEmpty();
    }

    private static void refuseBefore(ParseResult above, ParseResult command, Problems problems) {
        Typed early = CommandWords.of(above, problems);
        boolean none = early.values().isEmpty()
                && early.lists().isEmpty()
                && early.flags().isEmpty();
        problems.require(none, "options belong after '" + command.commandSpec().name() + "'");
    }

    private int run(Workload<?> workload, Part part, Typed typed, Problems problems) {
        RunSettingsReader reader = new RunSettingsReader(workload.descriptor(), context.services(), machine);
        RunSettings settings = reader.read(part, typed, problems);
        if (eachAllowed(workload.descriptor(), settings.parameters())) {
            workload.review(settings.parameters(), problems);
        }
        problems.throwIfAny();
        Logging.start(typed.flags().contains(CommonOptions.DEBUG));
        return new WorkloadCommand(context).run(workload, settings);
    }

    private static boolean eachAllowed(WorkloadDescriptor workload, Parameters parameters) {
        return workload.parameters().stream()
                .allMatch(parameter -> parameter.domain().contains(parameters.text(parameter.name())));
    }

    private int withoutCommand(ParseResult root, Problems problems) {
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
            List<String> known =
                    new ArrayList<>(root.commandSpec().subcommands().keySet());
            throw new UsageException(List.of("unknown command '" + (words(root) + " " + unknown.get()).strip() + "'"
                    + Suggestion.clause(unknown.get(), known)));
        }
        CommandWords.of(root, problems);
        problems.throwIfAny();
        root.commandSpec().commandLine().usage(terminal.err());
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
        Summary summary = new Summary(terminal);
        if (ExperimentRecord.isIn(directory)) {
            ExperimentDirectory experiment = new ExperimentDirectory(directory);
            experiment.writeMissingPages();
            experiment.writeDerived();
            summary.print(experiment, false);
        } else {
            refuseStudy(directory);
            ResultFiles files = new ResultFiles(directory);
            RunResult result = files.read();
            files.writeDerived();
            summary.print(result, files.report(), false);
        }
        ConditionOutcomes.read(directory).ifPresent(outcomes -> summary.print(outcomes, false));
        return ExitCode.OK;
    }

    /** What its tables and charts are stands in its file, which is not there. */
    private static void refuseStudy(Path directory) {
        new StudyDirectory(directory).found().ifPresent(study -> {
            throw new UsageException(
                    List.of(study + "; its report is made again by: experiment report FILE --out " + directory));
        });
    }

    private int merge(ParseResult command, Typed typed, Problems problems) {
        List<String> directories = command.matchedPositionalValue(0, List.<String>of());
        MergeCommand merge = MergeCommand.of(directories, typed, problems);
        problems.throwIfAny();
        ResultFiles merged = merge.run();
        new Summary(terminal).print(merged.read(), merged.report(), false);
        return ExitCode.OK;
    }

    /** What sets results beside others. */
    private int beside(String name, ParseResult command, Typed typed, Problems problems) {
        List<String> words = command.matchedPositionalValue(0, List.<String>of());
        if (name.equals(StudyTree.IMPORT)) {
            ImportCommand imported = ImportCommand.of(words, typed, problems);
            problems.throwIfAny();
            terminal.out().println(imported.run());
            return ExitCode.OK;
        }
        Optional<String> baseline = Optional.ofNullable(typed.values().get(CompareCommand.BASELINE));
        CompareCommand compare = CompareCommand.of(words, baseline, problems);
        problems.throwIfAny();
        boolean markdown = typed.flags().contains(StudyTree.MARKDOWN);
        terminal.out().print(markdown ? compare.markdown() : compare.text());
        return ExitCode.OK;
    }

    private int completion(CommandLine commands) {
        terminal.out().print(AutoComplete.bash(CommandTree.NAME, commands));
        return ExitCode.OK;
    }

    private void usage(ParseResult command, UsageException e) {
        String help = ("java -jar harness.jar " + words(command)).strip() + " --help";
        e.problems().forEach(problem -> terminal.err().println("error: " + problem));
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
