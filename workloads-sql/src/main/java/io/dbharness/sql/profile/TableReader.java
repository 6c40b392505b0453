package io.dbharness.sql.profile;

import io.dbharness.jdbc.sql.SqlScript;
import io.dbharness.model.HarnessException;
import io.dbharness.sql.profile.ProfileTable.Column;
import io.dbharness.yaml.Fields;
import io.dbharness.yaml.Suggestion;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Parses the tables of a profile. Not thread-safe. */
final class TableReader {

    private static final int LONGEST_NAME = 40;
    private static final int LONGEST_NAMES = 200;
    private static final long MOST_ROWS = 100_000_000_000L;

    /** The prefix of the marker's tables. */
    private static final String RESERVED = "dbharness_";

    private final SqlReader sql;
    private final double scale;
    private final Path folder;
    private final Map<String, Long> rows = new HashMap<>();

    private record Named(String name, Fields fields) {}

    TableReader(SqlReader sql, double scale, Path folder) {
        this.folder = folder;
        this.sql = sql;
        this.scale = scale;
    }

    /** Returns the parser of values, once the tables are parsed. */
    ValueText values() {
        return new ValueText(Map.copyOf(rows), folder);
    }

    List<ProfileTable> tables(Fields top) {
        Fields fields = top.fieldsOrNone("tables");
        if (fields.names().isEmpty() && top.has("tables")) {
            top.problem("tables", "has no table; leave it out for operations on existing tables");
        }
        if (String.join(",", fields.names()).length() > LONGEST_NAMES) {
            top.problem(
                    "tables", "has too many tables: their names may have " + LONGEST_NAMES + " characters together");
        }
        // Values may refer to the number of rows of later tables.
        List<Named> tables = new ArrayList<>();
        for (String name : fields.names()) {
            Named table = new Named(name, fields.fieldsOrNone(name));
            tables.add(table);
            rows.put(name, rows(table.fields()));
        }
        return tables.stream()
                .map(table -> table(fields, table.name(), table.fields()))
                .toList();
    }

    private long rows(Fields table) {
        if (!table.has("rows")) {
            table.problem("rows", "is missing; 0 leaves the table empty");
        }
        double scaled = table.whole("rows", 0, MOST_ROWS).orElse(0) * scale;
        if (scaled > MOST_ROWS) {
            table.problem("rows", "is more than " + MOST_ROWS + " when multiplied by --scale");
        }
        return Math.round(Math.min(scaled, MOST_ROWS));
    }

    private ProfileTable table(Fields tables, String name, Fields table) {
        requireName(tables, name, name.startsWith(RESERVED));
        Optional<SqlText> definition = sql.optional(table, "ddl");
        Fields values = table.fieldsOrNone("values");
        Fields typed = table.fieldsOrNone("columns");
        definition.ifPresent(text -> requireStatements(table, text));
        if (table.has("ddl")) {
            if (table.has("columns")) {
                table.problem("columns", "cannot be combined with ddl; give its values under values");
            }
        } else if (table.has("values")) {
            table.problem("values", "needs ddl; without it give types and values under columns");
        } else if (typed.names().isEmpty()) {
            table.problem("needs columns, or ddl and values");
        }
        List<Column> columns = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (String column : values.names()) {
            columns.add(column(values, column, Optional.empty(), values.text(column), known));
        }
        for (String column : typed.names()) {
            columns.add(typed(typed, column, known));
        }
        long filled =
                columns.stream().filter(column -> column.value().isPresent()).count();
        long wanted = rows.getOrDefault(name, 0L);
        if (wanted > 0 && filled == 0 && !columns.isEmpty()) {
            table.problem("rows", "asks for rows, but no column has a value");
        }
        List<String> key = key(table, columns);
        List<String> indexes = table.texts("indexes");
        table.refuseOthers();
        return new ProfileTable(name, wanted, definition, columns, key, indexes);
    }

