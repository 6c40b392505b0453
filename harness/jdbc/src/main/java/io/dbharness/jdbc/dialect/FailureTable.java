package io.dbharness.jdbc.dialect;

import io.dbharness.model.FailureKind;
import java.io.IOException;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Maps error numbers and SQLSTATEs to kinds of failure. Immutable. */
public final class FailureTable {

    private static final int CODE_LENGTH = 5;
    private static final int CLASS_LENGTH = 2;

    private final Map<String, FailureKind> byNumber;
    private final Map<String, FailureKind> byState;

    /**
     * Creates a table of all codes that are not {@code OTHER}: each kind with its codes, separated by spaces.
     *
     * @param numbers the product's error numbers, which take precedence over the SQLSTATE of the same exception
     * @param states  full SQLSTATEs (five characters) and classes (their first two characters); the full one takes precedence
     */
    public FailureTable(Map<FailureKind, String> numbers, Map<FailureKind, String> states) {
        this.byNumber = byCode(numbers);
        this.byState = byCode(states);
    }

    private static Map<String, FailureKind> byCode(Map<FailureKind, String> codes) {
        Map<String, FailureKind> kinds = new HashMap<>();
        codes.forEach((kind, list) -> List.of(list.split(" ", -1)).forEach(code -> kinds.put(code, kind)));
        return kinds;
    }

    /**
     * Returns the first kind in the table for the exception, its causes and its next exceptions, so that a wrapper takes precedence. An
     * {@link IOException} as cause means that the connection is lost, because the socket is the only I/O of a session.
     */
    public FailureKind classify(SQLException failure) {
        for (Throwable link : failure) {
            FailureKind kind = link instanceof SQLException sql ? ofOne(sql) : FailureKind.OTHER;
            if (kind != FailureKind.OTHER) {
                return kind;
            } else if (link instanceof IOException) {
                return FailureKind.CONNECTION_LOST;
            }
        }
        return FailureKind.OTHER;
    }

    private FailureKind ofOne(SQLException failure) {
        FailureKind ofNumber = byNumber.get(Integer.toString(failure.getErrorCode()));
        return ofNumber == null ? ofState(failure.getSQLState()) : ofNumber;
    }

    private FailureKind ofState(@Nullable String state) {
        if (state == null || state.length() != CODE_LENGTH) {
            return FailureKind.OTHER;
        }
        FailureKind ofClass = byState.getOrDefault(state.substring(0, CLASS_LENGTH), FailureKind.OTHER);
        return byState.getOrDefault(state, ofClass);
    }
}
