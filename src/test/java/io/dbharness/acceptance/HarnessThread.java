package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.CommandRunner;
import io.dbharness.cli.CommandRunner.Outcome;
import io.dbharness.sut.TargetSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A command in a thread of this JVM, for tests that do something to its server meanwhile. A separate process would need two seconds more of
 * a processor.
 */
record HarnessThread(Path folder, FutureTask<Outcome> command) {

    private static final Duration PATIENCE = Duration.ofMinutes(4);

    /** Starts a command as {@link CommandRunner} runs it. */
    static HarnessThread start(Path folder, String... words) {
        return start(folder, () -> CommandRunner.run(folder, words));
    }

    /** The same on a server. */
    static HarnessThread start(Path folder, TargetSpec target, String... words) {
        return start(folder, () -> CommandRunner.run(folder, target, words));
    }

    private static HarnessThread start(Path folder, Callable<Outcome> run) {
        FutureTask<Outcome> command = new FutureTask<>(run);
        Thread thread = new Thread(command, "harness in " + folder.getFileName());
        thread.setDaemon(true);
        thread.start();
        return new HarnessThread(folder, command);
    }

    /** Waits until more than so many seconds of a run are over, its warm-up included. */
    void awaitSeconds(String out, int seconds) throws Exception {
        Path file = folder.resolve(out).resolve("intervals.csv");
        for (long waited = 0; HarnessProcess.secondsIn(file) <= seconds; waited += 100) {
            assertThat(waited).as("waited for " + file).isLessThan(PATIENCE.toMillis());
            try {
                throw new AssertionError("ended too early: " + command.get(100, TimeUnit.MILLISECONDS));
            } catch (TimeoutException e) {
                // It runs on.
            }
        }
    }

    /** Waits for the end. */
    Outcome outcome() throws Exception {
        return command.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
}