    private static void requireStatements(Fields table, SqlText definition) {
        for (String text : definition.variants().values()) {
            try {
                if (SqlScript.split(text).isEmpty()) {
                    table.problem("ddl", "has no statement");
                }
            } catch (HarnessException e) {
                table.problem("ddl", "cannot be split into statements: " + e.getMessage());
            }
        }
    }

    private static void requireName(Fields fields, String name, boolean reserved) {
        if (!name.matches("[a-z][a-z0-9_]*") || name.length() > LONGEST_NAME || reserved) {
            fields.problem(
                    name,
                    "must have a name of 1 to " + LONGEST_NAME + " lower-case letters, digits and _, a letter first"
                            + (reserved ? ", that does not begin with " + RESERVED : ""));
        }
    }

    /** Parses {@code TYPE}, {@code TYPE = VALUE} or both under their names. */
    private Column typed(Fields columns, String name, Set<String> known) {
        if (columns.isMapping(name)) {
            Fields column = columns.fieldsOrNone(name);
            Optional<SqlText> type = sql.required(column, "type");
            Column read = column(columns, name, type, column.text("value"), known);
            column.refuseOthers();
            return read;
        }
        Optional<String> text = columns.text(name);
        int at = text.map(given -> given.lastIndexOf(" = ")).orElse(-1);
        Optional<String> type =
                text.map(given -> at < 0 ? given : given.substring(0, at)).map(String::strip);
        if (type.isPresent() && type.get().isEmpty()) {
            columns.problem(name, "has no type");
        }
        return column(
                columns,
                name,
                type.map(given -> new SqlText(Map.of(SqlText.ANY, given), columns.where(name))),
                at < 0 ? Optional.empty() : text.map(given -> given.substring(at + " = ".length())),
                known);
    }

    /** @param known names of the columns before it that have values; this one is added */
    private Column column(
            Fields columns, String name, Optional<SqlText> type, Optional<String> value, Set<String> known) {
        requireName(columns, name, false);
        Column column = new Column(name, type, value.flatMap(text -> value(columns, name, text, known)));
        column.value().ifPresent(filled -> known.add(name));
        return column;
    }

    private Optional<Generator> value(Fields columns, String name, String text, Set<String> known) {
        if (ValueText.next(text).isPresent()) {
            columns.problem(
                    name, "cannot be next(...), which only operations support; a load numbers its rows with seq(1..N)");
            return Optional.empty();
        }
        return generator(columns, name, text, values(), known);
    }

    /**
     * Parses a value; notes a malformed text.
     *
     * @param known names of values that it may refer to
     */
    static Optional<Generator> generator(Fields fields, String name, String text, ValueText values, Set<String> known) {
        List<String> unknown = values.unknownTables(text);
        unknown.forEach(table -> fields.problem(name, "has " + table + ".rows, but there is no table " + table));
        Optional<Generator> generator;
        try {
            generator = values.generator(text, known);
        } catch (HarnessException e) {
            fields.problem(name, "has a file that cannot be used: " + e.getMessage());
            return Optional.empty();
        }
        if (generator.isEmpty() && unknown.isEmpty()) {
            String read = values.withRows(text.strip());
            String here = read.equals(text.strip()) ? "" : ", here '" + read + "',";
            fields.problem(
                    name,
                    "'" + text.strip() + "'" + here + " is not a value" + Suggestion.known(read, ValueText.FORMS));
        }
        return generator;
    }

    private static List<String> key(Fields table, List<Column> columns) {
        List<String> key = table.texts("key");
        Set<String> seen = new HashSet<>();
        for (String column : key) {
            if (columns.stream().noneMatch(known -> known.name().equals(column))) {
                table.problem("key", "has '" + column + "', which is none of the columns");
            } else if (!seen.add(column)) {
                table.problem("key", "has '" + column + "' twice");
            }
        }
        return key;
    }
}
