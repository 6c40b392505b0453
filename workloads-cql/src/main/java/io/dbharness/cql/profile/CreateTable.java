package io.dbharness.cql.profile;

import io.dbharness.profile.Arguments;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the parts of a {@code CREATE TABLE} statement that generating values needs: its name, its columns, its key. */
final class CreateTable {

    private static final Pattern COMMENT = Pattern.compile("(--|//)[^\n]*|/\\*.*?\\*/", Pattern.DOTALL);
    private static final String NAME = "(?:\"[^\"]+\"|\\w+)";
    private static final Pattern HEAD = Pattern.compile(
            "\\s*CREATE\\s+(?:TABLE|COLUMNFAMILY)\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?(?:" + NAME + "\\s*\\.\\s*)?(" + NAME
                    + ")\\s*",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern COLUMN = Pattern.compile(
            "(" + NAME + ")\\s+(.+?)(\\s+STATIC)?(?:\\s+MASKED\\s+WITH\\s+.+?)?(\\s+PRIMARY\\s+KEY)?",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Pattern KEY =
            Pattern.compile("PRIMARY\\s+KEY\\s*\\((.*)\\)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Pattern IN_BRACKETS = Pattern.compile("\\((.*)\\)", Pattern.DOTALL);

    private CreateTable() {}

    /**
     * The parsed statement.
     *
     * @param name    of the table
     * @param columns partition key, clustering, static, others; within each in the statement's order, with default distributions
     */
    record Parsed(String name, List<Column> columns) {}

    /** Parses a statement. Reports every problem, and returns empty if there is any. */
    static Optional<Parsed> parse(String statement, ColumnTypes known, Consumer<String> problems) {
        String text = withoutComments(statement);
        int open = text.indexOf('(');
        int close = open < 0 ? -1 : closing(text, open);
        Matcher head = HEAD.matcher(open < 0 ? text : text.substring(0, open));
        if (close < 0 || !head.matches()) {
            problems.accept("is no CREATE TABLE statement with columns in round brackets");
            return Optional.empty();
        }
        TableDefinition table = new TableDefinition(known, problems);
        Arguments.splitTypes(text.substring(open + 1, close)).forEach(part -> part(part, table));
        return table.columns().map(columns -> new Parsed(identifier(head.group(1)), columns));
    }

    private static void part(String part, TableDefinition table) {
        Matcher key = KEY.matcher(part);
        Matcher column = COLUMN.matcher(part);
        if (key.matches()) {
            List<String> names = Arguments.splitTypes(key.group(1));
            Matcher several = IN_BRACKETS.matcher(names.get(0));
            Arguments.splitTypes(several.matches() ? several.group(1) : names.get(0))
                    .forEach(name -> table.partitionKey(identifier(name)));
            names.subList(1, names.size()).forEach(name -> table.clusteringKey(identifier(name)));
        } else if (column.matches()) {
            String name = identifier(column.group(1));
            table.column(name, column.group(2), column.group(3) != null);
            if (column.group(4) != null) {
                table.partitionKey(name);
            }
        } else if (!part.isEmpty()) { // Cassandra accepts a trailing comma.
            table.problem("has '" + part + "' where a column or the primary key belongs");
        }
    }

    static String withoutComments(String statement) {
        return COMMENT.matcher(statement).replaceAll(" ");
    }

    /** Returns the position of the bracket that closes the one at {@code open}; -1 if none does. */
    private static int closing(String text, int open) {
        int depth = 0;
        for (int i = open; i < text.length(); i++) {
            depth += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return -1;
    }

    /** Converts a name to the server's form: in lower case unless it is quoted. */
    static String identifier(String text) {
        String name = text.strip();
        return name.startsWith("\"") && name.endsWith("\"") && name.length() > 2
                ? name.substring(1, name.length() - 1)
                : name.toLowerCase(Locale.ROOT);
    }
}
