package io.dbharness.cli;

import io.dbharness.cli.option.Typed;
import io.dbharness.cli.provision.Action;
import io.dbharness.cli.provision.Action.Takes;
import io.dbharness.cli.provision.ProvisionCommand;
import io.dbharness.cli.provision.ProvisionCommand.Wish;
import io.dbharness.cli.provision.ProvisionOptions;
import io.dbharness.cli.provision.RemoteRun;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.provisioning.Provisioning;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** The commands about disks and machines as picocli knows them. */
final class ProvisionTree {

    private ProvisionTree() {}

    static CommandLine provision() {
        CommandLine provision = new CommandLine(
                CommandTree.family(ProvisionCommand.NAME, "Disks and machines for the time of a comparison."));
        for (Action action : Action.values()) {
            provision.addSubcommand(action.word(), new CommandLine(of(action)));
        }
        provision.addSubcommand(RemoteRun.NAME, new CommandLine(remote()));
        return provision;
    }

    private static CommandSpec of(Action action) {
        CommandSpec command = CommandTree.fixed(action.word(), action.summary());
        String usage = CommandTree.JAVA + ProvisionCommand.NAME + " " + action.word();
        if (action.takes() != Takes.NOTHING) {
            String what = action.takes() == Takes.FILE ? "FILE" : "FILE|NAME";
            CommandTree.withArgument(
                    command, what, "a provisioning file" + (what.equals("FILE") ? "" : ", or its name"));
            usage += " " + what;
        }
        command.usageMessage().customSynopsis(usage);
        action.agreement()
                .ifPresent(what -> command.addOption(
                        CommandTree.flag(ProvisionOptions.YES, what, 0).build()));
        if (action.plans()) {
            ProvisionOptions.OF_PLANS.forEach(
                    option -> command.addOption(CommandTree.option(option, 1).build()));
        }
        if (action.makes()) {
            command.addOption(CommandTree.flag(ProvisionOptions.KEEP, "leave what was made when a step fails", 2)
                    .build());
        }
        return command;
    }

    private static CommandSpec remote() {
        CommandSpec command = CommandTree.fixed(
                RemoteRun.NAME,
                "Run the harness on the machine that 'client' names, near a subject, and fetch the results.");
        CommandTree.withWords(
                command, "WORD...", "a provisioning file, one of its subjects, and what follows 'harness'");
        command.usageMessage()
                .customSynopsis(CommandTree.JAVA + ProvisionCommand.NAME + " " + RemoteRun.NAME
                        + " FILE SUBJECT [--out DIR] -- tpcc --warehouses 10");
        command.addOption(CommandTree.option(RemoteRun.OUT, 1).build());
        return command;
    }

    /** Executes one of them; returns the exit code. */
    static int execute(WorkloadCommand.Context context, ParseResult command, Typed typed, Problems problems) {
        Provisioning provisioning = Provisioning.standard(context.clock());
        Terminal terminal = context.terminal();
        String name = command.commandSpec().name();
        if (name.equals(RemoteRun.NAME)) {
            Optional<RemoteRun.Wish> wish =
                    RemoteRun.Wish.of(command.matchedPositionalValue(0, List.<String>of()), typed, problems);
            problems.throwIfAny();
            Path jar = BuildFacts.jar()
                    .orElseThrow(
                            () -> new HarnessException("only a harness that runs from its jar can be sent elsewhere"));
            Logging.start(false);
            context.interruption().install();
            return wish.map(new RemoteRun(provisioning, jar, terminal.out(), terminal.err())::run)
                    .orElse(ExitCode.USAGE);
        }
        Wish wish = Wish.of(name, command.matchedPositionalValue(0, ""), typed, problems);
        problems.throwIfAny();
        Logging.start(false);
        context.interruption().install();
        new ProvisionCommand(provisioning, terminal.out(), terminal.err()).run(wish);
        return ExitCode.OK;
    }
}
