package io.dbharness.jdbc.dataset;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.sut.Needs.Access;
import java.time.LocalDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/**
 * The record of a workload's data set in the schema itself: one row in {@code dbharness_dataset}, and one row in {@code dbharness_part} for
 * each loaded part. Row locks of the loading process distinguish a load in progress from an abandoned one. It locks the row of its range
 * while loading it, and the first row while creating tables, keys or indexes. Thread-safe.
 */
public final class Marker {

    private static final String TABLE = "dbharness_dataset";
    private static final String PARTS_TABLE = "dbharness_part";
    private static final String RANGE = "range ";

    private final JdbcTarget target;
    private final SqlCatalog<Sql> sql;
    private final String workload;

    /** Reads the statements for the target's dialect. */
    Marker(JdbcTarget target, String workload) {
        this.target = target;
        this.workload = workload;
        this.sql = SqlCatalog.load(
                Sql.class, Marker.class, "jdbc/marker", target.dialect().lineage());
    }

    /** The statements; their text is in {@code jdbc/marker}, by dialect. */
    private enum Sql {
        CREATE_TABLE,
        READ,
        INSERT,
        SET_STATE,
        DELETE,
        COUNT,
        DROP_TABLE,
        LOCK,
        PROBE,
        PARTS_CREATE_TABLE,
        PARTS_READ,
        PARTS_DELETE,
        PARTS_DROP_TABLE,
        PARTS_PROBE,
        PART_INSERT,
        PART_DELETE,
        PART_LOCK
    }

    /** The state of a load. */
    public enum State {
        /** The tables must be created. */
        EMPTY,
        LOADING,
        /** All parts were loaded, but rows were missing afterwards. */
        SHORT,
        COMPLETE
    }

    /**
     * The content of the marker's row.
     *
     * @param scale       description of the scale of the data set
     * @param seed        seed of its load
     * @param constants   further constants of the workload
     * @param state       state of the load
     * @param loadedAt    server time at the begin of the load
     * @param toolVersion version that loads; other versions may produce other rows
     */
    public record Content(
            String scale, long seed, String constants, State state, LocalDateTime loadedAt, String toolVersion) {

        /** Returns true if this version produces the same rows. */
        boolean ofThisVersion() {
            return toolVersion.equals(ownVersion());
        }

        public boolean complete() {
            return state == State.COMPLETE;
        }

        /** Returns an identifier that distinguishes this load from every other of the same tables. */
        String load() {
            return scale + ", seed " + seed + ", " + loadedAt;
        }

        /** Returns true if a load can resume this one. Earlier versions recorded parts elsewhere, so a load without parts starts again. */
        boolean resumable(String wantedScale, Seed wantedSeed, Set<String> parts) {
            boolean begun = state == State.EMPTY || (state == State.LOADING && !parts.isEmpty());
            return begun && isOf(wantedScale, wantedSeed);
        }

        /** Returns true if this version produces the same rows for that scale and seed. */
        boolean isOf(String wantedScale, Seed wantedSeed) {
            return scale.equals(wantedScale) && seed == wantedSeed.value() && ofThisVersion();
        }
    }

    /** Reads the marker; empty if there is none. */
    Optional<Content> read() {
        return exists(TABLE) ? target.jdbi().ask(this::read) : Optional.empty();
    }

    /** Returns the names of the loaded parts. */
    Set<String> parts() {
        return exists(PARTS_TABLE) ? target.jdbi().ask(this::parts) : Set.of();
    }

    /** Returns true if the account cannot write here: the server is a standby, a setting makes it read-only, or a right is missing. */
    boolean readOnly() {
        return !target.obstacles(Access.WRITE).isEmpty();
    }

    /** Returns the changes by runs since the load, and the last counted number of rows. */
    DataChanges notes() {
        return DataChanges.among(parts());
    }

    /** Records further changes by runs. */
    void changing(Handle handle, Collection<String> what) {
        Set<String> known = parts(handle);
        what.stream()
                .map(DataChanges.CHANGED::concat)
                .filter(part -> !known.contains(part))
                .forEach(part -> handle.execute(partStatement(), workload, part));
    }

    /** Records the number of rows; empty if it is not known. */
    void counted(Handle handle, OptionalLong rows) {
        parts(handle).stream()
                .filter(part -> part.startsWith(DataChanges.COUNTED))
                .forEach(part -> handle.execute(sql.sql(Sql.PART_DELETE), workload, part));
        rows.ifPresent(count -> handle.execute(partStatement(), workload, DataChanges.COUNTED + count));
    }

    /** Describes the load of another process that a load of this definition would disturb; empty if there is none. */
    Optional<String> inTheWayOf(DataSetDefinition definition) {
        if (readOnly()) {
            // No load is possible here, and a lock would be refused.
            return Optional.empty();
        }
        return target.jdbi().inTransaction(handle -> {
            if (!answers(handle, Sql.PROBE, workload)) {
                return Optional.of("tables, keys or indexes");
            }
            return exists(PARTS_TABLE)
                    ? liveRanges(handle).stream()
                            .filter(definition::overlaps)
                            .findFirst()
                            .map(definition::describeRange)
                    : Optional.empty();
        });
    }

