package io.dbharness.tpcc.data;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.schema.Schema;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.tpcc.input.RunConstants;
import io.dbharness.tpcc.input.Slice;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;

/**
 * What the schema itself says of the data set in it: one row of TPC-C in {@code dbharness_dataset}, and in {@code dbharness_part} one row
 * for each part that is in. Who loads holds locks on rows of theirs, so that a load in progress and an abandoned one can be told apart:
 * on a row for the range of warehouses while loading these, on the first row while making tables, keys and indexes. Thread-safe.
 */
final class DataSetMarker {

    private static final String TABLE = "dbharness_dataset";
    private static final String PARTS_TABLE = "dbharness_part";
    private static final String RANGE = "range ";

    private final JdbcTarget target;
    private final SqlCatalog<DataStatement> sql;

    DataSetMarker(JdbcTarget target, SqlCatalog<DataStatement> sql) {
        this.target = target;
        this.sql = sql;
    }

    /** How far a load has come. */
    enum State {
        /** The tables are to be made. */
        EMPTY,
        LOADING,
        /** Everything was loaded and then rows were missing. */
        SHORT,
        COMPLETE;

        private String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * What the row says.
     *
     * @param scale            of the data set, as {@link Scale} prints it
     * @param seed             of its load
     * @param lastNameConstant C-Load of C_LAST
     * @param state            how far it is
     * @param loadedAt         the server's time when the load began
     * @param toolVersion      who loads: another version may make other rows
     */
    record Content(
            String scale, long seed, int lastNameConstant, State state, LocalDateTime loadedAt, String toolVersion) {

        boolean complete() {
            return state == State.COMPLETE;
        }

        /** Whether a load of this scale and seed can go on where this one ended. */
        boolean resumable(Scale wanted, Seed wantedSeed) {
            return (state == State.EMPTY || state == State.LOADING)
                    && scale.equals(wanted.toString())
                    && seed == wantedSeed.value()
                    && toolVersion.equals(ownVersion());
        }
    }

    /** The marker, unless there is none. */
    Optional<Content> read() {
        return exists(TABLE) ? target.jdbi().withHandle(this::read) : Optional.empty();
    }

    /** Names of the parts that are in. */
    Set<String> parts() {
        return exists(PARTS_TABLE) ? target.jdbi().withHandle(this::parts) : Set.of();
    }

    /** What somebody else loads now that this slice would get in the way of. */
    Optional<String> inTheWayOf(Slice slice) {
        if (!exists(PARTS_TABLE)) {
            return Optional.empty();
        }
        return target.jdbi().inTransaction(handle -> {
            if (handle.select(sql.sql(DataStatement.MARKER_PROBE))
                    .mapTo(String.class)
                    .findFirst()
                    .isEmpty()) {
                return Optional.of("tables, keys or indexes");
            }
            return liveRanges(handle).stream()
                    .filter(slice::overlaps)
                    .findFirst()
                    .map(range -> "warehouses " + range);
        });
    }

    /** Removes the rows, and the tables when no other workload has one. */
    void drop() {
        target.jdbi().useHandle(handle -> handle.execute(sql.sql(DataStatement.PARTS_CREATE_TABLE)));
        target.jdbi().useTransaction(handle -> {
            handle.execute(sql.sql(DataStatement.PARTS_DELETE));
            handle.execute(sql.sql(DataStatement.MARKER_DELETE));
            long others = handle.select(sql.sql(DataStatement.MARKER_COUNT))
                    .mapTo(Long.class)
                    .one();
            if (others == 0) {
                handle.execute(sql.sql(DataStatement.PARTS_DROP_TABLE));
                handle.execute(sql.sql(DataStatement.MARKER_DROP_TABLE));
            }
        });
    }

    /** Makes the two tables where they are missing; the row too, with nothing loaded. */
    void announce(Scale scale, Seed seed) {
        target.jdbi().useHandle(handle -> {
            handle.execute(sql.sql(DataStatement.MARKER_CREATE_TABLE));
            handle.execute(sql.sql(DataStatement.PARTS_CREATE_TABLE));
        });
        target.jdbi().useTransaction(handle -> {
            if (read(handle).isEmpty()) {
                insert(handle, scale, seed);
            }
        });
    }

