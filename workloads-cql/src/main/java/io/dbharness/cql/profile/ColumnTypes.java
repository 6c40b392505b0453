package io.dbharness.cql.profile;

import io.dbharness.profile.Arguments;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The column types that a profile may use, including its user-defined types. Not thread-safe: one thread. */
public final class ColumnTypes {

    static final String KNOWN =
            "ascii, text, varchar, blob, int, bigint, smallint, tinyint, varint, decimal, double, float, boolean, uuid, timeuuid,"
                    + " timestamp, date, time, inet, duration, counter, and list, set, map, tuple, vector and frozen of these, and"
                    + " types that extra_definitions create";

    private static final Pattern GENERIC =
            Pattern.compile("(list|set|map|frozen|tuple|vector)\\s*<(.*)>", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Pattern CREATE_TYPE = Pattern.compile(
            "\\s*CREATE\\s+TYPE\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?([\\w.\"\\s]+?)\\s*\\((.*)\\)[;\\s]*",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Pattern FIELD = Pattern.compile("(\"[^\"]+\"|\\w+)\\s+(.+)", Pattern.DOTALL);
    private static final int MOST_DIMENSIONS = 8_192;

    private final Map<String, ColumnType<?>> own = new HashMap<>();

    /** Returns true for a statement that {@link #define} accepts. */
    public static boolean createsType(String statement) {
        return CREATE_TYPE.matcher(CreateTable.withoutComments(statement)).matches();
    }

    /** Adds the type that a {@code CREATE TYPE} statement defines; reports its problems. */
    void define(String statement, Consumer<String> problems) {
        Matcher matcher = CREATE_TYPE.matcher(CreateTable.withoutComments(statement));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("no CREATE TYPE: " + statement);
        }
        List<String> fields = new ArrayList<>();
        for (String part : Arguments.splitTypes(matcher.group(2))) {
            Matcher field = FIELD.matcher(part);
            if (field.matches()) {
                fields.add(field.group(2));
            } else if (!part.isEmpty()) {
                problems.accept("has '" + part + "' where a field of the type " + matcher.group(1) + " belongs");
            }
        }
        define(matcher.group(1), fields, problems);
    }

    /** Adds a user-defined type whose fields have these types, in this order. */
    public void define(String name, List<String> fields, Consumer<String> problems) {
        List<ColumnType<?>> types = new ArrayList<>();
        for (String field : fields) {
            parse(field)
                    .ifPresentOrElse(types::add, () -> problems.accept(unknown("a field of the type " + name, field)));
        }
        if (types.size() == fields.size()) {
            own.put(local(name), ColumnType.tupleOf(types));
        }
    }

    static String unknown(String what, String type) {
        return "gives " + what + " the type '" + type.strip() + "'; known are " + KNOWN;
    }

    /** Returns the name without the keyspace. */
    private static String local(String name) {
        String[] parts = name.split("\\.", -1);
        return CreateTable.identifier(parts[parts.length - 1]);
    }

    /** Parses a type in CQL syntax; empty if it is unknown. */
    Optional<ColumnType<?>> parse(String text) {
        Matcher generic = GENERIC.matcher(text.strip());
        if (!generic.matches()) {
            return ColumnType.scalar(text.strip()).or(() -> Optional.ofNullable(own.get(local(text))));
        }
        String name = generic.group(1).toLowerCase(Locale.ROOT);
        List<String> arguments = Arguments.splitTypes(generic.group(2));
        if (name.equals("vector")) {
            return vector(arguments);
        }
        List<ColumnType<?>> types =
                arguments.stream().flatMap(argument -> parse(argument).stream()).toList();
        boolean fits = name.equals("tuple") || types.size() == (name.equals("map") ? 2 : 1);
        if (types.size() != arguments.size() || !fits) {
            return Optional.empty();
        }
        return Optional.of(
                switch (name) {
                    case "list" -> ColumnType.listOf(types.get(0));
                    case "set" -> ColumnType.setOf(types.get(0));
                    case "map" -> ColumnType.mapOf(types.get(0), types.get(1));
                    case "tuple" -> ColumnType.tupleOf(types);
                    default -> types.get(0);
                });
    }

    private Optional<ColumnType<?>> vector(List<String> arguments) {
        if (arguments.size() != 2 || !arguments.get(1).matches("[1-9][0-9]{0,3}")) {
            return Optional.empty();
        }
        int dimensions = Integer.parseInt(arguments.get(1));
        return dimensions > MOST_DIMENSIONS
                ? Optional.empty()
                : parse(arguments.get(0)).map(element -> ColumnType.vectorOf(element, dimensions));
    }
}
