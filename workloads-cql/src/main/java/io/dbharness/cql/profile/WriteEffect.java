package io.dbharness.cql.profile;

import io.dbharness.cql.profile.CqlProfile.Query;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The effect of a writing statement on the row whose values it binds.
 *
 * @param kind   of the effect
 * @param column a column that it writes, by its place in {@link CqlProfile#columns()}; negative for none
 */
public record WriteEffect(Kind kind, int column) {

    /** The kinds of effects. */
    public enum Kind {
        /** Writes the row, or what the statement has of it. */
        INSERTS,
        /** Updates values of the row. */
        WRITES,
        /** Adds elements to a set of the row. */
        ADDS,
        /** Removes the row. */
        REMOVES,
        /** Anything else: the row is then no longer known. */
        OTHER
    }

    /** The effect of an insert of whole rows. */
    public static final WriteEffect INSERT = new WriteEffect(Kind.INSERTS, -1);

    private static final WriteEffect OTHER = new WriteEffect(Kind.OTHER, -1);
    private static final String NAME = "(\"[^\"]+\"|\\w+)";
    private static final String TABLE = "(?:[\\w\"]+\\s*\\.\\s*)?" + NAME;
    private static final String CONDITION = "(?:\\s+IF\\s.*)?";
    private static final Pattern DELETE = pattern("\\s*DELETE\\s+FROM\\s+" + TABLE + "\\s+WHERE\\s+(.+?)" + CONDITION);
    private static final Pattern UPDATE =
            pattern("\\s*UPDATE\\s+" + TABLE + "\\s+SET\\s+(.+?)\\s+WHERE\\s+(.+?)" + CONDITION);
    private static final Pattern INSERTS =
            pattern("\\s*INSERT\\s+INTO\\s+" + TABLE + "\\s*\\(([^)]*)\\)\\s*VALUES\\s*\\(([?\\s,]*)\\)" + CONDITION);
    private static final Pattern EQUALS = pattern("\\s*" + NAME + "\\s*=\\s*\\?\\s*");
    private static final Pattern PLUS = pattern("\\s*" + NAME + "\\s*=\\s*" + NAME + "\\s*\\+\\s*\\?\\s*");
    private static final Pattern AND = pattern("\\sAND\\s");

    private static Pattern pattern(String text) {
        return Pattern.compile(text, Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    }

    /** Returns the effect of a query that does not only read. */
    public static WriteEffect of(Query query, CqlProfile profile) {
        boolean clusters = profile.columns().stream().anyMatch(column -> column.kind() == Column.Kind.CLUSTERING);
        if ((clusters && !query.values().sameRow())
                || profile.counts()
                || !query.values().bind().isEmpty()) {
            return OTHER;
        }
        Matcher delete = DELETE.matcher(query.cql());
        Matcher update = UPDATE.matcher(query.cql());
        Matcher insert = INSERTS.matcher(query.cql());
        if (delete.matches() && isRow(delete.group(1), names(EQUALS, AND.split(delete.group(2))), profile)) {
            return new WriteEffect(Kind.REMOVES, -1);
        }
        if (update.matches() && isRow(update.group(1), names(EQUALS, AND.split(update.group(3))), profile)) {
            String[] assignments = update.group(2).split(",", -1);
            return named(names(EQUALS, assignments), Kind.WRITES, profile)
                    .or(() -> named(names(PLUS, assignments), Kind.ADDS, profile))
                    .orElse(OTHER);
        }
        if (insert.matches()) {
            List<String> names = Arrays.stream(insert.group(2).split(",", -1))
                    .map(CreateTable::identifier)
                    .toList();
            Set<String> keys = profile.keys().stream().map(Column::name).collect(Collectors.toSet());
            List<String> others =
                    names.stream().filter(name -> !keys.contains(name)).toList();
            Stream<String> keysOf = names.stream().filter(keys::contains);
            return isRow(insert.group(1), Optional.of(keysOf.toList()), profile)
                    ? named(Optional.of(others), Kind.INSERTS, profile).orElse(INSERT)
                    : OTHER;
        }
        return OTHER;
    }

    /** Returns true if the names are those of the whole key of the profile's table. */
    private static boolean isRow(String table, Optional<List<String>> names, CqlProfile profile) {
        return CreateTable.identifier(table).equals(profile.table())
                && names.map(Set::copyOf)
                        .filter(profile.keys().stream().map(Column::name).collect(Collectors.toSet())::equals)
                        .isPresent();
    }

    /** Returns the names of columns in texts of one form; empty if a text has another form. */
    private static Optional<List<String>> names(Pattern form, String[] texts) {
        List<String> names = Arrays.stream(texts)
                .map(form::matcher)
                .filter(Matcher::matches)
                .map(found -> found.group(1))
                .map(CreateTable::identifier)
                .toList();
        return names.size() == texts.length ? Optional.of(names) : Optional.empty();
    }

    private static Optional<WriteEffect> named(Optional<List<String>> names, Kind kind, CqlProfile profile) {
        return names.filter(all -> !all.isEmpty())
                .map(all -> new WriteEffect(
                        kind,
                        profile.columns().stream().map(Column::name).toList().indexOf(all.get(0))));
    }
}
