package io.dbharness.jdbc.dialect.pg;

import static io.dbharness.model.FailureKind.CONNECTION_LOST;
import static io.dbharness.model.FailureKind.CONSTRAINT;
import static io.dbharness.model.FailureKind.DEADLOCK;
import static io.dbharness.model.FailureKind.OVERLOADED;
import static io.dbharness.model.FailureKind.SERIALIZATION;
import static io.dbharness.model.FailureKind.TIMEOUT;

import io.dbharness.jdbc.dialect.FailureTable;
import java.util.Map;

/** What the SQLSTATEs of the family mean to a load. */
public final class PgFailures {

    /** SQLSTATEs as in PostgreSQL's documentation, appendix A; the driver's own use class 08. What is not here is {@code OTHER}. */
    public static final FailureTable TABLE = new FailureTable(Map.ofEntries(
            Map.entry("40001", SERIALIZATION),
            Map.entry("40P01", DEADLOCK),
            // A lock, or the statement, took longer than a timeout allows; or somebody cancelled it.
            Map.entry("55P03", TIMEOUT),
            Map.entry("57014", TIMEOUT),
            // Class 53 without 53100 (a full disk) and 53400 (a configured limit): those do not pass by waiting.
            Map.entry("53000", OVERLOADED),
            Map.entry("53200", OVERLOADED),
            Map.entry("53300", OVERLOADED),
            // The server closes the session with these: idle in a transaction, transaction timeout.
            Map.entry("25P03", CONNECTION_LOST),
            Map.entry("25P04", CONNECTION_LOST),
            // Shut down, crashed, starting up, database dropped, idle session. 57014 above is the class's only harmless
            // one.
            Map.entry("57P01", CONNECTION_LOST),
            Map.entry("57P02", CONNECTION_LOST),
            Map.entry("57P03", CONNECTION_LOST),
            Map.entry("57P04", CONNECTION_LOST),
            Map.entry("57P05", CONNECTION_LOST),
            Map.entry("08", CONNECTION_LOST),
            Map.entry("23", CONSTRAINT)));

    private PgFailures() {}
}
