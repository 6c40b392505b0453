package io.dbharness.jdbc.dialect.yugabytedb;

import io.dbharness.jdbc.dialect.pg.PgFailures;
import io.dbharness.model.FailureKind;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * What YSQL's failures mean to a load: PostgreSQL's SQLSTATEs, and for what the storage layer reports as an internal error
 * ({@code XX000}), which older versions do even for conflicts, its words.
 */
final class YugabytedbFailures {

    private static final String INTERNAL_ERROR = "XX000";

    /** The words of the storage layer, lower case, the more particular first. */
    private static final List<Words> WORDS = List.of(
            new Words("restart read required", FailureKind.SERIALIZATION),
            new Words("could not serialize", FailureKind.SERIALIZATION),
            new Words("conflicts with", FailureKind.SERIALIZATION),
            new Words("transaction aborted", FailureKind.SERIALIZATION),
            new Words("expired or aborted", FailureKind.SERIALIZATION),
            new Words("catalog version mismatch", FailureKind.SERIALIZATION),
            new Words("schema version mismatch", FailureKind.SERIALIZATION),
            new Words("deadlock", FailureKind.DEADLOCK),
            new Words("service unavailable", FailureKind.OVERLOADED),
            new Words("leader does not have a valid lease", FailureKind.OVERLOADED),
            new Words("timed out", FailureKind.TIMEOUT),
            new Words("network error", FailureKind.CONNECTION_LOST));

    private YugabytedbFailures() {}

    private record Words(String text, FailureKind kind) {}

    static FailureKind classify(SQLException failure) {
        FailureKind byState = PgFailures.TABLE.classify(failure);
        return byState == FailureKind.OTHER ? byWords(failure) : byState;
    }

    private static FailureKind byWords(SQLException failure) {
        for (Throwable link : failure) {
            if (link instanceof SQLException sql && INTERNAL_ERROR.equals(sql.getSQLState())) {
                String said = Objects.requireNonNullElse(sql.getMessage(), "").toLowerCase(Locale.ROOT);
                for (Words words : WORDS) {
                    if (said.contains(words.text())) {
                        return words.kind();
                    }
                }
            }
        }
        return FailureKind.OTHER;
    }
}
