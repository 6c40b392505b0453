package io.dbharness.jdbc.dialect;

import io.dbharness.model.FailureKind;
import java.io.IOException;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Error numbers and SQLSTATEs to kinds of failure. Immutable. */
public final class FailureTable {

    private static final int CODE_LENGTH = 5;
    private static final int CLASS_LENGTH = 2;

    private final Map<String, FailureKind> byNumber;
    private final Map<String, FailureKind> byState;

    /**
     * A table of everything that is not {@code OTHER}, each kind with its codes, which spaces separate.
     *
     * @param numbers the product's own error numbers, which win over the states of the same exception
     * @param states  whole SQLSTATEs (five characters) and classes (their first two); the whole one wins
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
     * The first kind that the exception, one of its causes or of its next exceptions has in the table: who wraps a failure decides what it
     * means. A cause that is an
     * {@link IOException} tells that the connection is lost: a session reads and writes nothing but its socket.
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
