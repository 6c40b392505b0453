package io.dbharness.sql.data;

import io.dbharness.jdbc.dataset.LoadPart;
import io.dbharness.jdbc.dataset.LoadPart.TableRows;
import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.random.Seed;
import io.dbharness.sql.profile.Generator;
import io.dbharness.sql.profile.ProfileTable;
import io.dbharness.sql.profile.ProfileTable.Column;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * Consecutive rows of one table, loaded in one transaction. They depend only on the seed, the table and the position of the part, and not
 * on the order or number of connections of a load.
 *
 * @param table table of the rows
 * @param first number of the first row, from 0
 * @param rows  number of rows
 */
record ProfileRowPart(ProfileTable table, long first, long rows) {

    /** Small enough to distribute a table among loaders and to repeat, large enough that a commit costs little. */
    private static final long MOST_ROWS = 50_000;

    static List<ProfileRowPart> of(ProfileTable table) {
        List<ProfileRowPart> parts = new ArrayList<>();
        for (long first = 0; first < table.rows(); first += MOST_ROWS) {
            parts.add(new ProfileRowPart(table, first, Math.min(MOST_ROWS, table.rows() - first)));
        }
        return parts;
    }

    /** Creates the part to load in one transaction. */
    LoadPart load(Seed seed) {
        List<Generator> values = table.filled().stream()
                .flatMap(column -> column.value().stream())
                .toList();
        List<String> columns = table.filled().stream().map(Column::name).toList();
        boolean derived = values.stream().anyMatch(Generator::isDerived);
        return new LoadPart(
                table.name() + " from row " + (first + 1), List.of(new TableRows(table.name(), columns, rows, () -> {
                    RandomGenerator random = seed.stream("sql-load " + table.name(), first);
                    return derived
                            ? (sink, row) -> write(sink, columns, values, random, first + row)
                            : (sink, row) -> write(sink, values, random, first + row);
                })));
    }

    /** Draws the values one after the other, because later ones may be made from earlier ones. */
    private static void write(
            RowSink sink, List<String> columns, List<Generator> values, RandomGenerator random, long row) {
        Map<String, Object> drawn = new HashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            Object value = values.get(i).draw(random, row, name -> Objects.requireNonNull(drawn.get(name), name));
            drawn.put(columns.get(i), value);
            add(sink, value);
        }
    }

    private static void add(RowSink sink, Object value) {
        if (value instanceof Long number) {
            sink.add(number);
        } else if (value instanceof String text) {
            sink.add(text);
        } else if (value instanceof byte[] bytes) {
            sink.add(bytes);
        } else if (value instanceof LocalDateTime time) {
            sink.add(time);
        } else if (value instanceof BigDecimal decimal) {
            sink.addDecimal(decimal.unscaledValue().longValueExact(), decimal.scale());
        } else {
            throw new IllegalArgumentException("no value of a load: " + value.getClass());
        }
    }

    private static void write(RowSink sink, List<Generator> values, RandomGenerator random, long row) {
        for (Generator value : values) {
            value.write(sink, random, row);
        }
    }
}
