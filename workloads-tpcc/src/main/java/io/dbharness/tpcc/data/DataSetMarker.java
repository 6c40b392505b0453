package io.dbharness.tpcc.data;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.schema.Schema;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.tpcc.input.RunConstants;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * The row of TPC-C in the table {@code dbharness_dataset}, which says what data set is in the schema and whether it is whole. It is
 * committed before the load begins and stays locked until the load ends, so that a load in progress and an abandoned one can be told
 * apart. Thread-safe.
 */
final class DataSetMarker {

    private static final String TABLE = "dbharness_dataset";

    private static final String COMPLETE = "complete";

    private final JdbcTarget target;
    private final SqlCatalog<DataStatement> sql;

    DataSetMarker(JdbcTarget target, SqlCatalog<DataStatement> sql) {
        this.target = target;
        this.sql = sql;
    }

    /**
     * What the row says.
     *
     * @param scale            of the data set, as {@link Scale} prints it
     * @param lastNameConstant C-Load of C_LAST
     * @param complete         whether the load came to its end
     * @param loadedAt         the server's time when it began
     */
    record Content(String scale, int lastNameConstant, boolean complete, LocalDateTime loadedAt) {}

    /** The marker, unless there is none. */
    Optional<Content> read() {
        if (!exists()) {
            return Optional.empty();
        }
        return target.jdbi().withHandle(this::read);
    }

    /** Whether somebody is loading now. */
    boolean locked() {
        return target.jdbi().inTransaction(handle -> !lockable(handle, DataStatement.MARKER_PROBE));
    }

    /**
     * Announces a load and locks the marker until the claim is completed or closed.
     *
     * @throws HarnessException when another process holds it
     */
    Claim claim(Scale scale, Seed seed) {
        target.jdbi().useHandle(handle -> handle.execute(sql.sql(DataStatement.MARKER_CREATE_TABLE)));
        target.jdbi().useTransaction(handle -> announce(handle, scale, seed));
        Handle lock = target.jdbi().open();
        try {
            lock.begin();
            if (!lockable(lock, DataStatement.MARKER_LOCK)) {
                throw busy();
            }
            Content content = read(lock).orElseThrow(DataSetMarker::busy);
            return new Claim(lock, content);
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** Removes the row, and the table when no other workload has one. */
    void drop() {
        target.jdbi().useTransaction(handle -> {
            handle.execute(sql.sql(DataStatement.MARKER_DELETE));
            long others = handle.select(sql.sql(DataStatement.MARKER_COUNT))
                    .mapTo(Long.class)
                    .one();
            if (others == 0) {
                handle.execute(sql.sql(DataStatement.MARKER_DROP_TABLE));
            }
        });
    }

    private void announce(Handle handle, Scale scale, Seed seed) {
        if (read(handle).isPresent() && !lockable(handle, DataStatement.MARKER_LOCK)) {
            throw busy();
        }
        handle.execute(sql.sql(DataStatement.MARKER_DELETE));
        handle.execute(
                sql.sql(DataStatement.MARKER_INSERT),
                scale.toString(),
                seed.value(),
                String.valueOf(RunConstants.lastNameForLoad(seed)),
                toolVersion());
    }

    private boolean exists() {
        try {
            return new Schema(target.jdbi()).exists(TABLE);
        } catch (SQLException e) {
            throw new HarnessException("cannot look for a TPC-C data set: " + e.getMessage(), e);
        }
    }

    private Optional<Content> read(Handle handle) {
        return handle.select(sql.sql(DataStatement.MARKER_READ))
                .map((row, context) -> new Content(
                        row.getString("scale"),
                        Integer.parseInt(row.getString("constants")),
                        COMPLETE.equals(row.getString("state")),
                        row.getObject("loaded_at", LocalDateTime.class)))
                .findFirst();
    }

    private boolean lockable(Handle handle, DataStatement how) {
        return handle.select(sql.sql(how)).mapTo(String.class).findFirst().isPresent();
    }

    private static HarnessException busy() {
        return new HarnessException(
                "another process is loading TPC-C data into this database; wait until it has finished,"
                        + " or name another database");
    }

    private static String toolVersion() {
        String version = DataSetMarker.class.getPackage().getImplementationVersion();
        return version == null ? "unknown" : version;
    }

    /** The lock of a load in progress, on a connection of its own. One thread. */
    final class Claim implements AutoCloseable {

        private final Handle lock;
        private final Content content;

        private Claim(Handle lock, Content content) {
            this.lock = lock;
            this.content = content;
        }

        LocalDateTime loadedAt() {
            return content.loadedAt();
        }

        /** Declares the data set complete and lets go. */
        void complete() {
            lock.execute(sql.sql(DataStatement.MARKER_COMPLETE));
            lock.commit();
        }

        /** Lets go; what is not complete by then is an abandoned load. */
        @Override
        public void close() {
            if (lock.isInTransaction()) {
                lock.rollback();
            }
            lock.close();
        }
    }
}
