package io.dbharness.cli;

import io.dbharness.workload.Parameter;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The commands about studies and comparisons as picocli knows them. */
final class StudyTree {

    static final String COMPARE = "compare";
    static final String IMPORT = "import";
    static final String MARKDOWN = "markdown";

    private static final Map<String, String> SUMMARIES = Map.of(
            StudyCommand.VALIDATE, "Say what is wrong with an experiment file, line by line, or that nothing is.",
            StudyCommand.PLAN,
                    "Print which commands an experiment would run, in which order, how long it takes, what disk it needs.",
            StudyCommand.RUN, "Run an experiment; with the --out of one that was killed, the rest of it.",
            StudyCommand.RESUME,
                    "Go on with an experiment that was killed, with the profile and values it was begun with.",
            StudyCommand.REPORT, "Make the report of an experiment again, or of what was published.");

    private static final List<String> ORDER = List.of(
            StudyCommand.VALIDATE, StudyCommand.PLAN, StudyCommand.RUN, StudyCommand.RESUME, StudyCommand.REPORT);

    private StudyTree() {}

    static CommandLine experiment() {
        CommandSpec family = CommandTree.command(
                StudyCommand.FAMILY,
                "A study in one file: subjects by workloads by loads, its tables, charts and claims.");
        family.usageMessage().customSynopsis(CommandTree.JAVA + StudyCommand.FAMILY + " COMMAND FILE [OPTIONS]");
        CommandLine line = new CommandLine(family);
        ORDER.forEach(name -> line.addSubcommand(name, new CommandLine(command(name))));
        return line;
    }

    private static CommandSpec command(String name) {
        CommandSpec command = CommandTree.command(name, SUMMARIES.getOrDefault(name, name));
        command.usageMessage().customSynopsis(CommandTree.JAVA + StudyCommand.FAMILY + " " + name + " FILE [OPTIONS]");
        command.addPositional(PositionalParamSpec.builder()
                .paramLabel("FILE")
                .type(String.class)
                .arity("1")
                .required(true)
                .description("an experiment file, such as experiments/iometer-sweep.yaml")
                .build());
        add(command, StudyCommand.PROFILE_OPTION, 1);
        command.addOption(CommandTree.option(StudyCommand.SET_OPTION, 2)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .build());
        boolean files = !List.of(StudyCommand.VALIDATE, StudyCommand.PLAN).contains(name);
        if (files) {
            add(command, StudyCommand.OUT_OPTION, 3);
        }
        if (name.equals(StudyCommand.REPORT)) {
            flag(command, StudyCommand.PUBLISHED, "leave the runs out and show what was published alone");
        } else if (files) {
            flag(command, StudyCommand.QUIET, "print nothing but errors");
        }
        flag(command, "debug", "print the log and stack traces");
        return command;
    }

    static CommandSpec compare() {
        CommandSpec command = CommandTree.command(
                COMPARE, "Set results against a baseline: relative change, its interval, and what else differs.");
        command.usageMessage().customSynopsis(CommandTree.JAVA + COMPARE + " [NAME=]DIR... [--baseline NAME]");
        words(command, "[NAME=]DIR...", "directories of results or experiments; those of one name belong together");
        add(
                command,
                new Parameter(
                        CompareCommand.BASELINE,
                        "the name that the others are compared with; left out, the first",
                        "",
                        StudyCommand.PROFILE_OPTION.domain()),
                1);
        flag(command, MARKDOWN, "as a pull request shows it");
        return command;
    }

    static CommandSpec imports() {
        CommandSpec command =
                CommandTree.command(IMPORT, "Read what another tool printed, to stand beside runs in one table.");
        command.usageMessage()
                .customSynopsis(CommandTree.JAVA + IMPORT
                        + " csv|sysbench|fio|diskspd|cassandra-stress FILE --out DIR [--label FACTOR=LEVEL]...");
        words(command, "FORMAT FILE", "what it is and where");
        add(command, StudyCommand.OUT_OPTION, 1);
        command.addOption(OptionSpec.builder("--" + ImportCommand.LABEL)
                .paramLabel("FACTOR=LEVEL")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("1")
                .description("what it is about, as the experiment file calls it: disk=ultra; may be repeated")
                .build());
        return command;
    }

    private static void words(CommandSpec command, String label, String description) {
        command.addPositional(PositionalParamSpec.builder()
                .paramLabel(label)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("1..*")
                .required(true)
                .description(description)
                .build());
    }

    private static void add(CommandSpec command, Parameter parameter, int order) {
        command.addOption(CommandTree.option(parameter, order).build());
    }

    private static void flag(CommandSpec command, String name, String description) {
        command.addOption(OptionSpec.builder("--" + name)
                .type(boolean.class)
                .arity("0")
                .description(description)
                .build());
    }
}
