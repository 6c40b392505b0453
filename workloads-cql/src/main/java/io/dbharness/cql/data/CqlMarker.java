package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The row of one table in {@code dbharness_dataset}, which records the table's data set and how far its load has come. It is written before
 * the load begins. A load in progress holds a claim, which it renews; the claim expires when its process dies. During a load each finished
 * part has a row, too, so that a killed load can be resumed. Not thread-safe: one thread.
 *
 * @param admin    runs its statements
 * @param keyspace of the table
 * @param table    its name
 */
record CqlMarker(AdminSession admin, String keyspace, String table) {

    private static final Logger LOG = LoggerFactory.getLogger(CqlMarker.class);
    private static final String COMPLETE = "complete";
    private static final String LOADING_AFTER = "loading after ";

    /**
     * The content of the row.
     *
     * @param scale   of the data set, in words
     * @param units   number of units of the complete data set, such as rows
     * @param seed    of the values
     * @param version of every row loaded
     * @param loaded  units known to be loaded, without those of finished parts; equal to {@code units} when the load is complete
     */
    record Content(String scale, long units, long seed, long version, long loaded) {

        /** The content for a table that this tool did not load, or loaded no rows into. */
        static final Content EMPTY = new Content("", 0, Seed.DEFAULT.value(), 0, 0);

        boolean complete() {
            return loaded == units;
        }

        /** Returns text that identifies this load: no two loads begin in the same microsecond. */
        String load(String table) {
            return table + ", " + scale + ", seed " + seed + ", " + version;
        }

        /** Returns this content with all its units loaded, and more to load if {@code newUnits} is larger. */
        Content loadedOf(long newUnits) {
            return new Content(scale, newUnits, seed, version, units);
        }

        private String state() {
            String loading = loaded == 0 ? "loading" : LOADING_AFTER + loaded;
            return complete() ? COMPLETE : loading;
        }

        private static Content of(Row row) {
            long units = row.getLong("rows");
            String state = String.valueOf(row.getString("state"));
            long part = state.startsWith(LOADING_AFTER) ? Long.parseLong(state.substring(LOADING_AFTER.length())) : 0;
            long loaded = state.equals(COMPLETE) ? units : part;
            return new Content(
                    String.valueOf(row.getString("scale")), units, row.getLong("seed"), row.getLong("version"), loaded);
        }
    }

    /** Reads the marker; empty if there is none. Its table must exist. */
    Optional<Content> read() {
        return execute("marker-read", table).stream().findFirst().map(Content::of);
    }

    void write(Content content) {
        execute(
                "marker-write",
                table,
                content.scale(),
                content.units(),
                content.seed(),
                content.version(),
                content.state(),
                Objects.requireNonNullElse(CqlMarker.class.getPackage().getImplementationVersion(), "unknown"));
    }

    /** Returns true if a process is loading now. */
    boolean claimed() {
        return !execute("claim-read", table).isEmpty();
    }

    /**
     * Announces a load and creates the missing tables of the marker.
     *
     * @throws HarnessException if another process has claimed the table
     */
    Claim claim() {
        List.of("marker-table", "parts-table", "claims-table").forEach(this::execute);
        UUID owner = Uuids.timeBased();
        Optional<Boolean> voted = vote("claim-take", table, owner);
        if (!voted.orElseGet(() -> !claimed())) {
            throw new HarnessException("another process is loading " + table + "; wait until it has finished");
        }
        if (voted.isEmpty()) {
            LOG.warn(
                    "the claim on {} is taken without a vote, as too few replicas are there for one; do not load it from two"
                            + " machines at once",
                    table);
            execute("claim-note", table, owner);
        }
        return new Claim(owner, voted.isPresent());
    }

    /** Returns true if a conditional statement was applied; empty if too few replicas are up to decide. */
    private Optional<Boolean> vote(String file, Object... values) {
        try {
            return Optional.of(applies(file, values));
        } catch (HarnessException e) {
            if (e.getCause() instanceof UnavailableException) {
                LOG.debug("no vote", e);
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Returns the first units of the parts that this load, or an unfinished earlier one, has finished. */
    Set<Long> parts() {
        Set<Long> parts = new HashSet<>();
        execute("parts-read", table).forEach(row -> parts.add(row.getLong("first")));
        return parts;
    }

    /** Records that the part that begins with this unit is finished. */
    void finished(long firstUnit) {
        execute("parts-write", table, firstUnit);
    }

    /** Removes everything about the table. */
    void drop() {
        execute("parts-delete", table);
        execute("marker-delete", table);
    }

    private List<Row> execute(String file, Object... values) {
        return admin.execute(text(file), values);
    }

    private boolean applies(String file, Object... values) {
        return admin.applies(text(file), values);
    }

    private String text(String file) {
        return CqlText.of(file, Map.of("keyspace", keyspace));
    }

    /** A load in progress. */
    final class Claim implements AutoCloseable {

        private final UUID owner;
        private final boolean voted;

        /** @param voted true if a majority of replicas agreed to the claim; each renewal then needs a majority, too */
        private Claim(UUID owner, boolean voted) {
            this.owner = owner;
            this.voted = voted;
        }

        /** Renews the claim. Must be called more often than once a minute. */
        void renew() {
            if (!voted) {
                execute("claim-note", table, owner);
            } else if (!applies("claim-renew", owner, table, owner)) {
                throw new HarnessException("the claim on " + table
                        + " expired because this process did not renew it for a" + " minute; load again");
            }
        }

        /** Declares the data set complete. */
        void complete(Content content) {
            write(content.loadedOf(content.units()));
            execute("parts-delete", table);
        }

        /** Releases the claim; a load that is not complete by then is abandoned. */
        @Override
        public void close() {
            if (voted) {
                execute("claim-release", table, owner);
            } else {
                execute("claim-delete", table);
            }
        }
    }
}
