package io.dbharness.sql.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement whose parameters have names, as JDBC wants it.
 *
 * @param jdbc  the text with a question mark for each use of a parameter, and two for each operator that has one
 * @param names of these uses, in their order
 * @param marks whether the text itself has question marks where parameters could be
 */
public record NamedSql(String jdbc, List<String> names, boolean marks) {

    /** A backslash in a literal is a character like others, but for {@code E'…'}; so it is in standard SQL. */
    private static final Pattern STANDARD = tokens("'[^']*+(?:''[^']*+)*+'");

    /** A backslash escapes the next character, as in MariaDB and MySQL. */
    private static final Pattern ESCAPING = tokens("'[^'\\\\]*+(?:(?:''|\\\\(?s:.))[^'\\\\]*+)*+'");

    /** The end of a left operand, and the begin of a right one: a question mark between two is an operator of PostgreSQL's for JSON. */
    private static final Pattern LEFT = Pattern.compile("(?s).*[\\w\"')\\]@]\\s*");

    private static final Pattern RIGHT = Pattern.compile("(?s)[|&]?\\s*(?:['\"($\\[]|:\\w|\\w).*");

    public NamedSql {
        names = List.copyOf(names);
    }

    /** Literals, quoted names, comments, dollar quotes, casts and assignments hold no parameters. */
    private static Pattern tokens(String literal) {
        return Pattern.compile("""
                (?<!\\w)[eE]'[^'\\\\]*+(?:(?:''|\\\\(?s:.))[^'\\\\]*+)*+'
                | %s
                | "[^"]*+"
                | `[^`]*+`
                | --[^\\n]*+
                | /\\*(?s:.*?)\\*/
                | (?<tag>\\$\\w*+\\$)(?s:.*?)\\k<tag>
                | ::
                | :=
                | (?<open>')
                | (?<mark>\\?\\??)
                | (?<![\\w:]):(?<name>[A-Za-z_]\\w*+)
                """.formatted(literal), Pattern.COMMENTS);
    }

    /** Reads a statement. A text that ends within a literal by the standard's rule for backslashes is read by the other one. */
    public static NamedSql of(String text) {
        StringBuilder jdbc = new StringBuilder();
        List<String> names = new ArrayList<>();
        boolean marks = false;
        Matcher token = reading(text).matcher(text);
        int at = 0;
        while (token.find()) {
            jdbc.append(text, at, token.start());
            at = token.end();
            String name = token.group("name");
            if (name != null) {
                jdbc.append('?');
                names.add(name);
            } else if (token.group("mark") != null) {
                jdbc.append("??");
                marks |= !isOperator(text, token);
            } else {
                jdbc.append(token.group());
            }
        }
        return new NamedSql(jdbc.append(text, at, text.length()).toString().strip(), names, marks);
    }

    private static boolean isOperator(String text, Matcher mark) {
        return LEFT.matcher(text.substring(0, mark.start())).matches()
                && RIGHT.matcher(text.substring(mark.end())).matches();
    }

    private static Pattern reading(String text) {
        return STANDARD.matcher(text).results().anyMatch(token -> token.group().equals("'")) ? ESCAPING : STANDARD;
    }

    /** The text without what is quoted and without comments, for looking at its words. */
    static String bare(String text) {
        return reading(text)
                .matcher(text)
                .replaceAll(found -> found.group().startsWith(":") ? Matcher.quoteReplacement(found.group()) : " ")
                .strip();
    }
}
