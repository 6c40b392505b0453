package io.dbharness.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A server process that cannot outlive this one. It runs in the foreground of a small shell whose standard input is a pipe from here:
 * when the pipe closes, by {@link #stop} or by any death of this process, the shell stops the server. Thread-safe.
 */
final class WatchedProcess {

    /**
     * Arguments: the signal that stops the server, how often it is sent before the server is killed, a directory to delete after it or
     * nothing, the command.
     *
     * <p>The pipe is moved to descriptor 3 because a background command's standard input is empty. The signal is repeated because a
     * server that has only just begun does not heed it yet, and replaced because one may never heed it, such as PostgreSQL that
     * recovers on a full disk.
     */
    private static final String WATCHER = """
            signal=$1; asks=$2; scratch=$3; shift 3
            exec 3<&0
            "$@" 3<&- </dev/null &
            server=$!
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
            kill "$watcher" 2>/dev/null
            wait "$watcher"
            exit "$status"
            """;

    private final Process shell;
    private final Patience patience;

    private WatchedProcess(Process shell, Patience patience) {
        this.shell = shell;
        this.patience = patience;
    }

    /**
     * @param words   the server's command; it must stay in the foreground
     * @param runAs   as whom the shell and the server run
     * @param signal  what makes the server stop
     * @param asks    how often it is sent, ten times a second, before the server is killed
     * @param scratch a directory to delete after the server, or empty
     * @param log     takes the server's output
     */
    record Order(List<String> words, RunAs runAs, String signal, int asks, String scratch, Path log) {

        /** Five minutes: a harness that lives ends a server sooner, and without one nobody waits. */
        private static final int ASKS = 3000;

        Order(List<String> words, RunAs runAs, String signal, String scratch, Path log) {
            this(words, runAs, signal, ASKS, scratch, log);
        }
    }

    static WatchedProcess start(Order order, Patience patience) throws IOException {
        List<String> words = new ArrayList<>();
        // Away from the terminal's group: Ctrl-C there is the harness's to handle, and it still needs the server then.
        if (ChildProcess.exists("setsid")) {
            words.add("setsid");
        }
        words.addAll(order.runAs.prefix());
        words.addAll(List.of("sh", "-c", WATCHER, "dbharness-watcher"));
        words.addAll(List.of(order.signal, String.valueOf(order.asks), order.scratch));
        words.addAll(order.words);
        return new WatchedProcess(ChildProcess.start(words, order.log), patience);
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
        return patience.until(limit, () -> !shell.isAlive());
    }

    /** The last resort. */
    void kill() {
        List<ProcessHandle> tree = new ArrayList<>(shell.descendants().toList());
        tree.forEach(ProcessHandle::destroyForcibly);
        shell.destroyForcibly();
    }
}
