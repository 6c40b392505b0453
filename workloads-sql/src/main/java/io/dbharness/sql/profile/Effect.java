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
 * The effect of a statement on the tables of its profile, derived from its first words.
 *
 * @param kind    kind of effect
 * @param table   changed table; empty if it is not known or there is none
 * @param columns columns that it may change in existing rows
 */
public record Effect(Kind kind, Optional<ProfileTable> table, Set<String> columns) {

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

    /** The kinds of effects. */
    public enum Kind {
        READ,
        /** Adds the reported number of rows to one table. */
        INSERT,
        UPDATE,
        /** Removes the reported number of rows from one table. */
        DELETE,
        /** May change any table in any way. */
        ANY
    }

    public Effect {
        columns = Set.copyOf(columns);
    }

    /** Derives the effect of a statement on these tables. */
    public static Effect of(String sql, Collection<ProfileTable> tables) {
        String text = NamedSql.bare(sql);
        if (READS.matcher(text).matches()
                && !CHANGES.matcher(LOCKS.matcher(text).replaceAll(" ")).find()) {
            return new Effect(Kind.READ, Optional.empty(), Set.of());
        }
        Optional<ProfileTable> inserted = table(INSERT, text, tables);
        if (inserted.isPresent() && !OVERWRITES.matcher(text).find()) {
            return new Effect(Kind.INSERT, inserted, Set.of());
        }
        Optional<ProfileTable> deleted = table(DELETE, text, tables);
        if (deleted.isPresent()) {
            return new Effect(Kind.DELETE, deleted, Set.of());
        }
        Optional<ProfileTable> updated = table(UPDATE, text, tables);
        return updated.map(table -> new Effect(Kind.UPDATE, updated, assigned(text, table.columnNames())))
                .orElseGet(() -> new Effect(Kind.ANY, Optional.empty(), columns(tables)));
    }

    private static Set<String> columns(Collection<ProfileTable> tables) {
        return tables.stream().flatMap(table -> table.columnNames().stream()).collect(Collectors.toSet());
    }

    private static Optional<ProfileTable> table(Pattern statement, String text, Collection<ProfileTable> tables) {
        Matcher found = statement.matcher(text);
        if (!found.find()) {
            return Optional.empty();
        }
        String name = found.group(1).toLowerCase(Locale.ROOT);
        return tables.stream().filter(table -> table.name().equals(name)).findFirst();
    }

    /** Returns the names before an equals sign: all assigned columns, and possibly others in comparisons. */
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

    /** Returns the text before the statement's own WHERE, which is outside of parentheses. */
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