    /** Forgets what is there: the tables are to be made anew. The caller holds the lock. */
    void reset(Handle handle, Scale scale, Seed seed) {
        handle.execute(sql.sql(DataStatement.PARTS_DELETE));
        handle.execute(sql.sql(DataStatement.MARKER_DELETE));
        insert(handle, scale, seed);
    }

    private void insert(Handle handle, Scale scale, Seed seed) {
        handle.execute(
                sql.sql(DataStatement.MARKER_INSERT),
                scale.toString(),
                seed.value(),
                String.valueOf(RunConstants.lastNameForLoad(seed)),
                ownVersion());
    }

    /** Takes the lock of the row, waiting for it, until the transaction of the handle ends; what the row says then. */
    Content lock(Handle handle) {
        // Who held it may have replaced the row; then there is a new one to lock.
        while (handle.select(sql.sql(DataStatement.MARKER_LOCK))
                .mapTo(String.class)
                .findFirst()
                .isEmpty()) {
            if (read(handle).isEmpty()) {
                throw new HarnessException("somebody dropped the data set while it was being loaded; load it again");
            }
        }
        return read(handle).orElseThrow();
    }

    void state(Handle handle, State state) {
        handle.execute(sql.sql(DataStatement.MARKER_STATE), state.word());
    }

    Set<String> parts(Handle handle) {
        return new HashSet<>(handle.select(sql.sql(DataStatement.PARTS_READ))
                .mapTo(String.class)
                .list());
    }

    /** Ranges of warehouses that somebody holds the lock of. */
    List<Slice> liveRanges(Handle handle) {
        Set<String> abandoned = new HashSet<>(handle.select(sql.sql(DataStatement.PARTS_PROBE))
                .mapTo(String.class)
                .list());
        List<Slice> live = new ArrayList<>();
        for (String part : parts(handle)) {
            if (part.startsWith(RANGE) && !abandoned.contains(part)) {
                live.add(Slice.parse(part.substring(RANGE.length())));
            }
        }
        return live;
    }

    /** Makes the row of a range, if need be, and locks it until the transaction of the handle ends; false when somebody has it. */
    boolean lockRange(Handle handle, Slice slice) {
        String name = RANGE + slice;
        target.jdbi().useHandle(other -> {
            if (!parts(other).contains(name)) {
                other.execute(sql.sql(DataStatement.PART_INSERT), name);
            }
        });
        return handle.select(sql.sql(DataStatement.PART_LOCK), name)
                .mapTo(String.class)
                .findFirst()
                .isPresent();
    }

    void forgetRange(Handle handle, Slice slice) {
        handle.execute(sql.sql(DataStatement.PART_DELETE), RANGE + slice);
    }

    /** The statement that notes a part, its name the only parameter; it belongs into the transaction that loads the part. */
    String partStatement() {
        return sql.sql(DataStatement.PART_INSERT);
    }

    Handle open() {
        return target.jdbi().open();
    }

    /**
     * Does something in a transaction of its own, on a handle of its own: within Jdbi's own scopes, whoever else is called on this thread
     * would use the same one, and be part of the transaction.
     */
    <T> T exclusively(Function<Handle, T> what) {
        try (Handle handle = open()) {
            handle.begin();
            T result = what.apply(handle);
            handle.commit();
            return result;
        }
    }

    private boolean exists(String table) {
        try {
            return new Schema(target.jdbi()).exists(table);
        } catch (SQLException e) {
            throw new HarnessException("cannot look for a TPC-C data set: " + e.getMessage(), e);
        }
    }

    private Optional<Content> read(Handle handle) {
        return handle.select(sql.sql(DataStatement.MARKER_READ))
                .map((row, context) -> new Content(
                        row.getString("scale"),
                        row.getLong("load_seed"),
                        Integer.parseInt(row.getString("constants")),
                        State.valueOf(row.getString("state").toUpperCase(Locale.ROOT)),
                        row.getObject("loaded_at", LocalDateTime.class),
                        row.getString("tool_version")))
                .findFirst();
    }

    private static String ownVersion() {
        String version = DataSetMarker.class.getPackage().getImplementationVersion();
        return version == null ? "unknown" : version;
    }
}
