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

    private final Consumer<String> wrong;
    private final Map<String, ColumnType<?>> types = new TreeMap<>();
    private final List<String> order = new ArrayList<>();
    private final Set<String> statics = new HashSet<>();
    private final List<String> partition = new ArrayList<>();
    private final List<String> clustering = new ArrayList<>();

    /** A column without its draws. */
    record Part(String name, Kind kind, ColumnType<?> type) {}

    /**
     * What the statement says.
     *
     * @param name    of the table
     * @param columns partition key, clustering, static, others; in each in the statement's order
     */
    record Parsed(String name, List<Part> columns) {}

    private CreateTable(Consumer<String> wrong) {
        this.wrong = wrong;
    }

    /** Tells everything that is wrong and returns nothing then. */
    static Optional<Parsed> parse(String statement, Consumer<String> wrong) {
        String text = COMMENT.matcher(statement).replaceAll(" ");
        int open = text.indexOf('(');
        int close = open < 0 ? -1 : TopLevel.closing(text, open);
        Matcher head = HEAD.matcher(open < 0 ? text : text.substring(0, open));
        if (close < 0 || !head.matches()) {
            wrong.accept("is no CREATE TABLE statement with columns in round brackets");
            return Optional.empty();
        }
        CreateTable table = new CreateTable(wrong);
        return table.columns(TopLevel.split(text.substring(open + 1, close)))
                .map(columns -> new Parsed(identifier(head.group(1)), columns));
    }

    private Optional<List<Part>> columns(List<String> parts) {
        boolean good = true;
        for (String part : parts) {
            Matcher key = KEY.matcher(part);
            good &= key.matches() ? key(key.group(1)) : column(part);
        }
        if (partition.isEmpty()) {
            wrong.accept("has no primary key");
            return Optional.empty();
        }
        for (String name : List.copyOf(partition)) {
            good &= known(name);
        }
        for (String name : List.copyOf(clustering)) {
            good &= known(name);
        }
        return good ? Optional.of(sorted()) : Optional.empty();
    }

    private boolean key(String text) {
        List<String> names = TopLevel.split(text);
        String first = names.get(0);
        if (first.startsWith("(") && first.endsWith(")")) {
            TopLevel.split(first.substring(1, first.length() - 1)).forEach(name -> partition.add(identifier(name)));
        } else {
            partition.add(identifier(first));
        }
        names.subList(1, names.size()).forEach(name -> clustering.add(identifier(name)));
        return true;
    }

    private boolean column(String text) {
        Matcher matcher = COLUMN.matcher(text);
        if (!matcher.matches()) {
            wrong.accept("has '" + text + "' where a column or the primary key belongs");
            return false;
        }
        String name = identifier(matcher.group(1));
        order.add(name);
        if (matcher.group(3) != null) {
            statics.add(name);
        }
        if (matcher.group(4) != null) {
            partition.add(name);
        }
        Optional<ColumnType<?>> type = ColumnTypes.parse(matcher.group(2));
        type.ifPresentOrElse(
                known -> types.put(name, known),
                () -> wrong.accept("gives the column " + name + " the type '"
                        + matcher.group(2).strip() + "'; known are " + ColumnTypes.KNOWN));
        return type.isPresent();
    }

    private boolean known(String name) {
        if (!order.contains(name)) {
            wrong.accept("has no column " + name + " for its primary key");
        }
        return order.contains(name);
    }

    private List<Part> sorted() {
        return order.stream()
                .map(name -> new Part(name, kind(name), Objects.requireNonNull(types.get(name), name)))
                .sorted(Comparator.comparing(Part::kind).thenComparing(part -> place(part.name())))
                .toList();
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

    private int place(String name) {
        int inKey = Math.max(partition.indexOf(name), clustering.indexOf(name));
        return inKey >= 0 ? inKey : order.indexOf(name);
    }

    /** Names are in lower case unless they are quoted. */
    static String identifier(String text) {
        String name = text.strip();
        return name.startsWith("\"") && name.endsWith("\"") && name.length() > 2
                ? name.substring(1, name.length() - 1)
                : name.toLowerCase(Locale.ROOT);
    }
}
