package io.dbharness.cql.driver;

import io.dbharness.model.Problems;
import io.dbharness.sut.Secret;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The options of a target as the user typed them; the method that reads an option adds its problems.
 *
 * @param texts    by name
 * @param problems collects the problems
 */
record OptionTexts(Map<String, String> texts, Problems problems) {

    Optional<String> text(String name) {
        return Optional.ofNullable(texts.get(name));
    }

    boolean given(String name) {
        return texts.containsKey(name);
    }

    /** Parses one of the given words. */
    String word(String name, String byDefault, List<String> words) {
        String word = texts.getOrDefault(name, byDefault);
        problems.require(
                words.contains(word),
                "the target's " + name + " must be one of " + String.join(", ", words) + ", not '" + word + "'");
        return word;
    }

    boolean on(String name, boolean byDefault) {
        return word(name, byDefault ? "on" : "off", List.of("on", "off")).equals("on");
    }

    /** Parses a whole number from 1 to {@code most}. */
    int whole(String name, int byDefault, int most) {
        String text = texts.getOrDefault(name, Integer.toString(byDefault));
        String digits = name.equals("timeout") && text.endsWith("s") ? text.substring(0, text.length() - 1) : text;
        if (digits.matches("[0-9]{1,9}")) {
            int value = Integer.parseInt(digits);
            if (value >= 1 && value <= most) {
                return value;
            }
        }
        problems.add("the target's " + name + " must be a whole number from 1 to " + most + ", not '" + text + "'");
        return byDefault;
    }

    Optional<Path> file(String name) {
        Optional<Path> file = text(name).map(Path::of);
        file.ifPresent(path -> problems.require(
                Files.isRegularFile(path) && Files.isReadable(path),
                "the target's " + name + " '" + path + "' is no file that can be read"));
        return file;
    }

    Optional<Secret> secret(String name) {
        Optional<Secret> secret = text(name).flatMap(Secret::parse);
        // The message omits the text: it may be the password itself.
        problems.require(
                secret.isPresent() || !given(name),
                "the target's " + name + " must say where the password is: env:NAME or file:PATH");
        return secret;
    }
}
