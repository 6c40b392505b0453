package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;

/** Converts prepared statements to statements that the server parses at each request. */
public final class Unprepared {

    private Unprepared() {}

    /** Returns a statement unchanged, or as text if it must not be prepared. */
    public static BatchableStatement<?> unless(boolean prepared, BoundStatement bound) {
        return prepared ? bound : of(bound);
    }

    /** Returns the statement with its values as literals in place of the markers, and with the same settings. */
    static SimpleStatement of(BoundStatement bound) {
        ColumnDefinitions marks = bound.getPreparedStatement().getVariableDefinitions();
        StringBuilder text = new StringBuilder();
        int mark = 0;
        for (char next : bound.getPreparedStatement().getQuery().toCharArray()) {
            if (next == '?') {
                text.append(bound.codecRegistry()
                        .codecFor(marks.get(mark).getType())
                        .format(bound.getObject(mark)));
                mark++;
            } else {
                text.append(next);
            }
        }
        return SimpleStatement.newInstance(text.toString())
                .setConsistencyLevel(bound.getConsistencyLevel())
                .setSerialConsistencyLevel(bound.getSerialConsistencyLevel())
                .setQueryTimestamp(bound.getQueryTimestamp())
                .setTimeout(bound.getTimeout())
                .setPageSize(bound.getPageSize())
                .setIdempotent(bound.isIdempotent());
    }
}
