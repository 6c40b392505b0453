package io.dbharness.cli;

import io.dbharness.model.UsageException;
import io.dbharness.request.Catalog;
import io.dbharness.request.Plugins;
import io.dbharness.request.SpecReader.Machine;
import io.dbharness.time.SystemClock;
import java.util.List;

/** The entry of {@code harness.jar}, and the only place that ends the process. */
public final class Main {

    /** Disables the initialisation of the JVM's flight recorder; read when it is first used. */
    private static final String NO_FLIGHT_RECORDER = "jfr.unsupported.vm";
    /** Netty records a stack trace with each 128th buffer, to find those that are never released, unless this is {@code disabled}. */
    private static final String BUFFER_LEAK_DETECTION = "io.netty.leakDetection.level";

    private Main() {}

    public static void main(String[] words) {
        // Jdbi would have every statement recorded, and the recorder takes 0.1 s to get ready before the first one.
        // A recording that the command line asks for began before this and goes on.
        System.getProperties().putIfAbsent(NO_FLIGHT_RECORDER, "true");
        // Costs 2 to 3 % of a small read from Cassandra; Netty's buffers are the driver's business only.
        System.getProperties().putIfAbsent(BUFFER_LEAK_DETECTION, "disabled");
        CommandOutput terminal = CommandOutput.standard(System.getenv());
        // Plugins and drivers that print must not print into a result: the terminal has the real standard output.
        System.setOut(System.err);
        ShutdownHook interruption = new ShutdownHook(
                Thread.currentThread(),
                terminal.err(),
                Runtime.getRuntime()::addShutdownHook,
                Runtime.getRuntime()::halt);
        PluginOptions line =
                PluginOptions.of(List.of(words), BuildFacts.jar().map(jar -> jar.resolveSibling("plugins")));
        WorkloadCommand.Context context = new WorkloadCommand.Context(
                catalog(line, terminal), terminal, new SystemClock(), BuildFacts.tool(), interruption);
        Machine machine = new Machine(Runtime.getRuntime().availableProcessors(), CommandOutput.hasConsole());

        int code = new Cli(context, machine).execute(line.words().toArray(String[]::new));

        boolean printed = terminal.flush();
        interruption.finished();
        System.exit(printed || code != ExitCode.OK ? code : ExitCode.ERROR);
    }

    /** Everything that there is, and a line for each plugin that is not used. */
    private static Catalog catalog(PluginOptions line, CommandOutput terminal) {
        try {
            Plugins plugins = line.plugins(Catalog.found());
            plugins.refused().forEach(reason -> terminal.err().println("warning: " + reason));
            if (!plugins.jars().isEmpty()) {
                Thread.currentThread().setContextClassLoader(plugins.loader());
            }
            return plugins.catalog();
        } catch (UsageException e) {
            terminal.err().println("error: " + e.getMessage());
            terminal.flush();
            System.exit(ExitCode.USAGE);
            throw e;
        }
    }
}
