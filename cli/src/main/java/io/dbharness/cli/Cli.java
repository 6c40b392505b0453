package io.dbharness.cli;

import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.request.CommonOptions;
import io.dbharness.request.ForeignOptionHints;
import io.dbharness.request.Phase;
import io.dbharness.request.SpecReader.Machine;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.sut.LeftOut;
import io.dbharness.yaml.Suggestion;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * Executes one command line: picocli parses it, and the command that it names is called. One thread.
 *
 * @param context  what commands need of the process
 * @param machine  where they run
 * @param problems takes what is wrong with the line
 */
record Cli(WorkloadCommand.Context context, Machine machine, Problems problems) {

    private static final Pattern ENVIRONMENT = Pattern.compile("^((?:[^=]*=)?env:)[A-Za-z_][A-Za-z0-9_]*$");

    Cli(WorkloadCommand.Context context, Machine machine) {
        this(context, machine, new Problems());
    }

    /** Says on standard error what went wrong, if something did, and returns the exit code. */
    int execute(String... typed) {
        Optional<ClassicCommand> classic = ClassicCommand.of(context.terminal(), List.of(typed));
        return classic.isPresent() ? classic.get().run(this::run, this::check) : run(typed);
    }

    private int run(String... typed) {
        String[] words = ArgumentErrors.inOrder(typed);
        return new CommandTree(context, machine, problems, List.of(words))
                .build()
                .setExecutionStrategy(root -> {
                    try {
                        return call(root);
                    } catch (ExecutionException e) {
                        if (e.getCause() instanceof OutOfMemoryError) {
                            return outOfMemory();
                        }
                        return failed(e.getCause() instanceof Exception cause ? cause : e, last(root));
                    } catch (RuntimeException e) {
                        return failed(e, last(root));
                    } catch (OutOfMemoryError e) {
                        return outOfMemory();
                    } catch (LinkageError e) {
                        return failed(
                                new HarnessException(
                                        "something on the class path was built for another version (" + e.getMessage()
                                                + "); build the plugin that has it anew, or remove its jar",
                                        e),
                                last(root));
                    }
                })
                .execute(words);
    }

    /**
     * Throws a {@link UsageException} if a command is unknown or wrong. Runs and connects to nothing.
     *
     * @param typed a command that another process is to run
     */
    void check(List<String> typed) {
        // Secrets are where the command runs. A variable that is set here takes the place of each.
        String set = System.getenv().keySet().stream().findFirst().orElse("PATH");
        String[] words = ArgumentErrors.inOrder(typed.stream()
                .map(word -> ENVIRONMENT.matcher(word).replaceFirst("$1" + Matcher.quoteReplacement(set)))
                .toArray(String[]::new));
        ParseResult root = new CommandTree(context, machine, problems, List.of(words))
                .build()
                .parseArgs(words);
        ParseResult command = last(root);
        Optional<String> unknown = unknownCommand(command);
        problems.require(unknown.isEmpty(), "unknown command '" + unknown.orElse("") + "'");
        for (ParseResult above = root; above != command; above = above.subcommand()) {
            ArgumentErrors.note(above, problems);
        }
        ArgumentErrors.note(command, problems);
        if (command.commandSpec().userObject() instanceof WorkloadCommand workload) {
            workload.check(ArgumentErrors.options(command));
        }
        problems.throwIfAny();
    }

    private static ParseResult last(ParseResult root) {
        ParseResult command = root;
        while (command.hasSubcommand()) {
            command = command.subcommand();
        }
        return command;
    }

    private int call(ParseResult root) {
        ParseResult command = last(root);
        if (command.isUsageHelpRequested() && unknownCommand(command).isEmpty()) {
            CommandSpec spec = command.commandSpec();
            if (!(spec.userObject() instanceof WorkloadCommand)) {
                List<String> below = List.copyOf(spec.subcommands().keySet());
                spec.usageMessage().footer(CommandExamples.text(CommandExamples.of(words(command), below)));
            }
            spec.commandLine().usage(context.terminal().rawOut());
            return ExitCode.OK;
        }
        boolean ofWorkload = command.commandSpec().userObject() instanceof WorkloadCommand;
        for (ParseResult above = root; above != command; above = above.subcommand()) {
            ArgumentErrors.note(above, problems);
            problems.require(
                    ArgumentErrors.options(above).given().isEmpty(),
                    "options belong after '" + command.commandSpec().name() + "'");
        }
        boolean alone = ofWorkload || command.commandSpec().userObject() instanceof Callable<?>;
        if (!alone && !command.commandSpec().subcommands().isEmpty()) {
            return withoutCommand(command);
        }
        if (command.commandSpec().name().equals(ClassicCommand.NAME)) {
            problems.add("'" + ClassicCommand.NAME + "' must be the first word of the line");
            problems.throwIfAny();
        }
        ArgumentErrors.note(command, problems);
        // The field of an option without its value is null. Workloads have no fields.
        if (!ofWorkload && command.errors().stream().anyMatch(MissingParameterException.class::isInstance)) {
            problems.throwIfAny();
        }
        return command.commandSpec().userObject() instanceof WorkloadCommand workload
                ? workload.run(ArgumentErrors.options(command))
                : new CommandLine.RunLast().execute(root);
    }

