package io.dbharness.provisioning.remote;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Replaces the harness on another machine: prints its arguments and leaves a result. */
public final class PretendHarness {

    private PretendHarness() {}

    @SuppressWarnings("SystemOut") // A process of a test speaks to the test.
    public static void main(String[] arguments) throws IOException, InterruptedException {
        List<String> words = List.of(arguments);
        if (words.get(0).equals("agent")) {
            agent(words);
            return;
        }
        System.out.println("words " + String.join("|", words));
        int password = words.indexOf("--password");
        if (password >= 0) {
            Path file = Path.of(words.get(password + 1).substring("file:".length()));
            System.out.println("password " + Files.readString(file).strip() + " "
                    + PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        }
        int key = words.indexOf("--key");
        if (key >= 0) {
            Path file = Path.of(words.get(key + 1).substring("file:".length()));
            System.out.println("key " + Files.readString(file) + " "
                    + PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        }
        if (words.contains("refused")) {
            System.exit(2);
        }
        Path out = Files.createDirectories(Path.of(words.get(words.indexOf("--out") + 1)));
        Files.writeString(out.resolve("result.json"), "{}");
        System.exit(10);
    }

    /**
     * Makes a key, or waits for work as an agent. The file {@code dead} beside the jar names an agent that cannot start, {@code short} one
     * that ends soon.
     */
    @SuppressWarnings("SystemOut")
    private static void agent(List<String> words) throws IOException, InterruptedException {
        if (words.get(1).equals("key")) {
            Files.writeString(Path.of(words.get(3)), "pretend key");
            return;
        }
        String bind = words.get(words.indexOf("--bind") + 1);
        Path home = Path.of("../..");
        if (said(home.resolve("dead"), bind)) {
            System.out.println("cannot join from " + bind);
            System.exit(1);
        }
        Files.writeString(Path.of("words"), String.join("|", words));
        Path key = Path.of("key.p12");
        Files.writeString(
                Path.of("secrets"),
                Files.readString(key) + " " + PosixFilePermissions.toString(Files.getPosixFilePermissions(key)) + " "
                        + Files.readString(Path.of("db.password")).strip());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                Files.writeString(Path.of("left"), "");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }));
        System.out.println("agent " + bind + " waits for work, 1 in the group");
        if (said(home.resolve("short"), bind)) {
            System.out.println("no memory");
            System.exit(3);
        }
        new CountDownLatch(1).await();
    }

    private static boolean said(Path file, String bind) throws IOException {
        return Files.exists(file) && bind.endsWith(Files.readString(file));
    }
}
