package io.dbharness.jdbc.sql;

import io.dbharness.model.HarnessException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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

    private static final Pattern BATCH_END = Pattern.compile("(?im)^[ \\t]*GO[ \\t]*$");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");
    private static final Pattern COMMENT_BOUND = Pattern.compile("/\\*|\\*/");

    /**
     * What is not plain text, the open end of a quote last. In {@code E'…'} literals a backslash escapes the quote; a dollar sign within a
     * name is not a quote.
     */
    private static final Pattern TOKEN = Pattern.compile("""
            ;
            | --[^\\n]*
            | /\\*
            | (?<=(?<!\\p{javaJavaIdentifierPart})[eE]) '[^'\\\\]*+(?:(?:''|\\\\(?s:.))[^'\\\\]*+)*+'
            | (?<!(?<!\\p{javaJavaIdentifierPart})[eE]) '[^']*+(?:''[^']*+)*+'
            | "[^"]*+(?:""[^"]*+)*+"
            | (?<!\\p{javaJavaIdentifierPart}) (?<tag>\\$(?:[\\p{L}_][\\p{L}\\p{N}_]*)?\\$) (?s:.*?) \\k<tag>
            | (?<open>['"] | (?<!\\p{javaJavaIdentifierPart}) \\$(?:[\\p{L}_][\\p{L}\\p{N}_]*)?\\$)
            """, Pattern.COMMENTS);

    private SqlScript() {}

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
        String text = resource(anchor, resource)
                .orElseThrow(() -> new HarnessException("the SQL script " + resource + " is not on the class path"));
        try {
            return split(filled(text, variables));
        } catch (HarnessException e) {
            throw new HarnessException("in the SQL script " + resource + ": " + e.getMessage(), e);
        }
    }

    /**
     * The statements of a text, as {@link #statements} gives them.
     *
     * @throws HarnessException when a quote or comment in it does not end
     */
    public static List<String> split(String text) {
        if (BATCH_END.matcher(text).find()) {
            return BATCH_END
                    .splitAsStream(text)
                    .map(SqlScript::withoutComments)
                    .filter(batch -> !batch.isEmpty())
                    .toList();
        }
        List<String> statements = new ArrayList<>();
        StringBuilder current = new StringBuilder();
        Matcher token = TOKEN.matcher(text);
        int at = 0;
        while (token.find(at)) {
            current.append(text, at, token.start());
            at = token.end();
            String found = token.group();
            if (token.group("open") != null) {
                throw unended(found.length() == 1 ? "quote " + found : "dollar quote " + found, text, token.start());
            } else if (found.equals(";")) {
                statements.add(current.toString().strip());
                current.setLength(0);
            } else if (found.equals("/*")) {
                at = endOfComment(text, token.start());
                current.append(' ');
            } else if (!found.startsWith("--")) {
                current.append(found);
            }
        }
        statements.add(current.append(text, at, text.length()).toString().strip());
        return statements.stream().filter(statement -> !statement.isEmpty()).toList();
    }

    /** Block comments nest in standard SQL and in PostgreSQL. */
    private static int endOfComment(String text, int start) {
        Matcher bound = COMMENT_BOUND.matcher(text);
        int depth = 0;
        for (int at = start; bound.find(at); at = bound.end()) {
            depth += bound.group().equals("/*") ? 1 : -1;
            if (depth == 0) {
                return bound.end();
            }
        }
        throw unended("comment", text, start);
    }

    private static HarnessException unended(String what, String text, int start) {
        long line = 1 + text.chars().limit(start).filter(c -> c == '\n').count();
        return new HarnessException("the " + what + " that starts in line " + line + " does not end");
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
                throw new HarnessException("no value for " + found.group() + " on this server");
            }
            return Matcher.quoteReplacement(value);
        });
    }

    /** The text of a file on the class path, addressed from its root, or empty when there is no such file. */
    static Optional<String> resource(Class<?> anchor, String path) {
        ClassLoader loader = Objects.requireNonNull(anchor.getClassLoader(), "the anchor is a class of the JDK");
        try (InputStream in = loader.getResourceAsStream(path.startsWith("/") ? path.substring(1) : path)) {
            return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new HarnessException("cannot read the resource " + path, e);
        }
    }
}
