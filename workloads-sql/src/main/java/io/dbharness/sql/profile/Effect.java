package io.dbharness.sql.profile;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a statement does to the tables of its profile, as far as its first words tell.
 *
 * @param kind    what it does
 * @param table   to which table; empty when that is not known or there is none
 * @param columns those it may change in rows that are there
 */
public record Effect(Kind kind, Optional<Table> table, Set<String> columns) {

    private static final String NAME = "\\s+(\\w+)\\b";
    private static final Pattern READS =
            Pattern.compile("(?i)^[(\\s]*(SELECT|WITH|VALUES|TABLE|SHOW)\\b.*", Pattern.DOTALL);
    private static final Pattern CHANGES = Pattern.compile("(?i)\\b(INSERT|UPDATE|DELETE|MERGE|INTO)\\b");
    private static final Pattern LOCKS = Pattern.compile("(?i)\\bFOR\\s+(NO\\s+KEY\\s+)?UPDATE\\b");
    private static final Pattern INSERT = Pattern.compile("(?i)^INSERT\\s+INTO" + NAME);
    private static final Pattern OVERWRITES = Pattern.compile("(?i)\\bON\\s+(CONFLICT|DUPLICATE)\\b");
    private static final Pattern UPDATE = Pattern.compile("(?i)^UPDATE" + NAME);
    private static final Pattern DELETE = Pattern.compile("(?i)^DELETE\\s+FROM" + NAME);
    private static final Pattern BOUND = Pattern.compile("(?i)[()]|\\bWHERE\\b");
    private static final Pattern ASSIGNED = Pattern.compile("(\\w+)\\s*=(?![=<>])");

    /** What a statement may do. */
    public enum Kind {
        READ,
        /** As many rows more in one table as it reports. */
        INSERT,
        UPDATE,
        /** As many rows fewer in one table as it reports. */
        DELETE,
        /** Anything, to any of the tables. */
        ANY
    }

    public Effect {
        columns = Set.copyOf(columns);
    }

    /** The effect of a statement on these tables. */
    public static Effect of(String sql, Collection<Table> tables) {
        String text = NamedSql.bare(sql);
        if (READS.matcher(text).matches()
                && !CHANGES.matcher(LOCKS.matcher(text).replaceAll(" ")).find()) {
            return new Effect(Kind.READ, Optional.empty(), Set.of());
        }
        Optional<Table> inserted = table(INSERT, text, tables);
        if (inserted.isPresent() && !OVERWRITES.matcher(text).find()) {
            return new Effect(Kind.INSERT, inserted, Set.of());
        }
        Optional<Table> deleted = table(DELETE, text, tables);
        if (deleted.isPresent()) {
            return new Effect(Kind.DELETE, deleted, Set.of());
        }
        Optional<Table> updated = table(UPDATE, text, tables);
        return updated.map(table -> new Effect(Kind.UPDATE, updated, assigned(text, table.columnNames())))
                .orElseGet(() -> new Effect(Kind.ANY, Optional.empty(), columns(tables)));
    }

    private static Set<String> columns(Collection<Table> tables) {
        return tables.stream().flatMap(table -> table.columnNames().stream()).collect(Collectors.toSet());
    }

    private static Optional<Table> table(Pattern statement, String text, Collection<Table> tables) {
        Matcher found = statement.matcher(text);
        if (!found.find()) {
            return Optional.empty();
        }
        String name = found.group(1).toLowerCase(Locale.ROOT);
        return tables.stream().filter(table -> table.name().equals(name)).findFirst();
    }

    /** Names before an equals sign: more than are assigned where values compare something, never fewer. */
    private static Set<String> assigned(String text, List<String> columns) {
        Set<String> assigned = new HashSet<>();
        Matcher name = ASSIGNED.matcher(beforeConditions(text));
        while (name.find()) {
            String column = name.group(1).toLowerCase(Locale.ROOT);
            if (columns.contains(column)) {
                assigned.add(column);
            }
        }
        return assigned;
    }

    /** Up to the WHERE of the statement itself, which is in no brackets. */
    private static String beforeConditions(String text) {
        int depth = 0;
        Matcher bound = BOUND.matcher(text);
        while (bound.find()) {
            if (bound.group().equals("(")) {
                depth++;
            } else if (bound.group().equals(")")) {
                depth--;
            } else if (depth == 0) {
                return text.substring(0, bound.start());
            }
        }
        return text;
    }
}
