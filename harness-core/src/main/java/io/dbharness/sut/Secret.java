package io.dbharness.sut;

import io.dbharness.model.HarnessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/** A password or token that is never printed: its text is read when used and appears in no {@code toString}. Immutable. */
public final class Secret {

    private final String reference;
    private final Supplier<String> reader;

    private Secret(String reference, Supplier<String> reader) {
        this.reference = reference;
        this.reader = reader;
    }

    /** A secret made by this process, for example the password drawn for an embedded server. */
    public static Secret of(String text) {
        Objects.requireNonNull(text, "text");
        return new Secret("generated", () -> text);
    }

    /**
     * Parses {@code env:NAME} or {@code file:PATH} (first line). Empty for any other text: a password itself is not accepted where a
     * process list or a shell history would keep it.
     */
    public static Optional<Secret> parse(String reference) {
        int colon = reference.indexOf(':');
        if (colon < 1 || colon == reference.length() - 1) {
            return Optional.empty();
        }
        String name = reference.substring(colon + 1);
        return switch (reference.substring(0, colon).toLowerCase(Locale.ROOT)) {
            case "env" -> Optional.of(new Secret(reference, () -> environment(name)));
            case "file" -> Optional.of(new Secret(reference, () -> firstLine(Path.of(name))));
            default -> Optional.empty();
        };
    }

    /** The secret text. Throws a {@link HarnessException} that names the reference when it cannot be read. */
    public String reveal() {
        return reader.get();
    }

    @Override
    public String toString() {
        return reference;
    }

    private static String environment(String name) {
        String value = System.getenv(name);
        if (value == null) {
            throw new HarnessException("the environment variable " + name + " that holds the password is not set");
        }
        return value;
    }

    private static String firstLine(Path file) {
        try (var lines = Files.lines(file)) {
            return lines.findFirst().orElseThrow(() -> new HarnessException("the password file " + file + " is empty"));
        } catch (IOException e) {
            throw new HarnessException("cannot read the password file " + file, e);
        }
    }
}
