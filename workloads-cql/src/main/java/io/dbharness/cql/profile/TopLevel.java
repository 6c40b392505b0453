package io.dbharness.cql.profile;

import java.util.ArrayList;
import java.util.List;

/** Text with brackets, round and angular. */
final class TopLevel {

    private TopLevel() {}

    /** The parts between commas that stand in no bracket, without blanks around them. */
    static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int begin = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '(' || c == '<') {
                depth++;
            } else if (c == ')' || c == '>') {
                depth--;
            } else if (c == ',' && depth == 0) {
                parts.add(text.substring(begin, i).strip());
                begin = i + 1;
            }
        }
        parts.add(text.substring(begin).strip());
        return parts;
    }

    /** Where the bracket that opens at {@code open} closes; -1 when it does not. */
    static int closing(String text, int open) {
        int depth = 0;
        for (int i = open; i < text.length(); i++) {
            depth += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return -1;
    }
}
