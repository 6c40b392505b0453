package io.dbharness.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Handles Ctrl-C and SIGTERM. During the load they end the run early: the main thread settles it, writes the partial result, prints it
 * and stops an embedded server while the shutdown hook waits. Before that they give up at once: the main thread is interrupted and the
 * embedded server stopped under it. Either way the process ends with 130. A second Ctrl-C changes nothing; both waits are bounded.
 * Thread-safe.
 */
final class ShutdownHook {

    /** Longer than the drain of a run; what is not written by then is lost, but the interval files are there. */
    private static final Duration SETTLING = Duration.ofSeconds(40);

    private static final Duration GIVING_UP = Duration.ofSeconds(10);

    /** Time for the last writes of a server, on a disk that is slow on purpose until its limit is removed. */
    private static final Duration TIDYING = Duration.ofSeconds(90);

    private final Thread main;
    private final PrintStream err;
    private final Consumer<Thread> register;
    private final IntConsumer halt;
    private final CountDownLatch finished = new CountDownLatch(1);
    private boolean installed;
    private boolean requested;
    private boolean measuring;
    private boolean tidying;
    private Runnable stop = () -> {};
    private Runnable giveUp = () -> {};

    /**
     * @param main     the thread that runs the command
     * @param register adds a shutdown hook to the JVM
     * @param halt     ends the process at once
     */
    ShutdownHook(Thread main, PrintStream err, Consumer<Thread> register, IntConsumer halt) {
        this.main = main;
        this.err = err;
        this.register = register;
        this.halt = halt;
    }

    /** From now on; more than once is once. */
    synchronized void install() {
        if (installed) {
            return;
        }
        installed = true;
        register.accept(new Thread(this::shutDown, "dbharness-shutdown"));
    }

    synchronized boolean requested() {
        return requested;
    }

    /**
     * A command gets ready to run: there is nothing to keep yet.
     *
     * @param ends     ends a measurement early
     * @param abandons stops the servers that were started
     */
    synchronized void preparing(Runnable ends, Runnable abandons) {
        measuring = false;
        stop = ends;
        giveUp = abandons;
    }

    /** Something that runs nothing gets ready. */
    void preparing() {
        preparing(() -> {}, () -> {});
    }

    /** Notes whether something else must be taken down. */
    synchronized void tidying(boolean something) {
        tidying = something;
    }

    /** From now on there is something to keep. */
    synchronized void measuring() {
        measuring = true;
    }

    /** The command has ended and said all it had to say. */
    void finished() {
        finished.countDown();
    }

    /** Runs the shutdown hook; does nothing when the process ends normally. */
    void shutDown() {
        if (finished.getCount() == 0) {
            return;
        }
        boolean settle;
        Runnable end;
        Runnable abandon;
        Duration more;
        synchronized (this) {
            requested = true;
            settle = measuring;
            end = stop;
            abandon = giveUp;
            more = tidying ? TIDYING : Duration.ZERO;
        }
        if (settle) {
            err.println(System.lineSeparator() + "stopping; the partial result is kept");
            end.run();
            await(SETTLING.plus(more));
        } else {
            err.println(System.lineSeparator() + "interrupted");
            main.interrupt();
            abandon.run();
            await(GIVING_UP.plus(more));
        }
        err.flush();
        halt.accept(ExitCode.INTERRUPTED);
    }

    private void await(Duration limit) {
        try {
            if (!finished.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                err.println("did not end within " + limit.toSeconds() + " s; leaving");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
