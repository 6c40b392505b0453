package io.dbharness.sut;

import io.dbharness.model.HarnessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** A password or token that is never printed: its text is read when used and appears in no {@code toString}. Immutable. */
public final class Secret {

    private static final String MASK = "***";

    /** What stands before the host of an address. */
    private static final Pattern USER_INFO = Pattern.compile("(:/{1,2})[^\\s'\"?;]*@");

    /** The value of a parameter whose name ends like that of a secret, unless it says where the secret is. */
    private static final Pattern PARAMETER = Pattern.compile(
            "(?<=(?:password|passwd|pwd|secret|token|sig|signature|credential|(?:api|access|account|private|shared)[_-]?key)"
                    + "\\s?=\\s?)(?!(?:env|file)(?::|%3A))[^&;\\s'\"]+",
            Pattern.CASE_INSENSITIVE);

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

    /** Whether an address holds a password, a key or credentials before its host. Such an address is neither used nor printed. */
    public static boolean isIn(String address) {
        return PARAMETER.matcher(address).find() || USER_INFO.matcher(address).find();
    }

    /** A text with every secret that {@link #isIn} would find in it made unreadable. */
    public static String masked(String text) {
        return PARAMETER
                .matcher(USER_INFO.matcher(text).replaceAll("$1" + MASK + "@"))
                .replaceAll(MASK);
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
