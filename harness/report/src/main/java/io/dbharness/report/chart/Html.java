package io.dbharness.report.chart;

import java.util.Locale;

/** Escapes text so that a browser shows it unchanged, whatever a server, a file or a user put into it. */
public final class Html {

    private Html() {}

    /** Safe between tags and within quoted attributes. Control characters, which HTML does not allow, become spaces. */
    public static String escape(String text) {
        StringBuilder html = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> html.append("&amp;");
                case '<' -> html.append("&lt;");
                case '>' -> html.append("&gt;");
                case '"' -> html.append("&quot;");
                case '\'' -> html.append("&#39;");
                default -> html.append(Character.isISOControl(c) && c != '\n' ? ' ' : c);
            }
        }
        return html.toString();
    }

    /** An element with escaped text. */
    public static String element(String tag, String text) {
        return element(tag, "", escape(text));
    }

    /**
     * An element.
     *
     * @param css  its classes; none if empty
     * @param html what it holds, escaped already
     */
    public static String element(String tag, String css, String html) {
        return "<" + tag + (css.isEmpty() ? "" : " class=\"" + css + "\"") + ">" + html + "</" + tag + ">";
    }

    public static String link(String address, String text) {
        return "<a href=\"" + escape(address) + "\">" + escape(text) + "</a>";
    }

    /** A share between 0 and 1 as CSS wants it, to a hundredth of a percent. */
    static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f", 100 * share).replaceAll("\\.?0+$", "") + "%";
    }
}
