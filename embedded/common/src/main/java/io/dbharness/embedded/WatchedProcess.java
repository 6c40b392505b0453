package io.dbharness.embedded;

import io.dbharness.model.Resources;
import io.dbharness.time.Polling;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server process that cannot outlive this one. It runs in the foreground of a small shell whose standard input is a pipe from this
 * process. The pipe closes at {@link #stop} or when this process ends in any way; the shell then stops the server as {@code watcher.sh}
 * describes. Thread-safe.
 */
public record WatchedProcess(Process shell, Polling polling) {

    private static final Logger LOG = LoggerFactory.getLogger(WatchedProcess.class);
    private static final Duration GIVE_UP_LIMIT = Duration.ofSeconds(10);

    private static final String WATCHER = Resources.text(WatchedProcess.class, "watcher.sh");

    /**
     * The command to start and the way to stop it.
     *
     * @param words   the server's command; it must stay in the foreground
     * @param runAs   the server's user
     * @param signal  stops the server
     * @param asks    how often the signal is sent, ten times a second, before the server is killed
     * @param scratch a directory to delete after the server's end, or empty
     * @param log     receives the server's output
     */
    public record Order(List<String> words, RunAs runAs, String signal, int asks, String scratch, Path log) {

        /** Five minutes: a live harness ends its server sooner, and after the death of the harness no caller waits for it. */
        private static final int ASKS = 3000;

        public Order(List<String> words, RunAs runAs, String signal, String scratch, Path log) {
            this(words, runAs, signal, ASKS, scratch, log);
        }
    }

    public static WatchedProcess start(Order order, Polling polling) throws IOException {
        List<String> words = ChildProcess.ownGroup();
        words.addAll(List.of("sh", "-c", WATCHER, "dbharness-watcher"));
        words.addAll(List.of(order.signal, String.valueOf(order.asks), order.scratch));
        words.addAll(order.runAs.prefix());
        words.addAll(order.words);
        return new WatchedProcess(ChildProcess.start(words, order.log), polling);
    }

    public boolean isAlive() {
        return shell.isAlive();
    }

    /** Returns the exit status of the shell, which is the server's. */
    public int status() {
        return shell.exitValue();
    }

    /** Signals the server to stop and does not wait. */
    public void askToStop() throws IOException {
        shell.getOutputStream().close();
    }

    /** Signals the server to stop. Returns true if it stopped within the limit; otherwise it still stops later, unless killed. */
    public boolean stop(Duration limit) throws IOException, InterruptedException {
        askToStop();
        return hasEnded(limit);
    }

    /** Returns true if the server ends within the limit, without a signal. */
    public boolean hasEnded(Duration limit) throws IOException, InterruptedException {
        return polling.until(limit, () -> !shell.isAlive());
    }

    /** Signals all to stop, and kills those that do not. */
    public static void giveUp(List<WatchedProcess> processes) throws IOException, InterruptedException {
        for (WatchedProcess process : processes) {
            process.askToStop();
        }
        for (WatchedProcess process : processes) {
            if (!process.stop(GIVE_UP_LIMIT)) {
                process.kill();
            }
        }
    }

    /** Kills the server and does not wait for its end. */
    public void kill() {
        List<ProcessHandle> tree = shell.descendants().toList();
        try {
            ChildProcess.start(List.of("sh", "-c", "kill -s USR1 " + shell.pid()));
        } catch (IOException e) {
            LOG.warn("Cannot signal process {}; killing it", shell.pid(), e);
            shell.destroyForcibly();
        }
        // The shell may be slow or stopped; the server need not wait for it.
        tree.forEach(ProcessHandle::destroyForcibly);
    }
}
