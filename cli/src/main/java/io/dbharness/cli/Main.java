package io.dbharness.cli;

import io.dbharness.spec.Catalog;
import io.dbharness.spec.SpecReader.Machine;
import io.dbharness.time.SystemClock;

/** The entry of {@code harness.jar}, and the only place that ends the process. */
public final class Main {

    /** Tells the JVM's flight recorder not to get ready; read when it is first used. */
    private static final String NO_FLIGHT_RECORDER = "jfr.unsupported.vm";

    private Main() {}

    public static void main(String[] words) {
        // Jdbi would have every statement recorded, and the recorder takes 0.1 s to get ready before the first one.
        // A recording that the command line asks for began before this and goes on.
        System.getProperties().putIfAbsent(NO_FLIGHT_RECORDER, "true");
        Terminal terminal = Terminal.standard(System.getenv());
        Interruption interruption =
                new Interruption(Thread.currentThread(), terminal.err(), Runtime.getRuntime()::halt);
        WorkloadCommand.Context context = new WorkloadCommand.Context(
                Catalog.found(), terminal, new SystemClock(), BuildFacts.tool(), interruption);
        Machine machine = new Machine(Runtime.getRuntime().availableProcessors(), Terminal.hasConsole());

        int code = new Cli(context, machine).execute(words);

        boolean printed = terminal.flush();
        interruption.finished();
        System.exit(printed || code != ExitCode.OK ? code : ExitCode.ERROR);
    }
}
