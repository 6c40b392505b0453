package io.dbharness.request;

import io.dbharness.model.Internal;
import io.dbharness.model.Resources;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * Maps the options, commands, metrics and addresses of other tools to the names of this one, from {@code habits.properties}. Immutable.
 *
 * @param words replacement, by kind and word, for example {@code option.--qps}
 */
@Internal
public record ForeignOptionHints(Properties words) {

    /** Values without a space, as in DiskSpd and other tools: {@code -d60}, {@code -b8K}. */
    private static final Pattern VALUE_WITHOUT_A_SPACE = Pattern.compile("-[A-Za-z]\\d.*");

    /** Reads the built-in mapping. This reads a resource, so it is called only for an unknown word. */
    public static ForeignOptionHints known() {
        return new ForeignOptionHints(Resources.properties(ForeignOptionHints.class, "habits.properties"));
    }

    /** Returns the equivalent option among those that the command has. */
    public Optional<String> option(String typed, Collection<String> known) {
        return first("option." + typed, known)
                .or(() -> first("option." + typed.toLowerCase(Locale.ROOT).replace('_', '-'), known))
                .or(() -> VALUE_WITHOUT_A_SPACE.matcher(typed).matches()
                        ? first("option." + typed.substring(0, 2), known)
                        : Optional.empty());
    }

    /** Returns the equivalent command among the known ones. */
    public Optional<String> command(String typed, Collection<String> known) {
        return first("command." + typed.toLowerCase(Locale.ROOT), known);
    }

    /** Returns the equivalent metric for a condition. */
    Optional<String> metric(String typed) {
        return Optional.ofNullable(words.getProperty("metric." + typed.toLowerCase(Locale.ROOT)));
    }

    /** Returns the equivalent forms of address for a malformed one. */
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
