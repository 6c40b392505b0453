package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.cql.Row;
import io.dbharness.model.HarnessException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Compares a profile's definitions with what the keyspace has of the same names, from other profiles or other users: a type, function,
 * aggregate, view or index that exists is not created again, so the profile would silently use another one.
 *
 * @param admin    reads the schema
 * @param keyspace of the profile
 */
record ExistingDefinitions(AdminSession admin, String keyspace) {

    private static final Pattern CREATE = Pattern.compile(
            "\\s*CREATE\\s+(?:CUSTOM\\s+)?(TYPE|FUNCTION|AGGREGATE|MATERIALIZED\\s+VIEW|INDEX)\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?"
                    + "(?:(?:\"[^\"]+\"|\\w+)\\s*\\.\\s*)?(\"[^\"]+\"|\\w+).*",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /**
     * An object of the server.
     *
     * @param name  as the server stores it
     * @param parts texts that its definition contains, without blanks and in lower case
     */
    private record Existing(String name, List<String> parts) {}

    /** Throws a {@link HarnessException} that names the first object whose definition is another than the profile's. */
    void requireSame(List<String> definitions) {
        for (String definition : definitions) {
            Matcher create = CREATE.matcher(definition);
            if (!create.matches()) {
                continue;
            }
            String kind = create.group(1).toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
            String name = identifier(create.group(2));
            List<Existing> named = existing(kind).stream()
                    .filter(found -> found.name().equals(name))
                    .toList();
            String text = plain(definition);
            if (!named.isEmpty()
                    && named.stream().noneMatch(found -> found.parts().stream().allMatch(text::contains))) {
                throw new HarnessException("keyspace " + keyspace + " has another " + kind + " " + name
                        + " than the profile defines; drop it, or give one of them another name");
            }
        }
    }

    private List<Existing> existing(String kind) {
        return switch (kind) {
            case "type" -> all("types", row -> new Existing(text(row, 0), List.of(fields(row))));
            case "function" ->
                all("functions", row -> new Existing(text(row, 0), List.of(plain(text(row, 1)), plain(text(row, 2)))));
            case "aggregate" ->
                all(
                        "aggregates",
                        row -> new Existing(
                                text(row, 0), List.of("sfunc" + plain(text(row, 1)), "stype" + plain(text(row, 2)))));
            case "index" -> all("indexes", row -> new Existing(text(row, 0), List.of(plain(text(row, 1)))));
            default -> all("views", row -> new Existing(text(row, 0), List.of(plain(text(row, 1)))));
        };
    }

    private List<Existing> all(String statement, Function<Row, Existing> read) {
        return admin.execute(CqlText.of(statement, Map.of()), keyspace).stream()
                .map(read)
                .toList();
    }

    private static String text(Row row, int column) {
        return String.valueOf(row.getString(column));
    }

    /** Returns the fields of a type as its definition has them. */
    private static String fields(Row row) {
        List<String> names = Optional.ofNullable(row.getList(1, String.class)).orElse(List.of());
        List<String> types = Optional.ofNullable(row.getList(2, String.class)).orElse(List.of());
        return plain(IntStream.range(0, names.size())
                .mapToObj(field -> names.get(field) + " " + types.get(field))
                .collect(Collectors.joining(",", "(", ")")));
    }

    private static String identifier(String typed) {
        return typed.startsWith("\"") ? typed.substring(1, typed.length() - 1) : typed.toLowerCase(Locale.ROOT);
    }

    /** Removes what the server writes in another way: blanks, quotes, case, {@code frozen}; varchar is text. */
    private static String plain(String text) {
        return text.replace("''", "'")
                .toLowerCase(Locale.ROOT)
                .replace("varchar", "text")
                .replaceAll("frozen|[\\s\"<>]", "");
    }
}
