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
 * What the schema itself says of a workload's data set: one row in {@code dbharness_dataset}, and in {@code dbharness_part} one row for
 * each part that is loaded. A loading process holds row locks, so that a load in progress can be told from an abandoned one: on the
 * row of its range while loading it, on the first row while making tables, keys or indexes. Thread-safe.
 */
public final class Marker {

    private static final String TABLE = "dbharness_dataset";
    private static final String PARTS_TABLE = "dbharness_part";
    private static final String RANGE = "range ";

    private final JdbcTarget target;
    private final SqlCatalog<Sql> sql;
    private final String workload;

    /** Resolves the statements for the target's dialect. */
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

    /** How far a load has come. */
    public enum State {
        /** The tables are to be made. */
        EMPTY,
        LOADING,
        /** Everything was loaded and then rows were missing. */
        SHORT,
        COMPLETE
    }

    /**
     * What the row says.
     *
     * @param scale       of the data set, in words
     * @param seed        of its load
     * @param constants   what else the workload keeps
     * @param state       how far it is
     * @param loadedAt    the server's time when the load began
     * @param toolVersion who loads: another version may make other rows
     */
    public record Content(
            String scale, long seed, String constants, State state, LocalDateTime loadedAt, String toolVersion) {

        /** Whether this version makes the same rows again. */
        boolean ofThisVersion() {
            return toolVersion.equals(ownVersion());
        }

        public boolean complete() {
            return state == State.COMPLETE;
        }

        /** Tells this load from every other of the same tables. */
        String load() {
            return scale + ", seed " + seed + ", " + loadedAt;
        }

        /** Whether a load can resume where this one ended. Earlier versions noted parts elsewhere: without parts it starts again. */
        boolean resumable(String wantedScale, Seed wantedSeed, Set<String> parts) {
            boolean begun = state == State.EMPTY || (state == State.LOADING && !parts.isEmpty());
            return begun && isOf(wantedScale, wantedSeed);
        }

        /** Whether this version makes just these rows of that scale and seed. */
        boolean isOf(String wantedScale, Seed wantedSeed) {
            return scale.equals(wantedScale) && seed == wantedSeed.value() && ofThisVersion();
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

    /** Returns true if the account cannot write here: the server is a standby, a setting makes it read-only, or a right is missing. */
    boolean readOnly() {
        return !target.obstacles(Access.WRITE).isEmpty();
    }

    /** What runs have changed since the load, and how many rows there were when they were last counted. */
    Notes notes() {
        return Notes.among(parts());
    }

    /** Notes that runs change these from now on. */
    void changing(Handle handle, Collection<String> what) {
        Set<String> known = parts(handle);
        what.stream()
                .map(Notes.CHANGED::concat)
                .filter(part -> !known.contains(part))
                .forEach(part -> handle.execute(partStatement(), workload, part));
    }

    /** Notes how many rows there are, or, when it is empty, that nobody knows. */
    void counted(Handle handle, OptionalLong rows) {
        parts(handle).stream()
                .filter(part -> part.startsWith(Notes.COUNTED))
                .forEach(part -> handle.execute(sql.sql(Sql.PART_DELETE), workload, part));
        rows.ifPresent(count -> handle.execute(partStatement(), workload, Notes.COUNTED + count));
    }

    /** What another process is loading now that a load of this definition would disturb. */
    Optional<String> inTheWayOf(DataSetDefinition definition) {
        if (readOnly()) {
            // Nobody loads here, and a lock would be refused.
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

    /** Removes the rows, and the tables when no other workload has one. */
    void drop() {
        target.jdbi().useHandle(handle -> handle.execute(sql.sql(Sql.PARTS_CREATE_TABLE)));
        target.jdbi().useTransaction(handle -> {
            delete(handle);
            long others = handle.select(sql.sql(Sql.COUNT)).mapTo(Long.class).one();
            if (others == 0) {
                handle.execute(sql.sql(Sql.PARTS_DROP_TABLE));
                handle.execute(sql.sql(Sql.DROP_TABLE));
            }
        });
    }

    /** Makes the two tables where they are missing; the row too, with nothing loaded. */
    void announce(DataSetDefinition definition, Seed seed) {
        target.jdbi().useHandle(handle -> {
            handle.execute(sql.sql(Sql.CREATE_TABLE));
            handle.execute(sql.sql(Sql.PARTS_CREATE_TABLE));
        });
        target.jdbi().useTransaction(handle -> {
            if (read(handle).isEmpty()) {
                insert(handle, definition, seed);
            }
        });
    }

    /** Forgets what is there: the tables are to be made again. The caller holds the lock. */
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

    /** Notes that what a load is about to make is its own. The caller holds the lock, and none of the names is taken. */
    void claim() {
        target.jdbi().useHandle(other -> other.execute(partStatement(), workload, Claim.NOTE));
    }

    /** Waits for the lock of the row and holds it until the handle's transaction ends. Returns what the row says once locked. */
    Content lock(Handle handle) {
        // The previous holder may have replaced the row; then there is a new one to lock.
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

    /** Ranges whose lock is held by some process. */
    List<String> liveRanges(Handle handle) {
        Set<String> abandoned = names(handle, Sql.PARTS_PROBE);
        return parts(handle).stream()
                .filter(part -> part.startsWith(RANGE) && !abandoned.contains(part))
                .map(part -> part.substring(RANGE.length()))
                .toList();
    }

    /** Makes the row of a range if it is missing, and locks it until the handle's transaction ends; false when it is locked already. */
    boolean lockRange(Handle handle, String range) {
        String name = RANGE + range;
        target.jdbi().useHandle(other -> {
            if (!parts(other).contains(name)) {
                other.execute(partStatement(), workload, name);
            }
        });
        return answers(handle, Sql.PART_LOCK, workload, name);
    }

    void forgetRange(Handle handle, String range) {
        handle.execute(sql.sql(Sql.PART_DELETE), workload, RANGE + range);
    }

    /** Notes a part; its parameters are the workload and the part's name. To be run in the transaction that loads the part. */
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
