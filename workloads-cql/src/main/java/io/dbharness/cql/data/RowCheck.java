package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import io.dbharness.cql.data.ProfileData.Loaded;
import io.dbharness.cql.profile.Column;
import io.dbharness.cql.profile.ProfileRow;
import io.dbharness.workload.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compares rows of a profile's table with their expected values. Not thread-safe: one thread.
 *
 * @param driver open
 * @param data   the table
 * @param level  of the reads
 */
record RowCheck(CqlSession driver, Loaded data, ConsistencyLevel level) {

    /** @param what describes the rows in words */
    Check of(List<ProfileRow> rows, String what, String when) {
        List<String> wrong = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        for (ProfileRow row : rows) {
            try {
                wrong(row).ifPresent(wrong::add);
            } catch (DriverException e) {
                unread.add(e.getMessage());
            }
        }
        int read = rows.size() - unread.size();
        String compared = wrong.isEmpty()
                ? (unread.isEmpty() ? "all" : read) + " equal"
                : wrong.size() + " wrong, for example " + wrong.get(0);
        String detail = rows.size() + " rows " + what + ", read at " + level + ": " + compared
                + (data.profile().counts() ? ", as far as counters can be" : "")
                + (unread.isEmpty() ? "" : "; " + unread.size() + " could not be read, for example " + unread.get(0));
        return new Check("rows", when, wrong.isEmpty() && (rows.isEmpty() || read > 0), detail);
    }

    /** Returns the fault of a row on the server; empty if there is none. */
    private Optional<String> wrong(ProfileRow row) {
        com.datastax.oss.driver.api.core.cql.Row found =
                driver.execute(data.statements().readBack(row)).one();
        List<Column> columns = data.profile().columns();
        if (found == null) {
            return data.profile().expires() ? Optional.empty() : Optional.of("one that is missing");
        }
        for (int i = 0; i < columns.size(); i++) {
            if (!columns.get(i).isSame(row.value(i), found.getBytesUnsafe(i))) {
                return Optional.of("one whose " + columns.get(i).name() + " is not what was written");
            }
        }
        return Optional.empty();
    }
}
