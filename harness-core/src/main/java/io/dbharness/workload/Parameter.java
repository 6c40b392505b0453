package io.dbharness.workload;

import io.dbharness.model.Problems;
import io.dbharness.quantity.Quantities;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * One option of a workload.
 *
 * @param name         as typed after {@code --}, for example {@code warehouses}
 * @param description  one phrase for {@code --help}
 * @param defaultValue as typed
 * @param domain       which values are allowed
 */
public record Parameter(String name, String description, String defaultValue, Domain domain) {

    /** A set of allowed values. */
    public interface Domain {

        /** How the value is written in help, for example {@code N} or {@code tpcc|none}. */
        String label();

        /** Whether the text is a value; if not, {@link #expectation} completes the message. */
        boolean contains(String text);

        /** What is allowed, for example {@code a whole number from 1 to 100000}. */
        String expectation();
    }

    /** Whole numbers from {@code min} to {@code max}. */
    public record Whole(long min, long max) implements Domain {
        @Override
        public String label() {
            return "N";
        }

        @Override
        public boolean contains(String text) {
            try {
                long value = Long.parseLong(text);
                return value >= min && value <= max;
            } catch (NumberFormatException e) {
                return false;
            }
        }

        @Override
        public String expectation() {
            return "a whole number from " + min + " to " + max;
        }
    }

    /** One of a few words. */
    public record Choice(List<String> words) implements Domain {
        public Choice {
            words = List.copyOf(words);
        }

        @Override
        public String label() {
            return String.join("|", words);
        }

        @Override
        public boolean contains(String text) {
            return words.contains(text);
        }

        @Override
        public String expectation() {
            return "one of " + String.join(", ", words);
        }
    }

    /** Yes or no; the option alone, without a value, says yes. */
    public record Switch() implements Domain {

        public static final String ON = "yes";
        public static final String OFF = "no";

        @Override
        public String label() {
            return ON + "|" + OFF;
        }

        @Override
        public boolean contains(String text) {
            return text.equals(ON) || text.equals(OFF);
        }

        @Override
        public String expectation() {
            return ON + " or " + OFF;
        }
    }

    /**
     * Texts that pass a test.
     *
     * @param label       how the value is written in help
     * @param test        which texts are allowed
     * @param expectation what is allowed, for messages
     */
    public record Matching(String label, Predicate<String> test, String expectation) implements Domain {

        @Override
        public boolean contains(String text) {
            return test.test(text);
        }
    }

    /**
     * Sizes as {@link Quantities#bytes} reads them, or one of a few words.
     *
     * @param words allowed beside sizes
     * @param most  bytes
     * @param empty whether nothing is allowed, too
     */
    public record Sizes(List<String> words, long most, boolean empty) implements Domain {

        public Sizes {
            words = List.copyOf(words);
        }

        @Override
        public String label() {
            return words.isEmpty() ? "SIZE" : String.join("|", words) + "|SIZE";
        }

        @Override
        public boolean contains(String text) {
            if (text.isEmpty() || words.contains(text)) {
                return empty || !text.isEmpty();
            }
            OptionalLong bytes = Quantities.bytes(text);
            return bytes.isPresent() && bytes.getAsLong() >= 1 && bytes.getAsLong() <= most;
        }

        @Override
        public String expectation() {
            String sizes = Quantities.SIZE + ", from 1 to " + most + " bytes";
            return words.isEmpty() ? sizes : String.join(", ", words) + " or " + sizes;
        }
    }

    /**
     * A domain in which leaving the value out is a choice of its own.
     *
     * @param domain of values that are given
     */
    public record Optionally(Domain domain) implements Domain {

        @Override
        public String label() {
            return domain.label();
        }

        @Override
        public boolean contains(String text) {
            return text.isEmpty() || domain.contains(text);
        }

        @Override
        public String expectation() {
            return domain.expectation();
        }
    }

    /** Notes a problem when the text is not an allowed value. */
    public void validate(String text, Problems problems) {
        problems.require(
                domain.contains(text), "--" + name + " must be " + domain.expectation() + ", not '" + text + "'");
    }
}
