package io.dbharness.provisioning.remote;

import io.dbharness.model.HarnessException;
import io.dbharness.model.Resources;
import io.dbharness.provisioning.spi.ReadySubject;
import io.dbharness.provisioning.spi.ReadySubject.Access;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Runs the harness on a subject's client machine. If the subject has several clients, an agent runs on each, and they share the load.
 * Passwords are sent through ssh into files that only their user can read; these files are deleted after the run. No command line contains
 * a password. Not thread-safe.
 *
 * @param jar jar file of this harness
 */
public record RemoteHarness(Path jar) {

    /** Port of the coordinator; the agents use the following ports. */
    public static final int AGENTS_PORT = 7_800;

    /** Directory for all transferred files, in the remote user's home. */
    static final String HOME = "dbharness";

    private static final String JAR = HOME + "/harness.jar";

    /** The results option. The remote command gets its own value; the user's {@code --out} names a directory of this machine. */
    private static final String OUT = "--out";

    private static final List<String> AGENTS_WORDS = List.of("--bind", "--join", "--key");

    /**
     * One remote run.
     *
     * @param words arguments after {@code harness}; target, user, password, collect, agents and out are added where they are missing
     * @param out   local directory for the results; must not exist
     */
    public record Job(List<String> words, Path out) {

        public Job {
            words = List.copyOf(words);
        }
    }

    /**
     * Runs the job and fetches its results, also after a failure.
     *
     * @param heard receives each output line
     * @return exit code of the remote process
     */
    public int run(ReadySubject ready, Job job, Consumer<String> heard) throws InterruptedException {
        Access access = ready.client()
                .orElseThrow(
                        () -> new HarnessException(
                                "'" + ready.subject()
                                        + "' has no client machine to run the harness on; name one with 'client' in its provider's settings"));
        if (job.words().contains(OUT)) {
            throw new HarnessException("--out after the '--' is not allowed; give --out before the '--'");
        }
        if (Files.exists(job.out())) {
            throw new HarnessException(job.out() + " already exists; name another directory with --out");
        }
        // A command that names the addresses of agents brings its own agents.
        boolean shared = AGENTS_WORDS.stream().noneMatch(word -> has(job.words(), word));
        List<RemoteMachine> machines = ready.clients().stream()
                .limit(shared ? ready.clients().size() : 1)
                .map(RemoteMachine::new)
                .toList();
        try {
            RemoteMachine.each(machines, this::prepare);
            return run(machines, ready, job, heard);
        } catch (IOException e) {
            throw new HarnessException("cannot run on " + access.host() + ": " + e.getMessage(), e);
        }
    }

    /** Returns true if the jar had to be copied. */
    private boolean prepare(RemoteMachine machine) throws IOException, InterruptedException {
        String sum = machine.require(
                "if command -v cloud-init >/dev/null; then cloud-init status --wait >/dev/null || true; fi; mkdir -p "
                        + HOME + "/results && { sha256sum " + JAR + " 2>/dev/null || true; }",
                InputStream.nullInputStream());
        return install(machine, sum);
    }

    private static int run(List<RemoteMachine> machines, ReadySubject ready, Job job, Consumer<String> heard)
            throws IOException, InterruptedException {
        RemoteMachine machine = machines.get(0);
        String name = String.valueOf(job.out().getFileName());
        String results = HOME + "/results/" + name;
        Optional<Path> password = password(machine, ready);
        try (ClientAgents agents = new ClientAgents(machines, name)) {
            List<String> words = words(ready, job.words(), password);
            if (machines.size() > 1) {
                agents.start(ready);
                words.addAll(agents.words(has(job.words(), "--agents")));
            }
            words.addAll(List.of(OUT, "results/" + name));
            int code = machine.run(
                    "cd " + HOME + " && rm -rf " + RemoteMachine.quoted("results/" + name)
                            + " && java -jar harness.jar "
                            + words.stream().map(RemoteMachine::quoted).collect(Collectors.joining(" ")),
                    InputStream.nullInputStream(),
                    heard);
            agents.ended().forEach(heard);
            fetch(machine, results, job.out());
            return code;
        } finally {
            if (password.isPresent()) {
                machine.require(
                        "rm -f " + RemoteMachine.quoted(HOME + "/" + password.get()), InputStream.nullInputStream());
            }
        }
    }

    /**
     * Opens an ssh session with the input and outputs of this process.
     *
     * @param command shell command; empty for an interactive shell
     * @return exit code of the session
     */
    public static int enter(Access access, Optional<String> command) throws InterruptedException {
        List<String> words = new ArrayList<>(List.of("ssh", "-p", String.valueOf(access.port())));
        words.addAll(RemoteMachine.options(access));
        words.add(access.user() + "@" + access.host());
        command.ifPresent(words::add);
        try {
            return new ProcessBuilder(words).inheritIO().start().waitFor();
        } catch (IOException e) {
            throw new HarnessException(
                    "cannot start ssh, which must be installed on this machine: " + e.getMessage(), e);
        }
    }

    /** Prints the logs of a machine: its first boot, its runs and its database. */
    public static int logs(Access access) throws InterruptedException {
        return enter(access, Optional.of(Resources.text(RemoteHarness.class, "logs.sh")));
    }

    /**
     * Copies the jar if it is missing, since it is large. Two clients may be the same host, which then gets two copies at the same time.
     */
    private boolean install(RemoteMachine machine, String sum) throws IOException, InterruptedException {
        // The start-up files of a user's shell may print lines before the checksum.
        boolean missing = !sum.contains(Resources.sha256(Files.newInputStream(jar)));
        if (missing) {
            machine.require("cat > " + JAR + ".$$ && mv " + JAR + ".$$ " + JAR, Files.newInputStream(jar));
        }
        return missing;
    }

    private static Optional<Path> password(RemoteMachine machine, ReadySubject ready)
            throws IOException, InterruptedException {
        Optional<byte[]> text = password(ready);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        Path file = passwordFile(ready);
        machine.require(
                "umask 077 && cat > " + RemoteMachine.quoted(HOME + "/" + file), new ByteArrayInputStream(text.get()));
        return Optional.of(file);
    }

    /** Returns the content of the password file. */
    static Optional<byte[]> password(ReadySubject ready) {
        return ready.target()
                .flatMap(TargetSpec::password)
                .map(Secret::reveal)
                .map(text -> (text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the password file as {@code --password} names it, relative to the directory of the command. */
    static Path passwordFile(ReadySubject ready) {
        return Path.of(ready.subject() + ".password");
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

    /** Fetches the results, if there are any: a refused run has none. */
    private static void fetch(RemoteMachine machine, String results, Path out)
            throws IOException, InterruptedException {
        String there = machine.require(
                "test -d " + RemoteMachine.quoted(results) + " && echo yes || true", InputStream.nullInputStream());
        if (there.equals("yes")) {
            Files.createDirectories(out.toAbsolutePath().resolveSibling(""));
            machine.fetch(results, out);
        }
    }
}
