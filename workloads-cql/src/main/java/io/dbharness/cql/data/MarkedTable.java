package io.dbharness.cql.data;

import io.dbharness.cql.target.CqlTarget;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.time.RunClock;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.Progress;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A table with a marker beside it that says what it holds: finding, loading and removing it. One thread. */
final class MarkedTable {

    private static final int RANGES = 256;
    private static final double LEAST_ROWS_A_RANGE = 2_000;
    /** A claim is renewed after each range, and even a slow cluster writes so many rows within its minute. */
    private static final double MOST_ROWS_A_RANGE = 50_000;

    private static final int IN_FLIGHT_A_LOADER = 64;
    private static final int MOST_IN_FLIGHT = 2_048;

    private final CqlTarget target;
    private final Desk desk;
    private final Contents contents;
    private final RunClock clock;

    MarkedTable(CqlTarget target, Desk desk, Contents contents, RunClock clock) {
        this.target = target;
        this.desk = desk;
        this.contents = contents;
        this.clock = clock;
    }

    /** What the marker says; empty when there is none. */
    Optional<Marker.Content> content() {
        return keyspace().tables().contains("dbharness_dataset") ? marker().read() : Optional.empty();
    }

    DataSetState inspect() {
        Contents.Facts facts = contents.facts();
        boolean exists = keyspace().tables().contains(facts.table());
        Optional<Marker.Content> found = content();
        if (found.isEmpty()) {
            return exists
                    ? state(
                            DataSetState.Kind.DIFFERENT,
                            "found a table " + facts.table() + " that this tool did not load")
                    : state(DataSetState.Kind.ABSENT, "no table " + facts.table());
        }
        Marker.Content content = found.get();
        if (marker().claimed()) {
            return state(DataSetState.Kind.BUSY, "another process is loading " + content.scale());
        }
        if (!content.scale().equals(facts.scale())) {
            return state(DataSetState.Kind.DIFFERENT, "found " + content.scale() + ", expected " + facts.scale());
        }
        return content.complete() && exists
                ? state(DataSetState.Kind.COMPLETE, content.rows() + " " + facts.unit() + " (" + content.scale() + ")")
                : state(DataSetState.Kind.INCOMPLETE, "a load of " + content.scale() + " did not finish");
    }

    /**
     * Goes on where a load of the same scale and seed was left; begins anew otherwise.
     *
     * @param growth asked once everything is there, and again whenever it asked for more
     */
    void load(int loaders, Seed seed, Growth growth, Progress progress) {
        contents.createKeyspace();
        Marker marker = marker();
        marker.createTables();
        try (Marker.Claim claim = marker.claim()) {
            Marker.Content content = begin(marker, seed);
            contents.createTable();
            Filling filling = new Filling(marker, claim, loaders, progress);
            fill(content, filling);
            marker.write(grown(content, growth, filling).completed());
            marker.forgetRanges();
        }
    }

    private Marker.Content grown(Marker.Content content, Growth growth, Filling filling) {
        Marker.Content now = content;
        for (long units = growth.units(now.rows(), filling.renewing());
                units > now.rows();
                units = growth.units(now.rows(), filling.renewing())) {
            now = now.grownTo(units);
            filling.marker().write(now);
            fill(now, filling);
        }
        return now;
    }

    private Marker.Content begin(Marker marker, Seed seed) {
        Optional<Marker.Content> left = marker.read();
        if (left.isPresent()
                && !left.get().complete()
                && left.get().scale().equals(contents.facts().scale())
                && left.get().seed() == seed.value()) {
            return left.get();
        }
        dropTable();
        marker.delete();
        long version = ChronoUnit.MICROS.between(Instant.EPOCH, clock.wallTime());
        Marker.Content content =
                new Marker.Content(contents.facts().scale(), contents.units(), seed.value(), version, 0);
        marker.write(content);
        return content;
    }

    /** What a load works with. */
    private record Filling(Marker marker, Marker.Claim claim, int loaders, Progress progress) {

        /** Keeps the claim while there is nothing to load. */
        Progress renewing() {
            return (phase, done, total, unit) -> {
                claim.renew();
                progress.advance(phase, done, total, unit);
            };
        }
    }

    private void fill(Marker.Content content, Filling filling) {
        long units = content.rows();
        var writes = contents.writes(new Seed(content.seed()), content.version());
        RowLoader loader = new RowLoader(
                desk.driver(),
                target.failures(),
                Math.min(MOST_IN_FLIGHT, IN_FLIGHT_A_LOADER * filling.loaders()),
                new RowLoader.Report(filling.progress(), units, contents.facts().unit()));
        Set<Long> done = filling.marker().rangesDone();
        loader.skip(content.loaded());
        long length = rangeLength(units - content.loaded());
        for (long first = content.loaded(); first < units; first += length) {
            long end = Math.min(units, first + length);
            if (done.contains(first)) {
                loader.skip(end - first);
                continue;
            }
            loader.load(first, end, writes);
            filling.marker().rangeDone(first);
            filling.claim().renew();
        }
    }

    private long rangeLength(long units) {
        double rows = contents.facts().rows();
        double wanted = Math.max(LEAST_ROWS_A_RANGE, units * rows / RANGES);
        return Math.max(1, (long) Math.ceil(Math.min(MOST_ROWS_A_RANGE, wanted) / rows));
    }

    void drop() {
        if (content().isEmpty() || marker().claimed()) {
            throw new HarnessException(inspect().detail() + "; nothing was dropped");
        }
        dropTable();
        marker().delete();
    }

    private void dropTable() {
        Map<String, String> names = Map.of(
                "keyspace",
                contents.facts().keyspace(),
                "table",
                contents.facts().table());
        desk.execute(new CqlText(names).of("drop-table"));
    }

    private Keyspace keyspace() {
        return new Keyspace(desk, contents.facts().keyspace(), 0);
    }

    private Marker marker() {
        return new Marker(desk, contents.facts().keyspace(), contents.facts().table());
    }

    private static DataSetState state(DataSetState.Kind kind, String detail) {
        return new DataSetState(kind, detail);
    }
}
