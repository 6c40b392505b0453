package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.load.Slice;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.DataSetState.Kind;
import io.dbharness.workload.Progress;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Finds, loads and drops a workload's table and the marker that records how far its load has come. Dropping the data set never drops a
 * table without a marker. A subclass defines the content of the table, in units that are loaded one by one. One thread, except for the
 * result of {@link #loaded()}.
 *
 * @param <L> the part of a loaded data set that runs use
 */
abstract sealed class CqlMarkedDataSet<L> implements DataSet permits StressDataSet, CqlProfileDataSet, CounterDataSet {

    /** A compaction needs as much free space as the data that it merges. */
    static final int COMPACTION_HEADROOM = 2;

    private static final int IN_FLIGHT_A_LOADER = 64;
    private static final int MOST_IN_FLIGHT = 2_048;

    final CqlTarget target;
    final RunClock clock;
    private final ConsistencyLevel level;
    private final Facts facts;
    private final Settling settling;
    private boolean startsEmpty;
    private @Nullable L loaded;

    /**
     * Facts that need no question to the cluster.
     *
     * @param keyspace of the table
     * @param replicas replicas of a new keyspace; 0 for one per node, but at most three
     * @param table    its name
     * @param scale    size and kind of the data in words: two loads with the same scale and seed have the same content
     * @param unit     name of the units, in the plural
     * @param rows     about how many rows a unit has
     */
    record Facts(String keyspace, int replicas, String table, String scale, String unit, double rows) {}

    /** @param level of the statements outside the measurement */
    CqlMarkedDataSet(CqlTarget target, ConsistencyLevel level, Facts facts, RunClock clock) {
        this.target = target;
        this.level = level;
        this.facts = facts;
        this.clock = clock;
        this.settling = new Settling(target, clock);
    }

    /** Makes every run begin with an empty table and write rows for the first time. Must be called before any other method. */
    public void startEmpty() {
        startsEmpty = true;
    }

    boolean startsEmpty() {
        return startsEmpty;
    }

    private String scale() {
        return startsEmpty ? facts.scale() + ", none of them at the start" : facts.scale();
    }

    private boolean hasRows() {
        return !admin().execute(CqlText.of("any-row", Map.of("keyspace", facts.keyspace(), "table", facts.table())))
                .isEmpty();
    }

    /** Returns the number of units. Called when a load begins, in an existing keyspace. */
    abstract long units();

    /**
     * Returns how many units to load in total once {@code there} are loaded; {@code there} if they are enough. Reports progress at least
     * every 30 s.
     */
    long unitsToHave(long there, Progress progress) {
        return there;
    }

    /** Creates the keyspace unless it exists. */
    void createKeyspace() {
        keyspace().create();
    }

    /** Creates the table unless an unfinished load has left it. The caller has dropped any other table of that name. */
    abstract void createTable();

    /** Adds to a loaded table what the load would disturb. Reports progress at least every 30 s. */
    void completeTable(Progress progress) {}

    /** Returns the writes of a unit, numbered from 0; each may be repeated. */
    abstract LongFunction<Iterator<BoundStatement>> writes(Seed seed, long version);

    /** Returns the part that runs use of the data set that the marker describes. */
    abstract L found(CqlMarker.Content content);

    /** Returns the content to assume for a table without a marker; empty if a run cannot use such a table. */
    Optional<CqlMarker.Content> unmarked() {
        return Optional.empty();
    }

    /** Compares rows with their expected values. */
    abstract List<Check> compare(String when, Progress progress);

    /** Opens the target. */
    AdminSession admin() {
        return new AdminSession(target.driver(), level);
    }

    Keyspace keyspace() {
        return new Keyspace(admin(), facts.keyspace(), facts.replicas(), target.replication());
    }

    private CqlMarker marker() {
        return new CqlMarker(admin(), facts.keyspace(), facts.table());
    }

    /** Returns what the marker says; empty if there is none. */
    Optional<CqlMarker.Content> content() {
        return keyspace().tables().contains("dbharness_dataset") ? marker().read() : Optional.empty();
    }

    /** Returns the data set that was found; throws a {@link HarnessException} if there is none. */
    public L loaded() {
        L known = loaded;
        if (known == null) {
            known = found(content()
                    .or(this::unmarked)
                    .orElseThrow(() -> new HarnessException("there is no data set to run on; load one first")));
            loaded = known;
        }
        return known;
    }

    @Override
    public DataSetState inspect() {
        keyspace().requireReplicasFor(level);
        boolean exists = keyspace().tables().contains(facts.table());
        Optional<CqlMarker.Content> found = content();
        if (found.isEmpty()) {
            return exists
                    ? new DataSetState(Kind.FOREIGN, "found a table " + facts.table() + " that this tool did not load")
                    : new DataSetState(Kind.ABSENT, "no table " + facts.table());
        }
        CqlMarker.Content content = found.get();
        if (marker().claimed()) {
            return new DataSetState(Kind.BUSY, "another process is loading " + content.scale());
        }
        if (!content.scale().equals(scale())) {
            return new DataSetState(
                    Kind.DIFFERENT,
                    "found " + content.scale() + ", expected " + scale(),
                    Optional.of(content.load(facts.table())));
        }
        if (startsEmpty && exists && hasRows()) {
            return new DataSetState(
                    Kind.INCOMPLETE, "the table has rows of an earlier run, and this one begins with none");
        }
        return content.complete() && exists
                ? new DataSetState(
                        Kind.COMPLETE,
                        content.units() + " " + facts.unit() + " (" + content.scale() + ")",
                        Optional.of(content.load(facts.table())))
                : new DataSetState(Kind.INCOMPLETE, "a load of " + content.scale() + " did not finish");
    }

    /** Resumes an unfinished load of the same scale and seed; otherwise starts from the beginning. */
    @Override
    public void load(int loaders, Seed seed, Progress progress, Helpers helpers) {
        createKeyspace();
        CqlMarker marker = marker();
        try (CqlMarker.Claim claim = marker.claim()) {
            Progress renewing = (phase, done, total, unit) -> {
                claim.renew();
                progress.advance(phase, done, total, unit);
            };
            CqlMarker.Content content = begin(marker, seed);
            createTable();
            Consumer<CqlMarker.Content> fill = wanted -> {
                helpers.load(renewing);
                filling(wanted, loaders).fill(Slice.WHOLE, claim::renew, progress);
            };
            if (!startsEmpty) {
                fill.accept(content);
            }
            for (long units = startsEmpty ? content.units() : unitsToHave(content.units(), renewing);
                    units > content.units();
                    units = unitsToHave(content.units(), renewing)) {
                content = content.loadedOf(units);
                marker.write(content);
                fill.accept(content);
            }
            completeTable(renewing);
            claim.complete(content);
        }
        loaded = null;
    }

    private CqlMarker.Content begin(CqlMarker marker, Seed seed) {
        Optional<CqlMarker.Content> unfinished = marker.read().filter(left -> isUnfinished(left, seed));
        if (unfinished.isPresent()) {
            return unfinished.get();
        }
        dropTable();
        long version = ChronoUnit.MICROS.between(Instant.EPOCH, clock.wallTime());
        CqlMarker.Content content = new CqlMarker.Content(scale(), units(), seed.value(), version, 0);
        marker.write(content);
        return content;
    }

    @Override
    public void loadSlice(Slice slice, int loaders, Seed seed, Progress progress) {
        CqlMarker.Content content = content()
                .filter(found -> isUnfinished(found, seed))
                .orElseThrow(() -> new HarnessException(
                        "no load of " + describe() + " and --seed " + seed.value() + " has been begun here"));
        filling(content, loaders).fill(slice, () -> {}, progress);
    }

    /** Returns true if the marker describes an unfinished load of these rows. */
    private boolean isUnfinished(CqlMarker.Content found, Seed seed) {
        return !found.complete() && found.scale().equals(scale()) && found.seed() == seed.value();
    }

    private PartitionLoader filling(CqlMarker.Content content, int loaders) {
        return new PartitionLoader(
                target,
                marker(),
                content,
                facts,
                writes(new Seed(content.seed()), content.version()),
                Math.min(MOST_IN_FLIGHT, IN_FLIGHT_A_LOADER * loaders));
    }

    @Override
    public void settle(Progress progress) {
        settling.await(progress);
    }

    /** Only this process knows which writes were acknowledged. */
    @Override
    public List<Check> checkAcknowledged(Progress progress) {
        return compare("after", progress);
    }

    /** Returns the outcome of the last wait for compactions, which is reported once, and the comparison of rows. */
    @Override
    public List<Check> check(String when, Progress progress) {
        List<Check> checks = new ArrayList<>(settling.check().stream().toList());
        if (startsEmpty && when.equals("before")) {
            boolean rows = hasRows();
            checks.add(new Check(
                    "empty",
                    when,
                    !rows,
                    rows
                            ? "the table has rows already, so writing them again is measured; --load each empties it before each run"
                            : "the table has no rows"));
        }
        checks.addAll(compare(when, progress));
        return checks;
    }

    @Override
    public void drop() {
        if (content().isEmpty() || marker().claimed()) {
            throw new HarnessException(inspect().detail() + "; nothing was dropped");
        }
        dropTable();
        loaded = null;
    }

    private void dropTable() {
        keyspace().dropViewsOf(facts.table());
        admin().execute(CqlText.of("drop-table", Map.of("keyspace", facts.keyspace(), "table", facts.table())));
        marker().drop();
    }
}
