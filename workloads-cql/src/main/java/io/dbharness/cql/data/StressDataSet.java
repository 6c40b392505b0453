package io.dbharness.cql.data;

import io.dbharness.cql.target.CqlTarget;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One table of rows whose values are a function of the data set's seed, the row and the version. One thread, but for what
 * {@link #loaded()} returns.
 */
public final class StressDataSet implements DataSet {

    /** Merging needs room for what it merges. */
    private static final int COMPACTION_HEADROOM = 2;

    private final CqlTarget target;
    private final TableText text;
    private final Amount amount;
    private final RunClock clock;
    private final Settling settling;
    private @Nullable Loaded loaded;
    private Optional<Filled> filled = Optional.empty();

    public StressDataSet(CqlTarget target, RowShape shape, Storage storage, Amount amount, RunClock clock) {
        this.target = target;
        this.text = new TableText(target.keyspace(), shape, storage);
        this.amount = amount;
        this.clock = clock;
        this.settling = new Settling(target, clock);
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
            Marker.Content content = table().content()
                    .orElseThrow(() -> new HarnessException("there is no data set to run on; load one first"));
            Seed seed = new Seed(content.seed());
            known = new Loaded(
                    content.rows(),
                    seed,
                    new StressTable(target.driver(), text, seed),
                    new AcknowledgedWrites(content.rows()));
            loaded = known;
        }
        return known;
    }

    @Override
    public String describe() {
        return "stress rows, " + text.shape() + ", " + amount;
    }

    @Override
    public DataSetState inspect() {
        return table().inspect();
    }

    @Override
    public long bytesNeeded() {
        return amount.bytes(text.shape()) * COMPACTION_HEADROOM;
    }

    /** Goes on where a load of the same scale and seed was left; begins anew otherwise. */
    @Override
    public void load(int loaders, Seed seed, Progress progress) {
        Growth growth = Growth.NONE;
        if (amount.nodeBytes() > 0) {
            Filled filling = new Filled(
                    new SettledSize(target, desk(), text, clock)::nodeBytes,
                    amount.nodeBytes(),
                    text.shape().rowsInPartition());
            growth = filling;
            filled = Optional.of(filling);
        }
        table().load(loaders, seed, growth, progress);
        loaded = null;
    }

    @Override
    public void settle(Progress progress) {
        settling.settle(progress);
    }

    @Override
    public List<Check> check(String when, Progress progress) {
        List<Check> checks = new ArrayList<>(settling.check().stream().toList());
        filled.map(Filled::check).ifPresent(checks::add);
        filled = Optional.empty();
        checks.add(new DataChecks(target.driver(), loaded(), text.storage()).run(when, progress));
        return checks;
    }

    @Override
    public void drop() {
        table().drop();
        loaded = null;
    }

    /** Opens the target. */
    private MarkedTable table() {
        return new MarkedTable(target, desk(), new StressContents(desk(), text, amount), clock);
    }

    private Desk desk() {
        return new Desk(target.driver(), text.storage().consistency());
    }
}
