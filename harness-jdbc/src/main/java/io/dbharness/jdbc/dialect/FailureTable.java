package io.dbharness.jdbc.dialect;

import io.dbharness.model.FailureKind;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * SQLSTATE to kind of failure. Immutable.
 *
 * @param kinds by whole code (five characters) or by class (its first two); the code wins
 */
public record FailureTable(Map<String, FailureKind> kinds) {

    private static final int CODE_LENGTH = 5;
    private static final int CLASS_LENGTH = 2;

    public FailureTable {
        kinds = Map.copyOf(kinds);
    }

    /**
     * The first kind that the exception, one of its causes or of its next exceptions has in the table. A cause that is an
     * {@link IOException} tells that the connection is lost: a session reads and writes nothing but its socket.
     */
    public FailureKind classify(SQLException failure) {
        for (Throwable link : failure) {
            FailureKind kind = link instanceof SQLException sql ? kindOf(sql.getSQLState()) : kindOfOther(link);
            if (kind != FailureKind.OTHER) {
                return kind;
            }
        }
        return FailureKind.OTHER;
    }

    private FailureKind kindOf(@Nullable String state) {
        if (state == null || state.length() != CODE_LENGTH) {
            return FailureKind.OTHER;
        }
        FailureKind ofClass = kinds.getOrDefault(state.substring(0, CLASS_LENGTH), FailureKind.OTHER);
        return kinds.getOrDefault(state, ofClass);
    }

    private static FailureKind kindOfOther(Throwable link) {
        return link instanceof IOException ? FailureKind.CONNECTION_LOST : FailureKind.OTHER;
    }
}
