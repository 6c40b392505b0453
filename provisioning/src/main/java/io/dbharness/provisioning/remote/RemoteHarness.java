package io.dbharness.provisioning.remote;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.remote.RemoteMachine.Input;
import io.dbharness.provisioning.spi.Access;
import io.dbharness.provisioning.spi.Place;
import io.dbharness.target.Secret;
import io.dbharness.target.TargetSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Runs the harness on a place's own client machine. The password goes through ssh into a file of that machine for its user alone, and is
 * deleted there after the run; it is in no command line. One thread.
 */
public final class RemoteHarness {

    private static final String HOME = "dbharness";
    private static final String JAR = HOME + "/harness.jar";
    private static final int BUFFER = 1 << 16;

    /** What says where a run goes, and belongs to whoever starts it here. */
    private static final String OUT = "--out";

    private final Path jar;

    /** @param jar of this harness */
    public RemoteHarness(Path jar) {
        this.jar = jar;
    }

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
    public int run(Place place, Job job, Consumer<String> heard) throws InterruptedException {
        Access access = place.client()
                .orElseThrow(() -> new HarnessException(
                        "'" + place.subject() + "' has no machine for the harness; its provider's 'client' names one"));
        if (job.words().contains(OUT)) {
            throw new HarnessException("results come back to the --out before the '--', not to one behind it");
        }
        if (Files.exists(job.out())) {
            throw new HarnessException(job.out() + " is there already; name another --out");
        }
        try {
            return run(new RemoteMachine(access), place, job, heard);
        } catch (IOException e) {
            throw new HarnessException("cannot run on " + access.host() + ": " + e.getMessage(), e);
        }
    }

    private int run(RemoteMachine machine, Place place, Job job, Consumer<String> heard)
            throws IOException, InterruptedException {
        machine.require(
                "if command -v cloud-init >/dev/null; then cloud-init status --wait >/dev/null || true; fi; mkdir -p "
                        + HOME + "/results",
                Input.NOTHING);
        install(machine);
        String name = String.valueOf(job.out().getFileName());
        String results = HOME + "/results/" + name;
        Optional<Path> password = password(machine, place);
        try {
            List<String> words = words(place, job.words(), password);
            words.addAll(List.of(OUT, "results/" + name));
            int code = machine.run(
                    "cd " + HOME + " && rm -rf " + quoted("results/" + name) + " && java -jar harness.jar "
                            + words.stream().map(RemoteHarness::quoted).collect(Collectors.joining(" ")),
                    Input.NOTHING,
                    heard);
            fetch(machine, results, job.out());
            return code;
        } finally {
            if (password.isPresent()) {
                machine.require("rm -f " + quoted(HOME + "/" + password.get()), Input.NOTHING);
            }
        }
    }

    /** Only if it is not there yet: it is large. */
    private void install(RemoteMachine machine) throws IOException, InterruptedException {
        String there = machine.require("sha256sum " + JAR + " 2>/dev/null || true", Input.NOTHING);
        if (!there.startsWith(sha256(jar))) {
            machine.require("cat > " + JAR + ".part && mv " + JAR + ".part " + JAR, () -> Files.newInputStream(jar));
        }
    }

    private static Optional<Path> password(RemoteMachine machine, Place place)
            throws IOException, InterruptedException {
        Optional<String> text = place.target().flatMap(TargetSpec::password).map(Secret::reveal);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        Path file = Path.of(place.subject() + ".password");
        machine.require("umask 077 && cat > " + quoted(HOME + "/" + file), Input.of(text.get() + "\n"));
        return Optional.of(file);
    }

    private static List<String> words(Place place, List<String> typed, Optional<Path> password) {
        List<String> words = new ArrayList<>(typed);
        place.target().ifPresent(target -> {
            if (!has(typed, "--target")) {
                words.addAll(List.of("--target", target.url()));
                target.user().ifPresent(user -> words.addAll(List.of("--user", user)));
                password.ifPresent(file -> words.addAll(List.of("--password", "file:" + file)));
            }
        });
        Optional.ofNullable(place.facts().get(Place.COLLECT))
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
        String there = machine.require("test -d " + quoted(results) + " && echo yes || true", Input.NOTHING);
        if (there.equals("yes")) {
            Path parent = out.toAbsolutePath().getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            machine.fetch(results, out);
        }
    }

    /** As one word of a shell, whatever is in it. */
    static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    private static String sha256(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] bytes = new byte[BUFFER];
            for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
                digest.update(bytes, 0, n);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }
}
