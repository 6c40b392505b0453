package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import io.dbharness.model.HarnessException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * What says that a table holds a data set and how far its load came: tables of their own in the same keyspace. A load in progress holds
 * a claim that it renews and that expires by itself when its process dies. One thread.
 */
final class Marker {

    private static final String COMPLETE = "complete";
    private static final String LOADING = "loading";
    private static final String AFTER = LOADING + " after ";

    private final Desk desk;
    private final CqlText text;
    private final String name;

    /** @param name of the table that it is about */
    Marker(Desk desk, String keyspace, String name) {
        this.desk = desk;
        this.text = new CqlText(Map.of("keyspace", keyspace));
        this.name = name;
    }

    /**
     * What the row says.
     *
     * @param scale    of the data set, in words
     * @param rows     their number, or that of other units it was loaded in
     * @param seed     of the values
     * @param version  of every row loaded
     * @param loaded   how many of them are known to be there, beside what ranges say; all when the load came to its end
     */
    record Content(String scale, long rows, long seed, long version, long loaded) {

        boolean complete() {
            return loaded == rows;
        }

        /** All of it is there. */
        Content completed() {
            return new Content(scale, rows, seed, version, rows);
        }

        /** All of it is there and more is to come. */
        Content grownTo(long newRows) {
            return new Content(scale, newRows, seed, version, rows);
        }

        private String state() {
            if (complete()) {
                return COMPLETE;
            }
            return loaded == 0 ? LOADING : AFTER + loaded;
        }

        private static long loaded(String state, long rows) {
            if (state.equals(COMPLETE)) {
                return rows;
            }
            return state.startsWith(AFTER) ? Long.parseLong(state.substring(AFTER.length())) : 0;
        }
    }

    void createTables() {
        for (String file : List.of("marker-table", "marker-ranges-table", "marker-claims-table")) {
            desk.execute(text.of(file));
        }
    }

    Optional<Content> read() {
        Row row = execute("marker-read", name).one();
        if (row == null) {
            return Optional.empty();
        }
        long rows = row.getLong("rows");
        return Optional.of(new Content(
                String.valueOf(row.getString("scale")),
                rows,
                row.getLong("seed"),
                row.getLong("version"),
                Content.loaded(String.valueOf(row.getString("state")), rows)));
    }

    void write(Content content) {
        execute(
                "marker-write",
                name,
                content.scale(),
                content.rows(),
                content.seed(),
                content.version(),
                content.state(),
                toolVersion());
    }

    /** First rows of the ranges that are loaded. */
    Set<Long> rangesDone() {
        Set<Long> done = new HashSet<>();
        execute("ranges-read", name).forEach(row -> done.add(row.getLong("first")));
        return done;
    }

    void rangeDone(long first) {
        execute("ranges-write", name, first);
    }

    void forgetRanges() {
        execute("ranges-delete", name);
    }

    /** Removes everything about this table. */
    void delete() {
        forgetRanges();
        execute("marker-delete", name);
    }

    boolean claimed() {
        return execute("claim-read", name).one() != null;
    }

    /** Announces a load; throws when another process has. */
    Claim claim() {
        UUID owner = Uuids.timeBased();
        if (!execute("claim-take", name, owner).wasApplied()) {
            throw new HarnessException("another process is loading " + name + "; wait until it has finished");
        }
        return new Claim(owner);
    }

    private ResultSet execute(String file, Object... values) {
        return desk.execute(text.of(file), values);
    }

    private static String toolVersion() {
        String version = Marker.class.getPackage().getImplementationVersion();
        return version == null ? "unknown" : version;
    }

    /** A load in progress. */
    final class Claim implements AutoCloseable {

        private final UUID owner;

        private Claim(UUID owner) {
            this.owner = owner;
        }

        /** To be called more often than once a minute. */
        void renew() {
            if (!execute("claim-renew", owner, name, owner).wasApplied()) {
                throw new HarnessException(
                        "the claim on " + name + " was lost, as this process stood still for a minute; load again");
            }
        }

        @Override
        public void close() {
            execute("claim-release", name, owner);
        }
    }
}
