package io.dbharness.sql.data;

import io.dbharness.jdbc.dataset.LoadPart;
import io.dbharness.jdbc.dataset.LoadPart.TableRows;
import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.random.Seed;
import io.dbharness.sql.profile.Generator;
import io.dbharness.sql.profile.ProfileTable;
import io.dbharness.sql.profile.ProfileTable.Column;
import java.util.ArrayList;
import java.util.List;
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
        return new LoadPart(
                table.name() + " from row " + (first + 1), List.of(new TableRows(table.name(), columns, rows, () -> {
                    RandomGenerator random = seed.stream("sql-load " + table.name(), first);
                    return (sink, row) -> write(sink, values, random, first + row);
                })));
    }

    private static void write(RowSink sink, List<Generator> values, RandomGenerator random, long row) {
        for (Generator value : values) {
            value.write(sink, random, row);
        }
    }
}
