package io.dbharness.cli;

import io.dbharness.request.Catalog;
import io.dbharness.request.SpecReader.Machine;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import io.dbharness.time.SystemClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs commands of the harness in this JVM, as {@code harness.jar} does in its own. For commands that signals, plugins and the jar do not
 * concern.
 */
public final class CommandRunner {

    private static final List<String> FILES = List.of("--out", "--file", "--data-dir", "--html");

    private CommandRunner() {}

    /** The exit code and what was printed, without the name of the folder in it. */
    public record Outcome(int exitCode, String output, String errors) {}

    /** The same on a server whose password a file in the folder keeps. */
    public static Outcome run(Path folder, TargetSpec target, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--target", target.url()));
        target.user().ifPresent(user -> all.addAll(List.of("--user", user)));
        target.password().ifPresent(password -> all.addAll(List.of("--password", "file:" + file(folder, password))));
        return run(folder, all.toArray(String[]::new));
    }

    private static Path file(Path folder, Secret password) {
        try {
            return Files.writeString(folder.resolve("password"), password.reveal());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Resolves the values of {@code --out}, {@code --file}, {@code --data-dir} and {@code --html} and arguments that name a file in the
     * folder against the folder.
     */
    public static Outcome run(Path folder, String... words) {
        String[] resolved = words.clone();
        for (int i = 0; i < words.length; i++) {
            String before = i == 0 ? "" : words[i - 1];
            if (FILES.contains(before) || (!before.startsWith("--") && Files.exists(folder.resolve(words[i])))) {
                resolved[i] = folder.resolve(words[i]).toString();
            }
        }
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        CommandOutput terminal = new CommandOutput(stream(output), stream(errors), false, false, 80);
        ShutdownHook interruption = new ShutdownHook(Thread.currentThread(), terminal.err(), hook -> {}, code -> {});
        int code = new Cli(
                        new WorkloadCommand.Context(
                                Catalog.found(), terminal, new SystemClock(), BuildFacts.tool(), interruption),
                        new Machine(Runtime.getRuntime().availableProcessors(), false))
                .execute(resolved);
        terminal.flush();
        interruption.finished();
        return new Outcome(code, text(output, folder), text(errors, folder));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String text(ByteArrayOutputStream bytes, Path folder) {
        return bytes.toString(StandardCharsets.UTF_8).replace(folder + "/", "");
    }
}
