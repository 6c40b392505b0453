package io.dbharness.provisioning.remote;

import io.dbharness.model.HarnessException;
import io.dbharness.model.Resources;
import io.dbharness.provisioning.spi.ReadySubject;
import io.dbharness.provisioning.spi.ReadySubject.Access;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the harness on a subject's own client machine. The password goes through ssh into a file of that machine for its user alone, and is
 * deleted there after the run; it is in no command line. One thread.
 *
 * @param jar of this harness
 */
public record RemoteHarness(Path jar) {

    private static final String HOME = "dbharness";
    private static final String JAR = HOME + "/harness.jar";

    /** Where results are written. On the remote machine it is set here; the user's own {@code --out} is about this machine. */
    private static final String OUT = "--out";

    /**
     * One run.
     *
     * @param words what is typed after {@code harness}; target, user, password, collect and out are added where they are missing
     * @param out   a directory here that is not there yet, for its results
     */
    public record Job(List<String> words, Path out) {

        public Job {
            words = List.copyOf(words);
        }
    }

    /**
     * Runs it and brings its results back, also of a run that failed.
     *
     * @param heard each line that it prints
     * @return its exit code
     */
    public int run(ReadySubject ready, Job job, Consumer<String> heard) throws InterruptedException {
        Access access = ready.client()
                .orElseThrow(() -> new HarnessException(
                        "'" + ready.subject() + "' has no machine for the harness; its provider's 'client' names one"));
        if (job.words().contains(OUT)) {
            throw new HarnessException("results come back to the --out before the '--', not to one behind it");
        }
        if (Files.exists(job.out())) {
            throw new HarnessException(job.out() + " is there already; name another --out");
        }
        try {
            return run(new RemoteMachine(access), ready, job, heard);
        } catch (IOException e) {
            throw new HarnessException("cannot run on " + access.host() + ": " + e.getMessage(), e);
        }
    }

    private int run(RemoteMachine machine, ReadySubject ready, Job job, Consumer<String> heard)
            throws IOException, InterruptedException {
        machine.require(
                "if command -v cloud-init >/dev/null; then cloud-init status --wait >/dev/null || true; fi; mkdir -p "
                        + HOME + "/results",
                InputStream.nullInputStream());
        install(machine);
        String name = String.valueOf(job.out().getFileName());
        String results = HOME + "/results/" + name;
        Optional<Path> password = password(machine, ready);
        try {
            List<String> words = words(ready, job.words(), password);
            words.addAll(List.of(OUT, "results/" + name));
            int code = machine.run(
                    "cd " + HOME + " && rm -rf " + quoted("results/" + name) + " && java -jar harness.jar "
                            + words.stream().map(RemoteHarness::quoted).collect(Collectors.joining(" ")),
                    InputStream.nullInputStream(),
                    heard);
            fetch(machine, results, job.out());
            return code;
        } finally {
            if (password.isPresent()) {
                machine.require("rm -f " + quoted(HOME + "/" + password.get()), InputStream.nullInputStream());
            }
        }
    }

    /**
     * Enters a machine with this process's own input and outputs.
     *
     * @param command of its shell; empty for a shell to type in
     * @return the exit code of what ran there
     */
    public static int enter(Access access, Optional<String> command) throws InterruptedException {
        List<String> words = new ArrayList<>(List.of("ssh", "-p", String.valueOf(access.port())));
        words.addAll(RemoteMachine.options(access));
        words.add(access.user() + "@" + access.host());
        command.ifPresent(words::add);
        try {
            return new ProcessBuilder(words).inheritIO().start().waitFor();
        } catch (IOException e) {
            throw new HarnessException("cannot start ssh, which has to be installed here: " + e.getMessage(), e);
        }
    }

    /** Shows what a machine has in its logs: its first start, what was run on it, its database. */
    public static int logs(Access access) throws InterruptedException {
        return enter(access, Optional.of(Resources.text(RemoteHarness.class, "logs.sh")));
    }

    /** Only if it is not there yet: it is large. */
    private void install(RemoteMachine machine) throws IOException, InterruptedException {
        String there = machine.require("sha256sum " + JAR + " 2>/dev/null || true", InputStream.nullInputStream());
        if (!there.startsWith(Resources.sha256(Files.newInputStream(jar)))) {
            machine.require("cat > " + JAR + ".part && mv " + JAR + ".part " + JAR, Files.newInputStream(jar));
        }
    }

