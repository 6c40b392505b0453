package io.dbharness.provisioning.remote;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.spi.ReadySubject.Access;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A machine that is accessed through the programs ssh and scp, with a key only. */
record RemoteMachine(Access access) {

    /** Exit code of ssh when it could not connect. */
    private static final int NO_CONNECTION = 255;

    /**
     * Maximum number of concurrent connections. An ssh server drops some of the unauthenticated connections beyond ten, and all connections
     * may go through one jump host.
     */
    static final int AT_ONCE = 8;

    private static final Logger LOG = LoggerFactory.getLogger(RemoteMachine.class);

    /** Work on one of several machines. */
    @FunctionalInterface
    interface Work<T> {
        T on(RemoteMachine machine) throws IOException, InterruptedException;
    }

    /**
     * Runs the same work on several machines, up to {@link #AT_ONCE} at a time; results are in the order of the machines. Failures are
     * thrown together after all machines are done.
     */
    static <T> List<T> each(List<RemoteMachine> machines, Work<T> work) throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(Math.min(AT_ONCE, machines.size()));
        try {
            List<Callable<T>> tasks = machines.stream()
                    .map(machine -> (Callable<T>) () -> machine.told(work))
                    .toList();
            List<T> answers = new ArrayList<>();
            List<Throwable> failures = new ArrayList<>();
            for (Future<T> task : threads.invokeAll(tasks)) {
                try {
                    answers.add(task.get());
                } catch (ExecutionException e) {
                    failures.add(Optional.ofNullable(e.getCause()).orElse(e));
                }
            }
            if (!failures.isEmpty()) {
                throw new HarnessException(
                        failures.stream()
                                .map(failure -> String.valueOf(failure.getMessage()))
                                .distinct()
                                .collect(Collectors.joining(System.lineSeparator())),
                        failures.get(0));
            }
            return answers;
        } finally {
            threads.shutdownNow();
        }
    }

    private <T> T told(Work<T> work) throws InterruptedException {
        try {
            return work.on(this);
        } catch (IOException e) {
            throw new HarnessException("cannot work on " + access.host() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Runs a command in the remote shell with this input, then closes the input. {@code heard} receives the lines of both outputs. Returns
     * the exit code.
     */
    int run(String command, InputStream input, Consumer<String> heard) throws IOException, InterruptedException {
        int code = execute(List.of("ssh", "-p"), List.of(access.user() + "@" + access.host(), command), input, heard);
        if (code == NO_CONNECTION) {
            throw new HarnessException(
                    "no connection to " + access.user() + "@" + access.host() + ", port " + access.port()
                            + ", by ssh; if your address has changed since 'up', the machine still allows only the old one");
        }
        return code;
    }

    /** Runs a command in the remote shell that must succeed; returns its output. */
    String require(String command, InputStream input) throws IOException, InterruptedException {
        StringBuilder said = new StringBuilder();
        int code = run(command, input, line -> said.append(line).append('\n'));
        if (code != 0) {
            throw new HarnessException("'" + command + "' failed on " + access.host() + " with " + code + ": "
                    + said.toString().strip());
        }
        return said.toString().strip();
    }

    /** Copies a remote directory to this machine. The local directory must not exist; its parent must. */
    void fetch(String remote, Path local) throws IOException, InterruptedException {
        List<String> places = List.of(access.user() + "@" + access.host() + ":" + remote, local.toString());
        StringBuilder said = new StringBuilder();
        int code = execute(
                List.of("scp", "-q", "-r", "-P"),
                places,
                InputStream.nullInputStream(),
                line -> said.append(line).append('\n'));
        if (code != 0) {
            throw new HarnessException("cannot fetch " + remote + " from " + access.host() + ": "
                    + said.toString().strip());
        }
    }

    /** Starts a long-running command in the remote shell; its input stays open, and both outputs are merged. */
    Process hold(String command) throws IOException {
        return start(List.of("ssh", "-p"), List.of(access.user() + "@" + access.host(), command));
    }

    private Process start(List<String> program, List<String> last) throws IOException {
        List<String> words = new ArrayList<>(program);
        words.add(String.valueOf(access.port()));
        words.addAll(options(access));
        words.addAll(last);
        return start(words);
    }

    private int execute(List<String> program, List<String> last, InputStream input, Consumer<String> heard)
            throws IOException, InterruptedException {
        Process process = start(program, last);
        Thread writer = new Thread(() -> send(input, process), "dbharness-ssh-input");
        writer.setDaemon(true);
        writer.start();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                heard.accept(line);
                // Neither reading nor waiting for an ended process notices an interrupt.
                if (Thread.interrupted()) {
                    throw new InterruptedException("interrupted while a command ran on " + access.host());
                }
            }
            writer.join();
            return process.waitFor();
        } finally {
            process.destroy();
        }
    }

    static List<String> options(Access access) {
        List<String> options = new ArrayList<>(List.of(
                "-i", access.key().toString(),
                "-F", "none",
                "-o", "IdentitiesOnly=yes",
                "-o", "BatchMode=yes",
                "-o", "StrictHostKeyChecking=accept-new",
                "-o", "UserKnownHostsFile=" + access.known(),
                "-o", "LogLevel=ERROR",
                "-o", "ConnectTimeout=20",
                "-o", "ConnectionAttempts=6",
                "-o", "ServerAliveInterval=30"));
        access.via()
                .ifPresent(via -> options.addAll(List.of(
                        "-o",
                        "ProxyCommand=ssh -p " + via.port() + " "
                                + options(via).stream()
                                        .map(RemoteMachine::quoted)
                                        .collect(Collectors.joining(" "))
                                + " -W %h:%p " + quoted(via.user() + "@" + via.host()))));
        return options;
    }

    private static Process start(List<String> words) throws IOException {
        try {
            return new ProcessBuilder(words).redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new HarnessException(
                    "cannot start " + words.get(0) + ", which must be installed on this machine: " + e.getMessage(), e);
        }
    }

    /** Ignores a program that ends before it has read its input: the program prints the reason itself. */
    private static void send(InputStream input, Process process) {
        try (input;
                OutputStream out = process.getOutputStream()) {
            input.transferTo(out);
        } catch (IOException e) {
            LOG.debug("the input was not read to its end", e);
        }
    }

    /** Quotes a text as one word of a shell. */
    static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
