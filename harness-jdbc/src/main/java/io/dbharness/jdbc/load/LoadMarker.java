package io.dbharness.jdbc.load;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.schema.Schema;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * The row of one workload in the table {@code dbharness_dataset}, which says what data set is in the schema and whether it is whole. It is
 * committed before the load begins and stays locked until the load ends, so that a load in progress and an abandoned one can be told
 * apart. During a load each part that is finished can have a row, too, so that a load that was killed can go on. Thread-safe.
 */
public final class LoadMarker {

    private static final String TABLE = "dbharness_dataset";
    private static final String COMPLETE = "complete";

    private final JdbcTarget target;
    private final SqlCatalog<MarkerStatement> sql;
    private final String workload;

    /**
     * Resolves the statements for the target's dialect.
     *
     * @param workload the word that its rows begin with, for example {@code tpcc}
     */
    public LoadMarker(JdbcTarget target, String workload) {
        this.target = target;
        this.workload = workload;
        this.sql = SqlCatalog.load(
                MarkerStatement.class,
                LoadMarker.class,
                "jdbc/marker",
                target.dialect().lineage());
    }

    /**
     * What is loaded.
     *
     * @param scale     in words
     * @param seed      of the load
     * @param constants what else tells data sets apart
     */
    public record Load(String scale, long seed, String constants) {

        public static Load of(Object scale, Seed seed, Object constants) {
            return new Load(scale.toString(), seed.value(), constants.toString());
        }
    }

    /**
     * What the row says.
     *
     * @param load     what is there, or was to be
     * @param complete whether the load came to its end
     * @param loadedAt the server's time when it began
     */
    public record Content(Load load, boolean complete, LocalDateTime loadedAt) {}

    /** The marker, unless there is none. */
    public Optional<Content> read() {
        return exists() ? target.jdbi().withHandle(this::read) : Optional.empty();
    }

    /** Whether somebody is loading now. */
    public boolean locked() {
        return target.jdbi().inTransaction(handle -> !lockable(handle, MarkerStatement.PROBE));
    }

    /** Names of the parts that a load in progress, or one that did not finish, has finished. */
    public Set<String> finishedParts() {
        return target.jdbi()
                .withHandle(handle -> handle.select(sql.sql(MarkerStatement.PARTS), workload + " %")
                        .map((row, context) -> row.getString(1).substring(workload.length() + 1))
                        .collect(Collectors.toUnmodifiableSet()));
    }

    /** Notes that a part of the load in progress is finished. */
    public void finished(String part) {
        target.jdbi()
                .useHandle(handle ->
                        handle.execute(sql.sql(MarkerStatement.INSERT_PART), workload + " " + part, toolVersion()));
    }

    /**
     * Announces a load, or that an unfinished one of the same goes on, and locks the marker until the claim is completed or closed.
     *
     * @throws HarnessException when another process holds it
     */
    public Claim claim(Load load) {
        target.jdbi().useHandle(handle -> handle.execute(sql.sql(MarkerStatement.CREATE_TABLE)));
        target.jdbi().useTransaction(handle -> announce(handle, load));
        Handle lock = target.jdbi().open();
        try {
            lock.begin();
            if (!lockable(lock, MarkerStatement.LOCK)) {
                throw busy();
            }
            return new Claim(lock, read(lock).orElseThrow(this::busy));
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** Removes the rows, and the table when no other workload has one. */
    public void drop() {
        target.jdbi().useTransaction(handle -> {
            forget(handle);
            long others = handle.select(sql.sql(MarkerStatement.COUNT))
                    .mapTo(Long.class)
                    .one();
            if (others == 0) {
                handle.execute(sql.sql(MarkerStatement.DROP_TABLE));
            }
        });
    }

    private void announce(Handle handle, Load load) {
        Optional<Content> found = read(handle);
        if (found.isPresent() && !lockable(handle, MarkerStatement.LOCK)) {
            throw busy();
        }
        if (found.filter(c -> !c.complete() && c.load().equals(load)).isPresent()) {
            return;
        }
        forget(handle);
        handle.execute(
                sql.sql(MarkerStatement.INSERT), workload, load.scale(), load.seed(), load.constants(), toolVersion());
    }

    private void forget(Handle handle) {
        handle.execute(sql.sql(MarkerStatement.DELETE), workload);
        handle.execute(sql.sql(MarkerStatement.DELETE_PARTS), workload + " %");
    }

    private boolean exists() {
        try {
            return new Schema(target.jdbi()).exists(TABLE);
        } catch (SQLException e) {
            throw new HarnessException("cannot look for a data set: " + e.getMessage(), e);
        }
    }

    private Optional<Content> read(Handle handle) {
        return handle.select(sql.sql(MarkerStatement.READ), workload)
                .map((row, context) -> new Content(
                        new Load(row.getString("scale"), row.getLong("load_seed"), row.getString("constants")),
                        COMPLETE.equals(row.getString("state")),
                        row.getObject("loaded_at", LocalDateTime.class)))
                .findFirst();
    }

    private boolean lockable(Handle handle, MarkerStatement how) {
        return handle.select(sql.sql(how), workload)
                .mapTo(String.class)
                .findFirst()
                .isPresent();
    }

    private HarnessException busy() {
        return new HarnessException("another process is loading data of " + workload
                + " into this database; wait until it has finished, or name another database");
    }

    private static String toolVersion() {
        String version = LoadMarker.class.getPackage().getImplementationVersion();
        return version == null ? "unknown" : version;
    }

    /** The lock of a load in progress, on a connection of its own. One thread. */
    public final class Claim implements AutoCloseable {

        private final Handle lock;
        private final Content content;

        private Claim(Handle lock, Content content) {
            this.lock = lock;
            this.content = content;
        }

        /** The server's time when the load began, also when it goes on now. */
        public LocalDateTime loadedAt() {
            return content.loadedAt();
        }

        /** Declares the data set complete and lets go. */
        public void complete() {
            lock.execute(sql.sql(MarkerStatement.COMPLETE), workload);
            lock.execute(sql.sql(MarkerStatement.DELETE_PARTS), workload + " %");
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