    private int withoutCommand(ParseResult command) {
        if (command.isVersionHelpRequested()) {
            Tool tool = context.tool();
            context.terminal()
                    .out()
                    .println(tool.name() + " " + tool.version() + ", commit " + tool.commit() + ", Java "
                            + System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")");
            return ExitCode.OK;
        }
        Optional<String> unknown = unknownCommand(command);
        if (unknown.isPresent()) {
            // The words after it belong to a command that does not exist.
            throw new UsageException(List.of("unknown command '" + (words(command) + " " + unknown.get()).strip() + "'"
                    + instead(unknown.get(), command.commandSpec())));
        }
        ArgumentErrors.note(command, problems);
        problems.throwIfAny();
        command.commandSpec().commandLine().usage(context.terminal().rawErr());
        return ExitCode.USAGE;
    }

    /** A word where the name of a command belongs; empty for commands that have no others below them, or that take other words. */
    private static Optional<String> unknownCommand(ParseResult command) {
        boolean family = !(command.commandSpec().userObject() instanceof WorkloadCommand)
                && !command.commandSpec().subcommands().isEmpty();
        // Not of the errors, which picocli leaves out when help is asked for.
        return command.unmatched().stream().findFirst().filter(word -> family && !word.startsWith("-"));
    }

    private String instead(String word, CommandSpec above) {
        Set<String> known = new HashSet<>(above.subcommands().keySet());
        known.addAll(above.optionsMap().keySet());
        return LeftOut.here()
                .sentence(word)
                .map(reason -> "; " + reason)
                .or(() -> ForeignOptionHints.known().command(word, known).map(ours -> "; here it is '" + ours + "'"))
                .or(() -> Phase.of(word).map(ArgumentErrors::behindAWorkload))
                .or(() -> context.catalog().inFamily(word).map(ours -> "; here it is '" + ours + "'"))
                .or(() -> CommonOptions.isOption(word)
                        ? Optional.of("; it is an option, such as 'tpcc --" + word + "'")
                        : Optional.empty())
                .orElseGet(() -> Suggestion.clause(word, above.subcommands().keySet()));
    }

    /** All words of a command but the program's name. */
    private static String words(ParseResult command) {
        return command.commandSpec()
                .qualifiedName(" ")
                .substring(CommandTree.NAME.length())
                .strip();
    }

    private int outOfMemory() {
        long heap = Runtime.getRuntime().maxMemory() >> 20;
        context.terminal()
                .err()
                .println("error: out of memory: a heap of " + heap
                        + " MiB is too small for this; start it with java -Xmx" + 2 * heap
                        + "m or more, or with fewer users, steps or files at once");
        return ExitCode.ERROR;
    }

    /** Prints what is wrong. Prints a stack trace only when it was asked for, or when the fault is in this program. */
    private int failed(Exception failure, ParseResult command) {
        if (failure instanceof UsageException usage) {
            usage.problems().forEach(problem -> context.terminal().err().println("error: " + problem));
            context.terminal().err().println("see " + (CommandTree.JAVA + words(command)).strip() + " --help");
            return ExitCode.USAGE;
        }
        if (context.interruption().requested()) {
            return ExitCode.INTERRUPTED;
        }
        boolean expected = failure instanceof HarnessException;
        context.terminal().err().println("error: " + (expected ? failure.getMessage() : "internal: " + failure));
        Stream.of(failure.getSuppressed())
                .filter(HarnessException.class::isInstance)
                .forEach(besides -> context.terminal().err().println(besides.getMessage()));
        if (command.hasMatchedOption("--" + CommonOptions.DEBUG)) {
            failure.printStackTrace(context.terminal().err());
        } else if (!expected) {
            context.terminal().err().println("run it with --debug for the whole story");
        }
        return ExitCode.of(failure);
    }
}
