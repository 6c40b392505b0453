package io.dbharness.cli;

import io.dbharness.cli.testkit.Captured;
import io.dbharness.request.Catalog;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.time.SystemClock;

/** Services of commands whose output is captured, 80 columns wide and without colours. */
final class TestContexts {

    private TestContexts() {}

    /** A shutdown hook of this thread that the JVM does not know, and that ends no process. */
    static ShutdownHook hook(Captured err) {
        return new ShutdownHook(Thread.currentThread(), err.stream(), hook -> {}, code -> {});
    }

    /** With a {@link #hook}. */
    static WorkloadCommand.Context of(Catalog catalog, Captured out, Captured err) {
        return of(catalog, out, err, hook(err));
    }

    static WorkloadCommand.Context of(Catalog catalog, Captured out, Captured err, ShutdownHook interruption) {
        return new WorkloadCommand.Context(
                catalog,
                new CommandOutput(out.stream(), err.stream(), false, false, 80),
                new SystemClock(),
                new Tool("dbharness", "1.2.3", "abc"),
                interruption);
    }
}
