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
 * A file of definitions, separated by semicolons. Semicolons inside string literals, quoted names, comments and dollar quotes do not
 * separate statements; comments outside quotes are removed. Unquoted bodies ({@code BEGIN ATOMIC}) are not supported. A file with a line
 * {@code GO} is split only at such lines, as in SQL Server's tools.
 *
 * <p>{@code ${name}} is replaced by the value of a variable.
 */
public final class SqlScript {

    private static final Pattern BATCH_END = Pattern.compile("(?im)^[ \\t]*GO[ \\t]*$");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");
    private static final Pattern COMMENT_BOUND = Pattern.compile("/\\*|\\*/");

    /**
     * Tokens other than plain text, with an unterminated quote last. In {@code E'…'} literals a backslash escapes the quote; a dollar sign
     * within a name is not a quote.
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
     * Returns the statements of a resource in order, without semicolons.
     *
     * @param anchor   class in the jar with the file
     * @param resource path from the root of the class path, for example {@code tpcc/ddl/postgresql.sql}
     * @throws HarnessException if the file is missing, or has an unterminated quote or comment
     */
    public static List<String> statements(Class<?> anchor, String resource) {
        return statements(anchor, resource, Map.of());
    }

    /**
     * Returns the statements of a resource in order, with variables replaced.
     *
     * @param variables values by name
     * @throws HarnessException if the file is missing, has an unterminated quote or comment, or has an unknown variable
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
     * Splits a text into statements, like {@link #statements}.
     *
     * @throws HarnessException if the text has an unterminated quote or comment
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

    /** Returns the end of a block comment; block comments nest in standard SQL and in PostgreSQL. */
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

    /** Returns the whole text as one statement, without comments. */
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

    /** Returns the text of a file by its path from the root of the class path; empty if it is missing. */
    static Optional<String> resource(Class<?> anchor, String path) {
        ClassLoader loader = Objects.requireNonNull(anchor.getClassLoader(), "the anchor is a class of the JDK");
        try (InputStream in = loader.getResourceAsStream(path.startsWith("/") ? path.substring(1) : path)) {
            return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new HarnessException("cannot read the resource " + path, e);
        }
    }
}
