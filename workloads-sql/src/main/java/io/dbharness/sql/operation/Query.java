package io.dbharness.sql.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.model.HarnessException;
import io.dbharness.model.UnexpectedRowsException;
import io.dbharness.sql.profile.Effect;
import io.dbharness.sql.profile.Expected;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * One statement as it is sent. Immutable.
 *
 * @param name    the operation and which of its statements, for messages
 * @param jdbc    its text
 * @param places  of its parameters among the values of the operation
 * @param expect  how many rows it sees or changes
 * @param carryTo the place of the first value that it carries on
 * @param carried how many values it carries on
 * @param effect  on the tables
 * @param step    under which its duration is told, as an index; below 0 when it is not
 */
// Holds what was resolved and is never compared.
@SuppressWarnings("ArrayRecordComponent")
record Query(
        String name, String jdbc, int[] places, Expected expect, int carryTo, int carried, Effect effect, int step) {

    /** Sends it and reads its answer to the end; returns how many rows it saw or changed. */
    long send(JdbcSession session, @Nullable Object[] values) throws SQLException {
        PreparedStatement statement = session.prepare(jdbc);
        for (int i = 0; i < places.length; i++) {
            statement.setObject(i + 1, values[places[i]]);
        }
        if (!statement.execute()) {
            if (carried > 0) {
                throw new HarnessException(name + " answers no rows, so it carries nothing on");
            }
            return Math.max(0, statement.getUpdateCount());
        }
        try (ResultSet rows = statement.getResultSet()) {
            return read(rows, values);
        }
    }

    /** Values of rows are decoded only where they are carried on. */
    private long read(ResultSet rows, @Nullable Object[] values) throws SQLException {
        long count = 0;
        while (rows.next()) {
            if (count == 0) {
                for (int i = 0; i < carried; i++) {
                    values[carryTo + i] = rows.getObject(i + 1);
                }
            }
            count++;
        }
        return count;
    }

    void require(long rows) {
        if (!expect.allows(rows)) {
            throw new UnexpectedRowsException(name + " saw or changed " + rows + " rows instead of " + expect);
        }
    }

    /** Whether the operation ends here after so many rows: there is nothing to go on with. */
    boolean ends(long rows) {
        return carried > 0 && rows == 0;
    }

    int inserted(long rows) {
        return effect.kind() == Effect.Kind.INSERT ? (int) rows : 0;
    }

    int deleted(long rows) {
        return effect.kind() == Effect.Kind.DELETE ? (int) rows : 0;
    }

    boolean changesNumber() {
        return effect.kind() == Effect.Kind.INSERT || effect.kind() == Effect.Kind.DELETE;
    }
}
