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
 * Runs the harness on a subject's own client machine; with several of them it has an agent on each, which share the load. Passwords go
 * through ssh into files of these machines for their user alone, and are deleted there after the run; they are in no command line. One
 * thread.
 *
 * @param jar of this harness
 */
public record RemoteHarness(Path jar) {

    /** Of the coordinator; those of the agents follow. */
    public static final int AGENTS_PORT = 7_800;

    /** Directory of the machines' user for all that is brought there. */
    static final String HOME = "dbharness";

    private static final String JAR = HOME + "/harness.jar";

    /** Where results are written. On the remote machine it is set here; the user's own {@code --out} is about this machine. */
    private static final String OUT = "--out";

    private static final List<String> AGENTS_WORDS = List.of("--bind", "--join", "--key");

    /**
     * One run.
     *
     * @param words what is typed after {@code harness}; target, user, password, collect, agents and out are added where they are missing
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
        // Who says where agents are has agents of their own.
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

    /** Returns whether the jar was not there yet. */
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

    /** Only if it is not there yet: it is large. Two clients may be one host, which gets it twice at a time then. */
    private boolean install(RemoteMachine machine, String sum) throws IOException, InterruptedException {
        // A line may come before it, from the start-up files of a user's shell.
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

    /** What is in that file. */
    static Optional<byte[]> password(ReadySubject ready) {
        return ready.target()
                .flatMap(TargetSpec::password)
                .map(Secret::reveal)
                .map(text -> (text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** As {@code --password} names it, so it is beside whoever reads it. */
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

    /** A run that was refused has none. */
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
