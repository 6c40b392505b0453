package io.dbharness.embedded;

import io.dbharness.time.Polling;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server process that cannot outlive this one. It runs in the foreground of a small shell whose standard input is a pipe from here:
 * when the pipe closes, by {@link #stop} or by any death of this process, the shell stops the server. Thread-safe.
 */
record WatchedProcess(Process shell, Polling polling) {

    private static final Logger LOG = LoggerFactory.getLogger(WatchedProcess.class);
    private static final Duration GIVE_UP_LIMIT = Duration.ofSeconds(10);

    /**
     * Arguments: the signal that stops the server, how often it is sent before the server is killed, a directory to delete after it or
     * nothing, the command.
     *
     * <p>The pipe is moved to descriptor 3 because a background command's standard input is empty. The signal is repeated because a
     * server that has only just started ignores it. After that the server is killed, because some never react to the signal, such as
     * PostgreSQL that recovers on a full disk.
     *
     * <p>SIGUSR1 kills the server. The shell does that itself: killed from outside between starting the server and starting its watcher,
     * it would leave the server alone.
     */
    private static final String WATCHER = """
            signal=$1; asks=$2; scratch=$3; shift 3
            server=; killed=
            trap 'killed=1; [ -z "$server" ] || kill -KILL "$server" 2>/dev/null' USR1
            exec 3<&0
            "$@" 3<&- </dev/null &
            server=$!
            [ -z "$killed" ] || kill -KILL "$server" 2>/dev/null
            (
              read -r closed <&3
              trap '' TERM
              while kill -"$signal" "$server" 2>/dev/null; do
                asks=$((asks - 1))
                [ "$asks" -gt 0 ] || signal=KILL
                sleep 0.1 || sleep 1
              done
              [ -z "$scratch" ] || rm -rf -- "$scratch"
            ) &
            watcher=$!
            trap : INT TERM
            wait "$server"; status=$?
            while kill -0 "$server" 2>/dev/null; do wait "$server"; status=$?; done
            trap '' USR1
            kill "$watcher" 2>/dev/null
            wait "$watcher"
            exit "$status"
            """;

    /**
     * @param words   the server's command; it must stay in the foreground
     * @param runAs   as whom the server runs
     * @param signal  what makes the server stop
     * @param asks    how often it is sent, ten times a second, before the server is killed
     * @param scratch a directory to delete after the server, or empty
     * @param log     takes the server's output
     */
    record Order(List<String> words, RunAs runAs, String signal, int asks, String scratch, Path log) {

        /** Five minutes: a living harness ends its server sooner, and when the harness is dead nothing waits for it. */
        private static final int ASKS = 3000;

        Order(List<String> words, RunAs runAs, String signal, String scratch, Path log) {
            this(words, runAs, signal, ASKS, scratch, log);
        }
    }

    static WatchedProcess start(Order order, Polling polling) throws IOException {
        List<String> words = new ArrayList<>();
        // Away from the terminal's group: Ctrl-C there is the harness's to handle, and it still needs the server then.
        if (ChildProcess.exists("setsid")) {
            words.add("setsid");
        }
        words.addAll(List.of("sh", "-c", WATCHER, "dbharness-watcher"));
        words.addAll(List.of(order.signal, String.valueOf(order.asks), order.scratch));
        words.addAll(order.runAs.prefix());
        words.addAll(order.words);
        return new WatchedProcess(ChildProcess.start(words, order.log), polling);
    }

    boolean isAlive() {
        return shell.isAlive();
    }

    /** The shell's status, which is the server's. */
    int status() {
        return shell.exitValue();
    }

    /** Tells the server to stop and does not wait. */
    void askToStop() throws IOException {
        shell.getOutputStream().close();
    }

    /** Asks the server to stop. Returns whether it did within the limit; if not it still will, unless killed. */
    boolean stop(Duration limit) throws IOException, InterruptedException {
        askToStop();
        return polling.until(limit, () -> !shell.isAlive());
    }

    /** Asks all to stop, and kills those that do not. */
    static void giveUp(List<WatchedProcess> processes) throws IOException, InterruptedException {
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
    void kill() {
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
