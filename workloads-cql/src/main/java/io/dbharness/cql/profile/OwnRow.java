package io.dbharness.cql.profile;

import io.dbharness.cql.profile.CqlProfile.Query;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Recognizes queries that must find the row whose values they bind, if that row exists. */
public final class OwnRow {

    private static final Pattern SELECT = Pattern.compile(
            "\\s*SELECT\\s.+?\\sFROM\\s+(?:[\\w\"]+\\s*\\.\\s*)?(\"[^\"]+\"|\\w+)\\s+WHERE\\s+(.+?)"
                    + "(?:\\s(?:ORDER\\s+BY|GROUP\\s+BY|PER\\s+PARTITION|LIMIT|ALLOW)\\b.*)?",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Pattern AND = Pattern.compile("\\sAND\\s", Pattern.CASE_INSENSITIVE);
    private static final Pattern CONDITION = Pattern.compile(
            "(\"[^\"]+\"|\\w+)\\s*(?:=|>=|<=|\\bIN\\b)\\s*(?:\\?|\\(\\s*\\?\\s*\\))", Pattern.CASE_INSENSITIVE);

    private OwnRow() {}

    /** Returns true if the query restricts the profile's table by key columns only, and all values belong to one row. */
    public static boolean isFoundBy(Query query, CqlProfile profile) {
        Matcher select = SELECT.matcher(query.cql());
        if (!select.matches() || !CreateTable.identifier(select.group(1)).equals(profile.table())) {
            return false;
        }
        Map<String, Column> keys = profile.keys().stream().collect(Collectors.toMap(Column::name, Function.identity()));
        List<Optional<Column>> asked = Arrays.stream(AND.split(select.group(2)))
                .map(String::strip)
                .map(CONDITION::matcher)
                .map(condition -> condition.matches()
                        ? Optional.ofNullable(keys.get(CreateTable.identifier(condition.group(1))))
                        : Optional.<Column>empty())
                .toList();
        long withinPartition = asked.stream()
                .flatMap(Optional::stream)
                .filter(column -> column.kind() == Column.Kind.CLUSTERING)
                .count();
        return asked.stream().allMatch(Optional::isPresent) && (query.values().sameRow() || withinPartition <= 1);
    }
}
