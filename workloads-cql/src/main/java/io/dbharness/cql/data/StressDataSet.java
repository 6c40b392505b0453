package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.CqlSession;
import io.dbharness.cql.target.Compactions;
import io.dbharness.cql.target.CqlTarget;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.Progress;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One table of rows whose values are a function of the data set's seed, the row and the version. One thread, but for what
 * {@link #loaded()} returns.
 */
public final class StressDataSet implements DataSet {

    private static final int RANGES = 256;
    private static final int LEAST_RANGE = 2_000;
    private static final int IN_FLIGHT_A_LOADER = 64;
    private static final int MOST_IN_FLIGHT = 2_048;
    /** Merging needs room for what it merges. */
    private static final int COMPACTION_HEADROOM = 2;

    private final CqlTarget target;
    private final TableText text;
    private final Amount amount;
    private final RunClock clock;
    private @Nullable Loaded loaded;
    private Optional<Compactions.Wait> lastWait = Optional.empty();

    public StressDataSet(CqlTarget target, RowShape shape, Storage storage, Amount amount, RunClock clock) {
        this.target = target;
        this.text = new TableText(target.keyspace(), shape, storage);
        this.amount = amount;
        this.clock = clock;
    }

    /**
     * A data set that is there. Thread-safe.
     *
     * @param rows         their number
     * @param seed         of all values
     * @param table        its statements
     * @param acknowledged what was written and acknowledged since it was first used by this process
     */
    public record Loaded(long rows, Seed seed, StressTable table, AcknowledgedWrites acknowledged) {}

    /** The data set as it was found; throws a {@link HarnessException} when there is none. */
    public Loaded loaded() {
        Loaded known = loaded;
        if (known == null) {
            Marker.Content content = inKeyspace() ? marker().read().orElse(null) : null;
            if (content == null) {
                throw new HarnessException("there is no data set to run on; load one first");
            }
            Seed seed = new Seed(content.seed());
            known = new Loaded(
                    content.rows(),
                    seed,
                    new StressTable(driver(), text, seed),
                    new AcknowledgedWrites(content.rows()));
            loaded = known;
        }
        return known;
    }

    @Override
    public String describe() {
        return "stress rows, " + scale();
    }

    private String scale() {
        return text.shape() + ", " + amount + ", compaction "
                + text.storage().compaction().word() + ", compression "
                + text.storage().compression().word();
    }

    @Override
    public DataSetState inspect() {
        boolean exists = keyspace().tables().contains(text.shape().table());
        Optional<Marker.Content> found = inKeyspace() ? marker().read() : Optional.empty();
        if (found.isEmpty()) {
            return exists
                    ? state(
                            DataSetState.Kind.DIFFERENT,
                            "found a table " + text.shape().table() + " that this tool did not load")
                    : state(DataSetState.Kind.ABSENT, "no table " + text.shape().table());
        }
        Marker.Content content = found.get();
        if (marker().claimed()) {
            return state(DataSetState.Kind.BUSY, "another process is loading " + content.scale());
        }
        if (!content.scale().equals(scale())) {
            return state(DataSetState.Kind.DIFFERENT, "found " + content.scale() + ", expected " + scale());
        }
        return content.complete() && exists
                ? state(DataSetState.Kind.COMPLETE, content.rows() + " rows of " + text.shape())
                : state(DataSetState.Kind.INCOMPLETE, "a load of " + content.scale() + " did not finish");
    }

    @Override
    public long bytesNeeded() {
        return amount.bytes(text.shape()) * COMPACTION_HEADROOM;
    }

    /** Goes on where a load of the same scale and seed was left; begins anew otherwise. */
    @Override
    public void load(int loaders, Seed seed, Progress progress) {
        keyspace().create();
        Marker marker = marker();
        marker.createTables();
        try (Marker.Claim claim = marker.claim()) {
            Marker.Content content = begin(marker, seed);
            desk().execute(text.of("table"));
            fill(content, new Filling(marker, claim, loaders, progress));
            marker.write(new Marker.Content(content.scale(), content.rows(), content.seed(), content.version(), true));
            marker.forgetRanges();
        }
        loaded = null;
    }

    private Marker.Content begin(Marker marker, Seed seed) {
        Optional<Marker.Content> left = marker.read();
        if (left.isPresent()
                && !left.get().complete()
                && left.get().scale().equals(scale())
                && left.get().seed() == seed.value()) {
            return left.get();
        }
        desk().execute(text.of("drop-table"));
        marker.delete();
        long rows = amount.rows(text.shape(), keyspace().nodes(), keyspace().replicas());
        long version = ChronoUnit.MICROS.between(Instant.EPOCH, clock.wallTime());
        Marker.Content content = new Marker.Content(scale(), rows, seed.value(), version, false);
        marker.write(content);
        return content;
    }

    /** What a load works with. */
    private record Filling(Marker marker, Marker.Claim claim, int loaders, Progress progress) {}

    private void fill(Marker.Content content, Filling filling) {
        StressTable table = new StressTable(driver(), text, new Seed(content.seed()));
        RowLoader loader = new RowLoader(
                driver(),
                target.failures(),
                Math.min(MOST_IN_FLIGHT, IN_FLIGHT_A_LOADER * filling.loaders()),
                new RowLoader.Report(filling.progress(), content.rows()));
        Set<Long> done = filling.marker().rangesDone();
        long length = Math.max(LEAST_RANGE, (content.rows() + RANGES - 1) / RANGES);
        for (long first = 0; first < content.rows(); first += length) {
            long end = Math.min(content.rows(), first + length);
            if (done.contains(first)) {
                loader.skip(end - first);
                continue;
            }
            loader.load(first, end, row -> table.load(row, content.version()));
            filling.marker().rangeDone(first);
            filling.claim().renew();
        }
    }

    @Override
    public void settle(Progress progress) {
        try (Compactions compactions = target.compactions()) {
            lastWait = Optional.of(compactions.await(clock, progress));
        }
    }

    @Override
    public List<Check> check(String when, Progress progress) {
        List<Check> checks = new ArrayList<>();
        Optional<Compactions.Wait> wait = lastWait;
        wait.ifPresent(w -> checks.add(new Check("compactions", "before", w.quiet() || !w.views(), w.describe())));
        lastWait = Optional.empty();
        checks.add(new DataChecks(driver(), loaded(), text.storage()).run(when, progress));
        return checks;
    }

    @Override
    public void drop() {
        if (!inKeyspace()) {
            return;
        }
        Marker marker = marker();
        if (marker.claimed() || marker.read().isEmpty()) {
            throw new HarnessException(inspect().detail() + "; nothing was dropped");
        }
        desk().execute(text.of("drop-table"));
        marker.delete();
        loaded = null;
    }

    private Keyspace keyspace() {
        return new Keyspace(desk(), target.keyspace(), text.storage().replicas());
    }

    private boolean inKeyspace() {
        return keyspace().tables().contains("dbharness_dataset");
    }

    private Marker marker() {
        return new Marker(desk(), text);
    }

    private Desk desk() {
        return new Desk(driver(), text.storage().consistency());
    }

    private CqlSession driver() {
        return target.driver();
    }

    private static DataSetState state(DataSetState.Kind kind, String detail) {
        return new DataSetState(kind, detail);
    }
}
