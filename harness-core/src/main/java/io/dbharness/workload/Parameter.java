package io.dbharness.workload;

import io.dbharness.model.Problems;
import io.dbharness.quantity.Quantities;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One option of a workload.
 *
 * @param name         as typed after {@code --}, for example {@code warehouses}
 * @param description  one phrase for {@code --help}
 * @param defaultValue as typed
 * @param domain       which values are allowed
 */
public record Parameter(String name, String description, String defaultValue, Domain domain) {

    /**
     * A set of allowed values.
     *
     * @param label       how the value is written in help, for example {@code N} or {@code tpcc|none}
     * @param words       all of them, where they are few
     * @param test        which texts are values
     * @param expectation what is allowed, for example {@code a whole number from 1 to 100000}; completes {@code must be}
     */
    public record Domain(String label, List<String> words, Predicate<String> test, String expectation) {

        public static final String YES = "yes";
        public static final String NO = "no";

        /** The option alone, without a value, says yes. */
        public static final Domain SWITCH =
                new Domain("yes|no", List.of(YES, NO), text -> text.matches("yes|no"), "yes or no");

        public Domain {
            words = List.copyOf(words);
        }

        /** Whole numbers from {@code min} to {@code max}. */
        public static Domain whole(long min, long max) {
            return matching("N", text -> isBetween(text, min, max), "a whole number from " + min + " to " + max);
        }

        private static boolean isBetween(String text, long min, long max) {
            OptionalLong value = Quantities.whole(text);
            return value.isPresent() && value.getAsLong() >= min && value.getAsLong() <= max;
        }

        /** One of a few words. */
        public static Domain choice(List<String> words) {
            return new Domain(String.join("|", words), words, words::contains, "one of " + String.join(", ", words));
        }

        /** Texts that pass a test. */
        public static Domain matching(String label, Predicate<String> test, String expectation) {
            return new Domain(label, List.of(), test, expectation);
        }

        /**
         * Sizes as {@link Quantities#bytes} reads them, or one of a few words.
         *
         * @param words allowed beside sizes
         * @param most  bytes
         */
        public static Domain sizes(List<String> words, long most) {
            String sizes = Quantities.SIZE + ", from 1 to " + most + " bytes";
            return matching(
                    Stream.concat(words.stream(), Stream.of("SIZE")).collect(Collectors.joining("|")),
                    text -> words.contains(text)
                            || Quantities.bytes(text).stream().anyMatch(bytes -> bytes >= 1 && bytes <= most),
                    words.isEmpty() ? sizes : String.join(", ", words) + " or " + sizes);
        }

        /** Returns this domain with the empty value as an allowed choice. */
        public Domain optional() {
            return new Domain(label, words, text -> text.isEmpty() || test.test(text), expectation);
        }

        /** Returns true if the text is an allowed value; if not, {@link #expectation} completes the message. */
        public boolean contains(String text) {
            return test.test(text);
        }

        /**
         * The value as results keep it: {@code 10000} where {@code 10k} was typed and a whole number is meant, {@code read-committed} where
         * {@code READ COMMITTED} was and that is a word of this domain. A text that means no value stays.
         */
        public String normalized(String text) {
            return contains(text)
                    ? text
                    : Stream.concat(
                                    Stream.of(Quantities.expandSuffix(text)),
                                    words.stream().filter(word -> plain(word).equals(plain(text))))
                            .filter(this::contains)
                            .findFirst()
                            .orElse(text);
        }

        private static String plain(String word) {
            return word.strip().toLowerCase(Locale.ROOT).replaceAll("[ _]", "-");
        }
    }

    /** Notes a problem when the text is not an allowed value. */
    public void validate(String text, Problems problems) {
        problems.require(
                domain.contains(text),
                text.isEmpty()
                        ? "--" + name + " is missing; it must be " + domain.expectation()
                        : "--" + name + " must be " + domain.expectation() + ", not '" + text + "'",
                name);
    }
}
