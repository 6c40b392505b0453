package io.dbharness.sut;

import io.dbharness.model.HarnessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A password or token that is never printed: its text is read when used and appears in no {@code toString}. Immutable. */
public final class Secret {

    private static final String MASK = "***";

    /** Without a space, a quote or the beginning of parameters, as an address up to its host is. */
    private static final Pattern WORD = Pattern.compile("[^\\s'\"?;]+");

    /** The value of a parameter whose name ends like that of a secret, unless the value is a reference to the secret. */
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

    /** Returns true if an address holds a password, a key or credentials before its host. Such an address is neither used nor printed. */
    public static boolean isIn(String address) {
        return PARAMETER.matcher(address).find()
                || WORD.matcher(address).results().anyMatch(word -> hasUserInfo(word.group()));
    }

    /** A text with every secret that {@link #isIn} would find in it made unreadable. */
    public static String masked(String text) {
        String withoutUsers =
                WORD.matcher(text).replaceAll(word -> Matcher.quoteReplacement(withoutUserInfo(word.group())));
        return PARAMETER.matcher(withoutUsers).replaceAll(MASK);
    }

    private static boolean hasUserInfo(String word) {
        int colon = word.indexOf(":/");
        return colon >= 0 && word.lastIndexOf('@') >= colon + 2;
    }

    /** Masks what is between {@code :/} or {@code ://} and the host, which is behind the last @. */
    private static String withoutUserInfo(String word) {
        if (!hasUserInfo(word)) {
            return word;
        }
        int colon = word.indexOf(":/");
        int host = word.lastIndexOf('@');
        int user = word.startsWith("://", colon) ? colon + 3 : colon + 2;
        return word.substring(0, user) + MASK + word.substring(Math.max(user, host));
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
