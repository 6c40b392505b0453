package io.dbharness.sql.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement whose parameters have names, as JDBC wants it.
 *
 * @param jdbc  the text with a question mark for each use of a parameter
 * @param names of these uses, in their order
 * @param marks whether the text itself has question marks where parameters could be
 */
public record NamedSql(String jdbc, List<String> names, boolean marks) {

    /** Literals, quoted names, comments, dollar quotes, casts and assignments hold no parameters. */
    private static final Pattern TOKEN = Pattern.compile("""
            '[^']*+(?:''[^']*+)*+'
            | "[^"]*+"
            | `[^`]*+`
            | --[^\\n]*+
            | /\\*(?s:.*?)\\*/
            | (?<tag>\\$\\w*+\\$)(?s:.*?)\\k<tag>
            | ::
            | :=
            | (?<mark>\\?)
            | (?<![\\w:]):(?<name>[A-Za-z_]\\w*+)
            """, Pattern.COMMENTS);

    public NamedSql {
        names = List.copyOf(names);
    }

    public static NamedSql of(String text) {
        StringBuilder jdbc = new StringBuilder();
        List<String> names = new ArrayList<>();
        boolean marks = false;
        Matcher token = TOKEN.matcher(text);
        int at = 0;
        while (token.find()) {
            jdbc.append(text, at, token.start());
            at = token.end();
            marks |= token.group("mark") != null;
            String name = token.group("name");
            if (name == null) {
                jdbc.append(token.group());
            } else {
                jdbc.append('?');
                names.add(name);
            }
        }
        return new NamedSql(jdbc.append(text, at, text.length()).toString().strip(), names, marks);
    }

    /** The text without what is quoted and without comments, for looking at its words. */
    static String bare(String text) {
        return TOKEN.matcher(text)
                .replaceAll(found -> found.group().startsWith(":") ? Matcher.quoteReplacement(found.group()) : " ")
                .strip();
    }
}
