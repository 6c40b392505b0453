package io.dbharness.workload;

import io.dbharness.model.Problems;
import java.util.List;

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

    /** Notes a problem when the text is not an allowed value. */
    public void validate(String text, Problems problems) {
        problems.require(
                domain.contains(text), "--" + name + " must be " + domain.expectation() + ", not '" + text + "'");
    }
}
