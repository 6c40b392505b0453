package io.dbharness.jdbc.sql;

import io.dbharness.model.HarnessException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A file of statements separated by semicolons, for definitions. Semicolons inside string literals, quoted names, comments and dollar
 * quotes separate nothing; comments outside quotes are left out. Bodies written without quotes ({@code BEGIN ATOMIC}) are not understood,
 * but a file with a line {@code GO} is cut at such lines and nowhere else, as the tools of SQL Server do it.
 *
 * <p>{@code ${name}} stands for a variable's value.
 */
public final class SqlScript {

    private static final Pattern DOLLAR_TAG = Pattern.compile("\\$([\\p{L}_][\\p{L}\\p{N}_]*)?\\$");

    private static final Pattern BATCH_END = Pattern.compile("(?im)^[ \\t]*GO[ \\t]*$");

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");

    private final String text;
    private final Matcher dollarTag;
    private final List<String> statements = new ArrayList<>();
    private final StringBuilder current = new StringBuilder();
    private int at;

    private SqlScript(String text) {
        this.text = text;
        this.dollarTag = DOLLAR_TAG.matcher(text);
    }

    /**
     * The statements of a resource in their order, without their semicolons.
     *
     * @param anchor   a class of the jar that holds the file
     * @param resource where it is, from the root of the class path, for example {@code tpcc/ddl/postgresql.sql}
     * @throws HarnessException when there is no such file, or a quote or comment in it does not end
     */
    public static List<String> statements(Class<?> anchor, String resource) {
        return statements(anchor, resource, Map.of());
    }

    /**
     * The same with variables.
     *
     * @param variables name to value
     * @throws HarnessException also when the script has a variable that is not among them
     */
    public static List<String> statements(Class<?> anchor, String resource, Map<String, String> variables) {
        String text = SqlResource.read(anchor, resource)
                .orElseThrow(() -> new HarnessException("the SQL script " + resource + " is not on the class path"));
        try {
            return split(filled(text, variables));
        } catch (HarnessException e) {
            throw new HarnessException("in the SQL script " + resource + ": " + e.getMessage(), e);
        }
    }

    /** The statements of a text, as {@link #statements} gives them. */
    static List<String> split(String text) {
        if (BATCH_END.matcher(text).find()) {
            return BATCH_END
                    .splitAsStream(text)
                    .map(SqlScript::withoutComments)
                    .filter(batch -> !batch.isEmpty())
                    .toList();
        }
        SqlScript script = new SqlScript(text);
        while (script.at < text.length()) {
            script.step();
        }
        script.endStatement();
        return List.copyOf(script.statements);
    }

    /** The whole as one statement. */
    private static String withoutComments(String batch) {
        return batch.lines()
                .filter(line -> !line.stripLeading().startsWith("--"))
                .collect(Collectors.joining("\n"))
                .strip();
    }

    private static String filled(String text, Map<String, String> variables) {
        return VARIABLE.matcher(text).replaceAll(found -> {
            String value = variables.get(found.group(1));
            if (value == null) {
                throw new HarnessException("nobody says what " + found.group() + " is on this server");
            }
            return Matcher.quoteReplacement(value);
        });
    }

    private void step() {
        char c = text.charAt(at);
        if (c == ';') {
            endStatement();
            at++;
        } else if (c == '\'' || c == '"') {
            quoted(c);
        } else if (text.startsWith("--", at)) {
            int end = text.indexOf('\n', at);
            at = end < 0 ? text.length() : end;
        } else if (text.startsWith("/*", at)) {
            skipBlockComment();
        } else if (c == '$' && opensDollarQuote()) {
            String tag = dollarTag.group();
            copyTo(closing(tag, at + tag.length(), "dollar quote " + tag) + tag.length());
        } else {
            copyTo(at + 1);
        }
    }

    /** A dollar sign within a name is not a quote. */
    private boolean opensDollarQuote() {
        boolean inName = at > 0 && Character.isJavaIdentifierPart(text.charAt(at - 1));
        return !inName && dollarTag.region(at, text.length()).lookingAt();
    }

    private void quoted(char quote) {
        String doubled = String.valueOf(quote).repeat(2);
        boolean escapes = quote == '\'' && followsEscapeMarker();
        int end = at + 1;
        while (end < text.length()) {
            if (text.startsWith(doubled, end) || (escapes && text.charAt(end) == '\\')) {
                end += 2;
            } else if (text.charAt(end) == quote) {
                copyTo(end + 1);
                return;
            } else {
                end++;
            }
        }
        throw unended("quote " + quote);
    }

    /** Whether this is an {@code E'…'} literal, in which a backslash escapes the quote. */
    private boolean followsEscapeMarker() {
        return at > 0
                && Character.toUpperCase(text.charAt(at - 1)) == 'E'
                && (at == 1 || !Character.isJavaIdentifierPart(text.charAt(at - 2)));
    }

    /** Block comments nest in standard SQL and in PostgreSQL. */
    private void skipBlockComment() {
        int depth = 0;
        int end = at;
        do {
            if (end >= text.length()) {
                throw unended("comment");
            }
            if (text.startsWith("/*", end)) {
                depth++;
                end += 2;
            } else if (text.startsWith("*/", end)) {
                depth--;
                end += 2;
            } else {
                end++;
            }
        } while (depth > 0);
        current.append(' ');
        at = end;
    }

    private int closing(String delimiter, int from, String what) {
        int end = text.indexOf(delimiter, from);
        if (end < 0) {
            throw unended(what);
        }
        return end;
    }

    private HarnessException unended(String what) {
        long line = 1 + text.chars().limit(at).filter(c -> c == '\n').count();
        return new HarnessException("the " + what + " that starts in line " + line + " does not end");
    }

    private void copyTo(int end) {
        current.append(text, at, end);
        at = end;
    }

    private void endStatement() {
        String statement = current.toString().strip();
        current.setLength(0);
        if (!statement.isEmpty()) {
            statements.add(statement);
        }
    }
}
