package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import io.dbharness.cql.data.RowShape.Amount;
import io.dbharness.cql.driver.Compactions;
import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.Progress;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;

/**
 * A table of rows with the keys and values of cassandra-stress; a unit is a row. A row's version is its write time stamp. If no rows are
 * loaded, any table with such columns is accepted, with whichever rows it has.
 */
public final class StressDataSet extends CqlMarkedDataSet<StressDataSet.Loaded> {

    /** Data younger than this may still be in memory. */
    private static final Duration FLUSH_PERIOD = Duration.ofSeconds(1);

    private final TableText text;
    private final StressTableLayout place;
    private final Amount amount;
    private final Optional<LongUnaryOperator> growth;
    private Optional<FillToSize> fill = Optional.empty();

    /** Creates a data set in the default table for rows of this shape. */
    public StressDataSet(CqlTarget target, RowShape shape, Storage storage, Amount amount, RunClock clock) {
        this(target, shape, Optional.empty(), storage, amount, clock);
    }

    /** @param table its name; empty for the default table of such rows */
    public StressDataSet(
            CqlTarget target, RowShape shape, Optional<String> table, Storage storage, Amount amount, RunClock clock) {
        this(target, shape, table.orElseGet(shape::table), storage, amount, clock, Optional.empty());
    }

    /** @param growth replaces the growth that the amount implies */
    StressDataSet(
            CqlTarget target,
            RowShape shape,
            String table,
            Storage storage,
            Amount amount,
            RunClock clock,
            Optional<LongUnaryOperator> growth) {
        super(
                target,
                storage.consistency(),
                new Facts(
                        target.keyspace(),
                        storage.replicas(),
                        table,
                        shape + ", " + amount + ", keys and values of cassandra-stress, compaction "
                                + storage.compaction().word() + ", compression "
                                + storage.compression().word(),
                        "rows",
                        1),
                clock);
        this.text = new TableText(target.keyspace(), table, shape, storage);
        this.place = new StressTableLayout(target.keyspace(), table, shape.columns(), "blob");
        this.amount = amount;
        this.growth = growth;
    }

    /**
     * A loaded data set. Thread-safe.
     *
     * @param rows         number of rows
     * @param seed         of random choices
     * @param table        its statements
     * @param acknowledged versions written and acknowledged since this process first used the data set
     */
    public record Loaded(long rows, Seed seed, StressTable table, AcknowledgedWrites acknowledged) {}

    @Override
    Loaded found(CqlMarker.Content content) {
        StressTable table = new StressTable(target.driver(), text);
        long followed = Math.max(1, Math.max(content.units(), amount.reach()));
        return new Loaded(content.units(), new Seed(content.seed()), table, new AcknowledgedWrites(followed));
    }

    @Override
    Optional<CqlMarker.Content> unmarked() {
        return amount.tableOnly() ? Optional.of(CqlMarker.Content.EMPTY) : Optional.empty();
    }

    @Override
    public DataSetState inspect() {
        return amount.tableOnly()
                ? place.inspect(admin(), content().isPresent()).orElseGet(super::inspect)
                : super.inspect();
    }

    @Override
    public String describe() {
        return "stress rows, " + text.shape() + ", " + amount;
    }

    @Override
    public long bytesNeeded() {
        return amount.bytes(text.shape()) * COMPACTION_HEADROOM;
    }

    @Override
    long units() {
        return amount.rows(text.shape(), keyspace().nodes(), keyspace().replicas());
    }

    @Override
    void createTable() {
        admin().execute(text.of("table"));
    }

    @Override
    LongFunction<Iterator<BoundStatement>> writes(Seed seed, long version) {
        StressTable table = new StressTable(target.driver(), text);
        return row -> List.of(table.load(row, version)).iterator();
    }

    @Override
    public void load(int loaders, Seed seed, Progress progress, Helpers helpers) {
        if (amount.nodeBytes() > 0) {
            fill = Optional.of(new FillToSize(
                    this::nodeBytes, amount.nodeBytes(), text.shape().rowsInPartition()));
        }
        super.load(loaders, seed, progress, helpers);
    }

    @Override
    long unitsToHave(long there, Progress progress) {
        return growth.map(more -> more.applyAsLong(there))
                .orElseGet(
                        () -> fill.map(filled -> filled.units(there, progress)).orElse(there));
    }

    /** Returns the bytes of the table per node, on average, after flush and compaction; empty if nodes do not report it. */
    private OptionalDouble nodeBytes(Progress progress) {
        // CQL has no statement that flushes, but a table has a period after which it flushes automatically.
        flushEvery(FLUSH_PERIOD);
        try (Compactions compactions = target.compactions(clock)) {
            clock.sleepUntil(clock.now() + FLUSH_PERIOD.multipliedBy(2).toNanos());
            compactions.await(progress);
            return compactions.tableBytes(text.table());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while waiting for the table to be written out", e);
        } finally {
            flushEvery(Duration.ZERO);
        }
    }

    /** Sets the flush period of the table; zero disables it. */
    private void flushEvery(Duration period) {
        Map<String, String> names = Map.of(
                "keyspace", text.keyspace(),
                "table", text.table(),
                "period", Long.toString(period.toMillis()));
        admin().execute(CqlText.of("flush-period", names));
    }

    @Override
    List<Check> compare(String when, Progress progress) {
        if (startsEmpty() && loaded().acknowledged().rowsSeen() == 0) {
            return List.of();
        }
        Optional<Check> filled = fill.map(FillToSize::check);
        fill = Optional.empty();
        Check rows = new ReadBack(target.driver(), loaded(), text.storage()).run(when, progress);
        return Stream.of(filled.stream(), Stream.of(rows), firstTime(when))
                .flatMap(checks -> checks)
                .toList();
    }

    /** Reports how many rows a run has written that began without rows. */
    private Stream<Check> firstTime(String when) {
        if (!startsEmpty()) {
            return Stream.empty();
        }
        AcknowledgedWrites writes = loaded().acknowledged();
        boolean all = writes.all() && writes.rowsSeen() == loaded().rows();
        return Stream.of(new Check(
                "first-time",
                when,
                true,
                writes.rowsSeen() + (writes.all() ? "" : " of those followed") + " of " + loaded().rows()
                        + " rows were written for the first time"
                        + (all
                                ? "; what came after replaced them: more --rows, or --until, ends the run before"
                                : "")));
    }
}
