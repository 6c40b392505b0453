package io.dbharness.yaml;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Suggests known words in place of a mistyped one. */
public final class Suggestion {

    /** Tolerance: one typing error for each this many letters. */
    private static final int LETTERS_PER_ERROR = 3;
    /** The maximum number of known words in a message. */
    private static final int MOST_KNOWN = 12;
    /** The words in a message if more are known. */
    private static final int NEAREST = 5;
    /** The compared part of a typed word, which may be a whole file. */
    private static final int COMPARED = 100;

    private Suggestion() {}

    /** Returns the known word closest to the typed one; empty if none is close. */
    public static Optional<String> of(String typed, Collection<String> known) {
        return known.stream()
                .filter(word -> distance(typed, word) <= Math.max(1, word.length() / LETTERS_PER_ERROR))
                .min(Comparator.comparingInt((String word) -> distance(typed, word))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** Returns the end of a message: empty, or {@code ; did you mean 'x'?}. */
    public static String clause(String typed, Collection<String> known) {
        return of(typed, known).map(word -> "; did you mean '" + word + "'?").orElse("");
    }

    /** Returns the end of a message: {@code ; known are a, b}. Of many words it has the closest ones and the number of others. */
    public static String known(String typed, Collection<String> known) {
        if (known.size() <= MOST_KNOWN) {
            return "; known are " + String.join(", ", known);
        }
        String compared = typed.substring(0, Math.min(COMPARED, typed.length()));
        return known.stream()
                .sorted(Comparator.comparingInt(word -> distance(compared, word)))
                .limit(NEAREST)
                .collect(Collectors.joining(", ", "; known are ", " and " + (known.size() - NEAREST) + " more"));
    }

    /** Returns the Levenshtein distance: insertions, deletions and replacements from one word to the other, ignoring case. */
    private static int distance(String typed, String known) {
        String from = typed.toLowerCase(Locale.ROOT).replace('_', '-');
        String to = known.toLowerCase(Locale.ROOT).replace('_', '-');
        int[] previous = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] row = new int[to.length() + 1];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = previous[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(previous[j], row[j - 1]));
            }
            previous = row;
        }
        return previous[to.length()];
    }
}
