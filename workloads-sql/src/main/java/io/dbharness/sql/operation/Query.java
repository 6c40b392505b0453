package io.dbharness.sql.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.model.HarnessException;
import io.dbharness.model.UnexpectedRowsException;
import io.dbharness.sql.operation.UpdateLedger.Tracked;
import io.dbharness.sql.operation.UpdateLedger.Update;
import io.dbharness.sql.profile.Effect;
import io.dbharness.sql.profile.Expected;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One statement of an operation, resolved for a product. Immutable.
 *
 * @param name    name of the operation and number of the statement, for messages
 * @param jdbc    text for JDBC
 * @param places  positions of its parameters among the values of the operation
 * @param expect  expected number of rows that it reads or changes
 * @param carryTo position of the first value that it passes on
 * @param carried number of values that it passes on
 * @param effect  effect on the tables
 * @param tracked values that it sets and the run's check follows; empty if there are none
 * @param step    index of the step for its duration; negative if it is not timed
 */
// Contains arrays, but is never compared.
@SuppressWarnings("ArrayRecordComponent")
record Query(
        String name,
        String jdbc,
        int[] places,
        Expected expect,
        int carryTo,
        int carried,
        Effect effect,
        Optional<Tracked> tracked,
        int step) {

    /** Executes the statement and reads its answer to the end; returns the number of rows that it read or changed. */
    long send(JdbcSession session, @Nullable Object[] values) throws SQLException {
        PreparedStatement statement = session.prepare(jdbc);
        for (int i = 0; i < places.length; i++) {
            statement.setObject(i + 1, values[places[i]]);
        }
        if (!statement.execute()) {
            if (carried > 0) {
                throw new HarnessException(name + " returns no rows, so it has no values to carry");
            }
            return Math.max(0, statement.getUpdateCount());
        }
        try (ResultSet rows = statement.getResultSet()) {
            return read(rows, values);
        }
    }

    /** Records an update that is about to be sent; empty if its values are not tracked. */
    Optional<Update> update(UpdateLedger ledger, @Nullable Object[] values) {
        return tracked.flatMap(known -> ledger.sent(
                known,
                jdbc,
                Arrays.stream(places).mapToObj(place -> values[place]).toList(),
                values));
    }

    /** Counts the rows; decodes values only if they are passed on. */
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

    /** Returns true if the operation ends after this number of rows, because there are no values to pass on. */
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
