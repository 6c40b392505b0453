package io.dbharness.cql.profile;

import io.dbharness.cql.profile.Column.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A {@code CREATE TABLE} statement, as far as values have to be made for it: its name, its columns, its key. One thread. */
final class CreateTable {

    private static final Pattern COMMENT = Pattern.compile("(--|//)[^\n]*|/\\*.*?\\*/", Pattern.DOTALL);
    private static final String NAME = "(?:\"[^\"]+\"|\\w+)";
    private static final Pattern HEAD = Pattern.compile(
            "\\s*CREATE\\s+(?:TABLE|COLUMNFAMILY)\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?(?:" + NAME + "\\s*\\.\\s*)?(" + NAME
                    + ")\\s*",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern COLUMN = Pattern.compile(
            "(" + NAME + ")\\s+(.+?)(\\s+STATIC)?(\\s+PRIMARY\\s+KEY)?", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Pattern KEY =
            Pattern.compile("PRIMARY\\s+KEY\\s*\\((.*)\\)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Pattern IN_BRACKETS = Pattern.compile("\\((.*)\\)", Pattern.DOTALL);

    private final Consumer<String> problems;
    private final Map<String, ColumnType<?>> types = new TreeMap<>();
    private final List<String> order = new ArrayList<>();
    private final Set<String> statics = new HashSet<>();
    private final List<String> partition = new ArrayList<>();
    private final List<String> clustering = new ArrayList<>();
    private boolean good = true;

    /**
     * What the statement says.
     *
     * @param name    of the table
     * @param columns partition key, clustering, static, others; in each in the statement's order, drawn as no profile says
     */
    record Parsed(String name, List<Column> columns) {}

    private CreateTable(Consumer<String> problems) {
        this.problems = problems;
    }

    /** Reports everything that is wrong and returns nothing then. */
    static Optional<Parsed> parse(String statement, Consumer<String> problems) {
        String text = COMMENT.matcher(statement).replaceAll(" ");
        int open = text.indexOf('(');
        int close = open < 0 ? -1 : closing(text, open);
        Matcher head = HEAD.matcher(open < 0 ? text : text.substring(0, open));
        if (close < 0 || !head.matches()) {
            problems.accept("is no CREATE TABLE statement with columns in round brackets");
            return Optional.empty();
        }
        CreateTable table = new CreateTable(problems);
        return table.columns(splitAtCommas(text.substring(open + 1, close)))
                .map(columns -> new Parsed(identifier(head.group(1)), columns));
    }

    private Optional<List<Column>> columns(List<String> parts) {
        for (String part : parts) {
            Matcher key = KEY.matcher(part);
            if (key.matches()) {
                List<String> names = splitAtCommas(key.group(1));
                Matcher several = IN_BRACKETS.matcher(names.get(0));
                splitAtCommas(several.matches() ? several.group(1) : names.get(0))
                        .forEach(name -> partition.add(identifier(name)));
                names.subList(1, names.size()).forEach(name -> clustering.add(identifier(name)));
            } else if (!part.isEmpty()) { // Cassandra takes a comma with nothing behind it.
                column(part);
            }
        }
        if (partition.isEmpty()) {
            problem("has no primary key");
        }
        Stream.concat(partition.stream(), clustering.stream())
                .filter(name -> !order.contains(name))
                .forEach(name -> problem("has no column " + name + " for its primary key"));
        if (!good) {
            return Optional.empty();
        }
        return Optional.of(order.stream()
                .map(name -> new Column(
                        name, kind(name), Objects.requireNonNull(types.get(name), name), Column.Spec.DEFAULT))
                .sorted(Comparator.comparing(Column::kind)
                        .thenComparing(column ->
                                Math.max(partition.indexOf(column.name()), clustering.indexOf(column.name()))))
                .toList());
    }

    private void problem(String text) {
        good = false;
        problems.accept(text);
    }

    private void column(String text) {
        Matcher matcher = COLUMN.matcher(text);
        if (!matcher.matches()) {
            problem("has '" + text + "' where a column or the primary key belongs");
            return;
        }
        String name = identifier(matcher.group(1));
        order.add(name);
        if (matcher.group(3) != null) {
            statics.add(name);
        }
        if (matcher.group(4) != null) {
            partition.add(name);
        }
        ColumnType.parse(matcher.group(2))
                .ifPresentOrElse(
                        known -> types.put(name, known),
                        () -> problem("gives the column " + name + " the type '"
                                + matcher.group(2).strip() + "'; known are " + ColumnType.KNOWN));
    }

    private Kind kind(String name) {
        if (partition.contains(name)) {
            return Kind.PARTITION;
        }
        if (clustering.contains(name)) {
            return Kind.CLUSTERING;
        }
        return statics.contains(name) ? Kind.STATIC : Kind.REGULAR;
    }

    /** The parts between commas that stand in no bracket, round or angular, without blanks around them. */
    static List<String> splitAtCommas(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int begin = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '(' || c == '<') {
                depth++;
            } else if (c == ')' || c == '>') {
                depth--;
            } else if (c == ',' && depth == 0) {
                parts.add(text.substring(begin, i).strip());
                begin = i + 1;
            }
        }
        parts.add(text.substring(begin).strip());
        return parts;
    }

    /** Where the bracket that opens at {@code open} closes; -1 when it does not. */
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

    /** Names are in lower case unless they are quoted. */
    static String identifier(String text) {
        String name = text.strip();
        return name.startsWith("\"") && name.endsWith("\"") && name.length() > 2
                ? name.substring(1, name.length() - 1)
                : name.toLowerCase(Locale.ROOT);
    }
}
