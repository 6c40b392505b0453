package io.dbharness.spec;

import io.dbharness.model.Resources;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * What people type who know other tools, and what it is called here; from {@code habits.properties}. Immutable.
 *
 * @param words what is known, by kind and word
 */
public record Habits(Properties words) {

    /** As DiskSpd and other tools take it: {@code -d60}, {@code -b8K}. */
    private static final Pattern VALUE_WITHOUT_A_SPACE = Pattern.compile("-[A-Za-z]\\d.*");

    /** Those of the program. Reads a file, so it is made when something was not understood. */
    public static Habits known() {
        return new Habits(Resources.properties(Habits.class, "habits.properties"));
    }

    /** The option to type instead, of those that the command has. */
    public Optional<String> option(String typed, Collection<String> known) {
        return first("option." + typed, known)
                .or(() -> first("option." + typed.toLowerCase(Locale.ROOT).replace('_', '-'), known))
                .or(() -> VALUE_WITHOUT_A_SPACE.matcher(typed).matches()
                        ? first("option." + typed.substring(0, 2), known)
                        : Optional.empty());
    }

    /** The command to type instead, of those that are there. */
    public Optional<String> command(String typed, Collection<String> known) {
        return first("command." + typed.toLowerCase(Locale.ROOT), known);
    }

    /** What to write in a condition instead. */
    Optional<String> metric(String typed) {
        return Optional.ofNullable(words.getProperty("metric." + typed.toLowerCase(Locale.ROOT)));
    }

    /** The forms of address to type instead of something that is none. */
    Optional<String> target(String typed) {
        String system =
                typed.toLowerCase(Locale.ROOT).replaceFirst("^jdbc:", "").replaceFirst(":.*", "");
        return Optional.ofNullable(words.getProperty("target." + system));
    }

    private Optional<String> first(String key, Collection<String> known) {
        return Arrays.stream(words.getProperty(key, "").split(" ", -1))
                .filter(known::contains)
                .findFirst();
    }
}
