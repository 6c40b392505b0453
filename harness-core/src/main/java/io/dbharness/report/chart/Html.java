package io.dbharness.report.chart;

import java.util.Locale;

/** Text that a browser shows as it is, whatever a server, a file or a user put into it. */
public final class Html {

    private Html() {}

    /** Safe between tags and within quoted attributes. Control characters, which HTML does not allow, become spaces. */
    public static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.append(Character.isISOControl(c) && c != '\n' ? ' ' : c);
            }
        }
        return escaped.toString();
    }

    /** An element with escaped text. */
    public static String element(String tag, String text) {
        return "<" + tag + ">" + escape(text) + "</" + tag + ">";
    }

    /** A share between 0 and 1 as CSS wants it, to a hundredth of a percent. */
    static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f", 100 * share).replaceAll("\\.?0+$", "") + "%";
    }
}
