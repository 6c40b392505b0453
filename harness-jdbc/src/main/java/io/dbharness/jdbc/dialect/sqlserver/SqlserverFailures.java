package io.dbharness.jdbc.dialect.sqlserver;

import static io.dbharness.model.FailureKind.CONNECTION_LOST;
import static io.dbharness.model.FailureKind.CONSTRAINT;
import static io.dbharness.model.FailureKind.DEADLOCK;
import static io.dbharness.model.FailureKind.OVERLOADED;
import static io.dbharness.model.FailureKind.SERIALIZATION;
import static io.dbharness.model.FailureKind.TIMEOUT;

import io.dbharness.jdbc.dialect.FailureTable;
import io.dbharness.model.FailureKind;
import java.sql.SQLException;
import java.util.Map;

/**
 * What SQL Server's error numbers mean to a load. Numbers as in its list of database engine errors and in Azure SQL's pages on transient
 * connection errors and resource governance; what is not here is judged by the driver's SQLSTATE.
 */
final class SqlserverFailures {

    private static final Map<Integer, FailureKind> BY_NUMBER = Map.ofEntries(
            Map.entry(1205, DEADLOCK),
            // Snapshot isolation: somebody else changed the row, or the table's definition, first.
            Map.entry(3960, SERIALIZATION),
            Map.entry(3961, SERIALIZATION),
            // Memory-optimised tables: a commit dependency failed, a write conflict, a read or a serializable
            // validation failed.
            Map.entry(41301, SERIALIZATION),
            Map.entry(41302, SERIALIZATION),
            Map.entry(41305, SERIALIZATION),
            Map.entry(41325, SERIALIZATION),
            // SET LOCK_TIMEOUT has passed.
            Map.entry(1222, TIMEOUT),
            // No memory for the query within its time, or at all.
            Map.entry(701, OVERLOADED),
            Map.entry(8645, OVERLOADED),
            Map.entry(8651, OVERLOADED),
            // Azure: too many requests or sessions for the tier, the service is busy.
            Map.entry(10928, OVERLOADED),
            Map.entry(10929, OVERLOADED),
            Map.entry(10936, OVERLOADED),
            Map.entry(40501, OVERLOADED),
            Map.entry(49918, OVERLOADED),
            Map.entry(49919, OVERLOADED),
            Map.entry(49920, OVERLOADED),
            // Azure moves the database to another node or scales it: the session ends, and for a while none can be
            // opened.
            Map.entry(926, CONNECTION_LOST),
            Map.entry(4060, CONNECTION_LOST),
            Map.entry(4221, CONNECTION_LOST),
            Map.entry(40143, CONNECTION_LOST),
            Map.entry(40197, CONNECTION_LOST),
            Map.entry(40540, CONNECTION_LOST),
            Map.entry(40613, CONNECTION_LOST),
            Map.entry(42108, CONNECTION_LOST),
            Map.entry(42109, CONNECTION_LOST),
            // The session was killed; the server is shutting down.
            Map.entry(596, CONNECTION_LOST),
            Map.entry(6005, CONNECTION_LOST),
            // The network, as the server or the system numbers it.
            Map.entry(20, CONNECTION_LOST),
            Map.entry(64, CONNECTION_LOST),
            Map.entry(121, CONNECTION_LOST),
            Map.entry(233, CONNECTION_LOST),
            Map.entry(10053, CONNECTION_LOST),
            Map.entry(10054, CONNECTION_LOST),
            Map.entry(10060, CONNECTION_LOST),
            // No null here, referenced or checked, unique index, primary key or unique constraint, too long.
            Map.entry(515, CONSTRAINT),
            Map.entry(547, CONSTRAINT),
            Map.entry(2601, CONSTRAINT),
            Map.entry(2627, CONSTRAINT),
            Map.entry(2628, CONSTRAINT),
            Map.entry(8152, CONSTRAINT));

    /** The driver's own failures have no number. */
    private static final FailureTable BY_STATE =
            new FailureTable(Map.of("08", CONNECTION_LOST, "HYT00", TIMEOUT, "HY008", TIMEOUT, "23", CONSTRAINT));

    private SqlserverFailures() {}

    static FailureKind classify(SQLException failure) {
        for (Throwable link : failure) {
            if (link instanceof SQLException sql) {
                FailureKind kind = BY_NUMBER.get(sql.getErrorCode());
                if (kind != null) {
                    return kind;
                }
            }
        }
        return BY_STATE.classify(failure);
    }
}
