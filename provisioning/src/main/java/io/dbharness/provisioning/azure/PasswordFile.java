package io.dbharness.provisioning.azure;

import io.dbharness.provisioning.spi.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.random.RandomGenerator;

/** The password to a run's database: drawn for it, in a file of the run's directory for its owner alone, and gone with it. */
final class PasswordFile {

    private static final String LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
    private static final int LENGTH = 28;

    /** SQL Server asks for three kinds of characters, which drawing alone does not promise. */
    private static final String KINDS = "Aa9";

    private PasswordFile() {}

    static Map<String, String> put(Step step, RandomGenerator random) throws IOException {
        Path file = file(step);
        if (!Files.exists(file)) {
            Path part = file.resolveSibling(file.getFileName() + ".part");
            OwnFile.prepare(part);
            Files.writeString(part, KINDS + draw(random) + "\n");
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        }
        return Map.of();
    }

    private static String draw(RandomGenerator random) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < LENGTH; i++) {
            text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return text.toString();
    }

    static void delete(Step step) throws IOException {
        Files.deleteIfExists(file(step));
    }

    static boolean exists(Step step) {
        return Files.exists(file(step));
    }

    private static Path file(Step step) {
        return Path.of(step.argument(Arguments.KEY_FILE));
    }
}