    /** Removes the rows, and the tables if no other workload uses them. */
    void drop() {
        target.jdbi().ask(handle -> handle.execute(sql.sql(Sql.PARTS_CREATE_TABLE)));
        target.jdbi().useTransaction(handle -> {
            delete(handle);
            long others = handle.select(sql.sql(Sql.COUNT)).mapTo(Long.class).one();
            if (others == 0) {
                handle.execute(sql.sql(Sql.PARTS_DROP_TABLE));
                handle.execute(sql.sql(Sql.DROP_TABLE));
            }
        });
    }

    /** Creates the missing tables of the marker, and its row in state {@code EMPTY}. */
    void announce(DataSetDefinition definition, Seed seed) {
        target.jdbi().ask(handle -> handle.execute(sql.sql(Sql.CREATE_TABLE)));
        target.jdbi().ask(handle -> handle.execute(sql.sql(Sql.PARTS_CREATE_TABLE)));
        target.jdbi().useTransaction(handle -> {
            if (read(handle).isEmpty()) {
                insert(handle, definition, seed);
            }
        });
    }

    /** Resets the row, so that the tables are created again. The caller holds the lock. */
    void reset(Handle handle, DataSetDefinition definition, Seed seed) {
        delete(handle);
        insert(handle, definition, seed);
    }

    private void delete(Handle handle) {
        handle.execute(sql.sql(Sql.PARTS_DELETE), workload);
        handle.execute(sql.sql(Sql.DELETE), workload, workload + " %");
    }

    private void insert(Handle handle, DataSetDefinition definition, Seed seed) {
        handle.execute(
                sql.sql(Sql.INSERT),
                workload,
                definition.scale(),
                seed.value(),
                definition.constants(seed),
                ownVersion());
    }

    /** Records the claim of the objects that a load is about to create. The caller holds the lock, and all names are free. */
    void claim() {
        target.jdbi().ask(other -> other.execute(partStatement(), workload, ObjectClaim.NOTE));
    }

    /** Waits for the lock of the row and holds it until the handle's transaction ends. Returns the content of the locked row. */
    Content lock(Handle handle) {
        // The previous holder may have replaced the row; then the new row is locked.
        while (!answers(handle, Sql.LOCK, workload)) {
            if (read(handle).isEmpty()) {
                throw new HarnessException("the data set was dropped while it was being loaded; load it again");
            }
        }
        return read(handle).orElseThrow();
    }

    void state(Handle handle, State state) {
        handle.execute(sql.sql(Sql.SET_STATE), state.name().toLowerCase(Locale.ROOT), workload);
    }

    Set<String> parts(Handle handle) {
        return names(handle, Sql.PARTS_READ);
    }

    private Set<String> names(Handle handle, Sql statement) {
        return handle.select(sql.sql(statement), workload).mapTo(String.class).set();
    }

    /** Returns the ranges that a process has locked. */
    List<String> liveRanges(Handle handle) {
        Set<String> abandoned = names(handle, Sql.PARTS_PROBE);
        return parts(handle).stream()
                .filter(part -> part.startsWith(RANGE) && !abandoned.contains(part))
                .map(part -> part.substring(RANGE.length()))
                .toList();
    }

    /**
     * Creates the row of a range if it is missing, and locks it until the handle's transaction ends; returns false if it is already locked.
     */
    boolean lockRange(Handle handle, String range) {
        String name = RANGE + range;
        target.jdbi().ask(other -> parts(other).contains(name) ? 0 : other.execute(partStatement(), workload, name));
        return answers(handle, Sql.PART_LOCK, workload, name);
    }

    void forgetRange(Handle handle, String range) {
        handle.execute(sql.sql(Sql.PART_DELETE), workload, RANGE + range);
    }

    /**
     * Returns the statement that records a part, with the workload and the part's name as parameters. It must run in the transaction that
     * loads the part.
     */
    String partStatement() {
        return sql.sql(Sql.PART_INSERT);
    }

    private boolean answers(Handle handle, Sql statement, Object... parameters) {
        return handle.select(sql.sql(statement), parameters)
                .mapTo(String.class)
                .findFirst()
                .isPresent();
    }

    private boolean exists(String table) {
        return new Schema(target).exists(table);
    }

    private Optional<Content> read(Handle handle) {
        return handle.select(sql.sql(Sql.READ), workload)
                .map((row, context) -> new Content(
                        row.getString("scale"),
                        row.getLong("load_seed"),
                        row.getString("constants"),
                        State.valueOf(row.getString("state").toUpperCase(Locale.ROOT)),
                        row.getObject("loaded_at", LocalDateTime.class),
                        row.getString("tool_version")))
                .findFirst();
    }

    private static String ownVersion() {
        String version = Marker.class.getPackage().getImplementationVersion();
        return version == null ? "unknown" : version;
    }
}