    private static Optional<Path> password(RemoteMachine machine, ReadySubject ready)
            throws IOException, InterruptedException {
        Optional<String> text = ready.target().flatMap(TargetSpec::password).map(Secret::reveal);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        Path file = Path.of(ready.subject() + ".password");
        machine.require(
                "umask 077 && cat > " + quoted(HOME + "/" + file),
                new ByteArrayInputStream((text.get() + "\n").getBytes(StandardCharsets.UTF_8)));
        return Optional.of(file);
    }

    private static List<String> words(ReadySubject ready, List<String> typed, Optional<Path> password) {
        List<String> words = new ArrayList<>(typed);
        ready.target().ifPresent(target -> {
            if (!has(typed, "--target") && !has(typed, "--file")) {
                words.addAll(List.of("--target", target.url()));
                target.user().ifPresent(user -> words.addAll(List.of("--user", user)));
                password.ifPresent(file -> words.addAll(List.of("--password", "file:" + file)));
            }
        });
        Optional.ofNullable(ready.facts().get(ReadySubject.COLLECT))
                .filter(collect -> !has(typed, "--collect"))
                .ifPresent(collect -> words.addAll(List.of("--collect", collect)));
        return words;
    }

    private static boolean has(List<String> words, String option) {
        return words.stream().anyMatch(word -> word.equals(option) || word.startsWith(option + "="));
    }

    /** A run that was refused has none. */
    private static void fetch(RemoteMachine machine, String results, Path out)
            throws IOException, InterruptedException {
        String there =
                machine.require("test -d " + quoted(results) + " && echo yes || true", InputStream.nullInputStream());
        if (there.equals("yes")) {
            Files.createDirectories(out.toAbsolutePath().resolveSibling(""));
            machine.fetch(results, out);
        }
    }

    /** As one word of a shell, whatever is in it. */
    static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    /** A machine that is entered with the programs ssh and scp, by key only. One thread. */
    record RemoteMachine(Access access) {

        /** What ssh itself ends with when it did not get as far as the command. */
        private static final int NO_CONNECTION = 255;

        private static final Logger LOG = LoggerFactory.getLogger(RemoteMachine.class);

        /** Runs a command of the remote shell and closes its input; its lines, of both outputs, go to {@code heard}. Returns its exit code. */
        int run(String command, InputStream input, Consumer<String> heard) throws IOException, InterruptedException {
            int code =
                    execute(List.of("ssh", "-p"), List.of(access.user() + "@" + access.host(), command), input, heard);
            if (code == NO_CONNECTION) {
                throw new HarnessException(
                        "no connection to " + access.user() + "@" + access.host() + ", port " + access.port()
                                + ", by ssh; if your address has changed since 'up', the machine lets only the old one in");
            }
            return code;
        }

        /** The same, of a command that has to succeed; returns what it printed. */
        String require(String command, InputStream input) throws IOException, InterruptedException {
            StringBuilder said = new StringBuilder();
            int code = run(command, input, line -> said.append(line).append('\n'));
            if (code != 0) {
                throw new HarnessException("'" + command + "' failed on " + access.host() + " with " + code + ": "
                        + said.toString().strip());
            }
            return said.toString().strip();
        }

        /** Brings a directory here, which must not be there yet; its parent is. */
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

        private int execute(List<String> program, List<String> last, InputStream input, Consumer<String> heard)
                throws IOException, InterruptedException {
            List<String> words = new ArrayList<>(program);
            words.add(String.valueOf(access.port()));
            words.addAll(options(access));
            words.addAll(last);
            Process process = start(words);
            Thread writer = new Thread(() -> send(input, process), "dbharness-ssh-input");
            writer.setDaemon(true);
            writer.start();
            try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    heard.accept(line);
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
                                            .map(RemoteHarness::quoted)
                                            .collect(Collectors.joining(" "))
                                    + " -W %h:%p " + quoted(via.user() + "@" + via.host()))));
            return options;
        }

        private static Process start(List<String> words) throws IOException {
            try {
                return new ProcessBuilder(words).redirectErrorStream(true).start();
            } catch (IOException e) {
                throw new HarnessException(
                        "cannot start " + words.get(0) + ", which has to be installed here: " + e.getMessage(), e);
            }
        }

        /** A program that ends before it has read all says why by itself. */
        private static void send(InputStream input, Process process) {
            try (input;
                    OutputStream out = process.getOutputStream()) {
                input.transferTo(out);
            } catch (IOException e) {
                LOG.debug("the input was not read to its end", e);
            }
        }
    }
}
