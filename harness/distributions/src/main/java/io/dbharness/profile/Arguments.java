package io.dbharness.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Splits the arguments of a call in a profile. */
public final class Arguments {

    private Arguments() {}

    /** Splits at commas outside of round brackets and of texts in single quotes, and strips each part. */
    public static List<String> split(String text) {
        return split(text, "(", ")");
    }

    /** Splits at commas outside of round and angle brackets, as in {@code map<int, text>, tuple<int, int>}, and strips each part. */
    public static List<String> splitTypes(String text) {
        return split(text, "(<", ")>");
    }

    private static List<String> split(String text, String opening, String closing) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int begin = 0;
        boolean quoted = false;
        char before = ',';
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            // A quote begins an argument; within one it is an apostrophe.
            if (c == '\'' && (quoted || before == ',' || before == '(')) {
                quoted = !quoted;
            } else if (!quoted) {
                depth += opening.indexOf(c) >= 0 ? 1 : closing.indexOf(c) >= 0 ? -1 : 0;
                if (c == ',' && depth == 0) {
                    parts.add(text.substring(begin, i).strip());
                    begin = i + 1;
                }
            }
            before = Character.isWhitespace(c) ? before : c;
        }
        parts.add(text.substring(begin).strip());
        return parts;
    }

    /** Returns the text within single quotes, where two are a quote; empty if it is not quoted. */
    static Optional<String> quoted(String text) {
        return text.matches("(?s)'(?:[^']|'')*'")
                ? Optional.of(text.substring(1, text.length() - 1).replace("''", "'"))
                : Optional.empty();
    }
}
