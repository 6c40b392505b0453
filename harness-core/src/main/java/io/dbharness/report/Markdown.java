package io.dbharness.report;

/** Text that GitHub prints as it is. */
final class Markdown {

    private Markdown() {}

    /** Escapes what would be markup, within one line. */
    static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        for (char c : text.replaceAll("\\s+", " ").toCharArray()) {
            if ("\\`*_|<>#[]~".indexOf(c) >= 0) {
                escaped.append('\\');
            }
            escaped.append(c);
        }
        return escaped.toString();
    }
}
