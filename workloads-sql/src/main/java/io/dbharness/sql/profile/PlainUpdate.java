package io.dbharness.sql.profile;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An UPDATE of one row, found by its key, that sets columns to parameters: the values that the row has afterwards are known.
 *
 * @param table  table of the row, which has a key
 * @param values parameter of each column that is set to one; other columns are set to something else
 * @param key    parameter of each column of the table's key, in its order
 */
public record PlainUpdate(ProfileTable table, Map<String, String> values, List<String> key) {

    private static final Pattern UPDATE = Pattern.compile("(?is)UPDATE\\s+(\\w+)\\s+SET\\s+([^()]*?)\\s+WHERE\\s+(.*)");
    private static final Pattern PAIR = Pattern.compile("(?s)\\s*(\\w+)\\s*=\\s*:(\\w+)\\s*");

    public PlainUpdate {
        values = Map.copyOf(values);
        key = List.copyOf(key);
    }

    /** Parses a statement; empty for any other. */
    public static Optional<PlainUpdate> of(String sql, Collection<ProfileTable> tables) {
        Matcher update = UPDATE.matcher(NamedSql.bare(sql));
        if (!update.matches()) {
            return Optional.empty();
        }
        String name = update.group(1).toLowerCase(Locale.ROOT);
        String[] conditions = update.group(3).split("(?i)\\s+AND\\s+", -1);
        Map<String, String> found = pairs(conditions);
        return tables.stream()
                .filter(table -> table.name().equals(name) && !table.key().isEmpty())
                .filter(table ->
                        found.size() == conditions.length && found.keySet().containsAll(table.key()))
                .findFirst()
                .map(table -> new PlainUpdate(
                        table,
                        pairs(update.group(2).split(",", -1)),
                        table.key().stream().map(found::get).toList()));
    }

    /** Returns the columns that are compared with, or set to, a parameter and nothing else. */
    private static Map<String, String> pairs(String[] texts) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String text : texts) {
            Matcher pair = PAIR.matcher(text);
            if (pair.matches()) {
                pairs.put(pair.group(1).toLowerCase(Locale.ROOT), pair.group(2));
            }
        }
        return pairs;
    }
}
