package io.dbharness.sql.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement with named parameters, converted for JDBC.
 *
 * @param jdbc  text with a question mark for each use of a parameter, and two for each operator with one
 * @param names names of the parameter uses, in order
 * @param marks true if the text itself has question marks in the place of parameters
 */
public record NamedSql(String jdbc, List<String> names, boolean marks) {

    /** Tokens of standard SQL, where a backslash in a literal is an ordinary character, except in {@code E'…'}. */
    private static final Pattern STANDARD = tokens("'[^']*+(?:''[^']*+)*+'");

    /** Tokens of MariaDB and MySQL, where a backslash escapes the next character. */
    private static final Pattern ESCAPING = tokens("'[^'\\\\]*+(?:(?:''|\\\\(?s:.))[^'\\\\]*+)*+'");

    /** The end of a left operand, and the begin of a right one: a question mark between two is an operator of PostgreSQL's for JSON. */
    private static final Pattern LEFT = Pattern.compile("(?s).*[\\w\"')\\]@]\\s*");

    private static final Pattern RIGHT = Pattern.compile("(?s)[|&]?\\s*(?:['\"($\\[]|:\\w|\\w).*");

    public NamedSql {
        names = List.copyOf(names);
    }

    /** Returns the pattern of literals, quoted names, comments, dollar quotes, casts and assignments, which contain no parameters. */
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

    /** Parses a statement. A text that ends within a literal by the standard's rule for backslashes is parsed by the other rule. */
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

    /** Returns the text without quoted parts and comments, for examining its words. */
    static String bare(String text) {
        return reading(text)
                .matcher(text)
                .replaceAll(found -> found.group().startsWith(":") ? Matcher.quoteReplacement(found.group()) : " ")
                .strip();
    }
}
