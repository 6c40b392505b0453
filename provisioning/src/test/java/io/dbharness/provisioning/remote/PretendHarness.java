package io.dbharness.provisioning.remote;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** What stands in for the harness on another machine: says what it was given, and leaves a result. */
public final class PretendHarness {

    private PretendHarness() {}

    @SuppressWarnings("SystemOut") // A process of a test speaks to the test.
    public static void main(String[] arguments) throws IOException {
        List<String> words = List.of(arguments);
        System.out.println("words " + String.join("|", words));
        int password = words.indexOf("--password");
        if (password >= 0) {
            Path file = Path.of(words.get(password + 1).substring("file:".length()));
            System.out.println("password " + Files.readString(file).strip() + " "
                    + PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        }
        if (words.contains("refused")) {
            System.exit(2);
        }
        Path out = Files.createDirectories(Path.of(words.get(words.indexOf("--out") + 1)));
        Files.writeString(out.resolve("result.json"), "{}");
        System.exit(10);
    }
}
