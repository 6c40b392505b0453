package io.dbharness.sysbench.operation;

import io.dbharness.jdbc.sql.SqlCatalog;
import java.util.Collections;

/**
 * The statements of one run, for each table.
 *
 * @param sql   as the target's dialect has them
 * @param sizes how many parameters the long ones have
 */
record Texts(SqlCatalog<StatementText> sql, Sizes sizes) {

    private static final String TABLE_NUMBER = "${n}";
    private static final String POINTS = "${points}";
    private static final String RANGES = "${ranges}";

    /**
     * The text of a statement.
     *
     * @param table from 1
     */
    String of(Query query, int table) {
        String ranges = String.join(" OR ", Collections.nCopies(sizes.ranges(), sql.sql(StatementText.RANDOM_RANGE)));
        return sql.sql(query.text())
                .replace(TABLE_NUMBER, String.valueOf(table))
                .replace(POINTS, String.join(", ", Collections.nCopies(sizes.points(), "?")))
                .replace(RANGES, ranges);
    }

    String commit() {
        return sql.sql(StatementText.COMMIT);
    }
}
