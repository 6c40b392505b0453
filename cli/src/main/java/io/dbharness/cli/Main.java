package io.dbharness.cli;

import io.dbharness.cli.option.RunSettingsReader.Machine;
import io.dbharness.time.SystemClock;

/** The entry of {@code harness.jar}, and the only place that ends the process. */
public final class Main {

    private Main() {}

    public static void main(String[] words) {
        Terminal terminal = Terminal.standard(System.getenv());
        Interruption interruption =
                new Interruption(Thread.currentThread(), terminal.err(), Runtime.getRuntime()::halt);
        WorkloadCommand.Context context = new WorkloadCommand.Context(
                Services.found(), terminal, new SystemClock(), BuildFacts.tool(), interruption);
        Machine machine = new Machine(Runtime.getRuntime().availableProcessors(), Terminal.hasConsole());

        int code = new Harness(context, machine).execute(words);

        terminal.flush();
        interruption.finished();
        System.exit(code);
    }
}
