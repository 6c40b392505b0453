package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.random.Seed;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.Progress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongFunction;

/** A table of counters with the schema of cassandra-stress. Nothing is loaded: a counter that was never incremented does not exist. */
public final class CounterDataSet extends CqlMarkedDataSet<CounterDataSet.Loaded> {

    private static final int SAMPLE = 1_000;

    private final TableText text;
    private final StressTableLayout place;
    private final long reach;
    /** Lowest counter of each row of a sample before this process incremented it, by row. */
    private Map<Long, Long> before = Map.of();

    /**
     * Creates the data set.
     *
     * @param table its name; empty for the name that cassandra-stress uses
     * @param reach the highest number of a row that requests use, from 1
     */
    public CounterDataSet(
            CqlTarget target, RowShape shape, Optional<String> table, Storage storage, long reach, RunClock clock) {
        this(target, new TableText(target.keyspace(), table.orElse("counter1"), shape, storage), reach, clock);
    }

    private CounterDataSet(CqlTarget target, TableText text, long reach, RunClock clock) {
        super(
                target,
                text.storage().consistency(),
                new Facts(
                        text.keyspace(),
                        text.storage().replicas(),
                        text.table(),
                        text.shape().columns().size() + " counters a row, keys of cassandra-stress",
                        "rows",
                        1),
                clock);
        this.text = text;
        this.place = new StressTableLayout(
                text.keyspace(), text.table(), text.shape().columns(), "counter");
        this.reach = reach;
    }

    /**
     * Counters ready for use. Thread-safe.
     *
     * @param table        its statements
     * @param acknowledged the sums that this process has added
     */
    public record Loaded(CounterTable table, AcknowledgedSums acknowledged) {}

    @Override
    Loaded found(CqlMarker.Content content) {
        return new Loaded(new CounterTable(target.driver(), text), new AcknowledgedSums(reach));
    }

    @Override
    Optional<CqlMarker.Content> unmarked() {
        return Optional.of(CqlMarker.Content.EMPTY);
    }

    @Override
    public DataSetState inspect() {
        return place.inspect(admin(), content().isPresent()).orElseGet(super::inspect);
    }

    @Override
    public String describe() {
        return "counters, " + text.shape().columns().size() + " a row";
    }

    @Override
    public long bytesNeeded() {
        return reach * text.shape().partitionBytes() * COMPACTION_HEADROOM;
    }

    @Override
    long units() {
        return 0;
    }

    @Override
    void createTable() {
        admin().execute(text.of("counter-table"));
    }

    @Override
    LongFunction<Iterator<BoundStatement>> writes(Seed seed, long version) {
        return row -> Collections.emptyIterator();
    }

    /**
     * Checks that each counter of a sample has at least its earlier value plus the acknowledged additions. Other clients may have added
     * more.
     */
    @Override
    List<Check> compare(String when, Progress progress) {
        AcknowledgedSums added = loaded().acknowledged();
        if (added.additions() == 0) {
            before = new TreeMap<>();
            Seed.DEFAULT.stream("cql-counters", 0)
                    .longs(Math.min(SAMPLE, 2 * reach), 0, reach)
                    .forEach(row -> before.computeIfAbsent(row, this::lowest));
            String detail = before.size() + " of " + reach + " counters read, to compare with after the run";
            return List.of(new Check("counters", when, true, detail));
        }
        List<String> wrong = new ArrayList<>();
        long raised = 0;
        for (Map.Entry<Long, Long> counter : before.entrySet()) {
            long row = counter.getKey();
            long sum = added.of(row);
            long found = lowest(row);
            raised += sum == 0 ? 0 : 1;
            if (found < counter.getValue() + sum) {
                wrong.add("row " + row + " has " + found + " after " + counter.getValue() + " and " + sum + " added");
            }
        }
        String detail = before.size() + " counters of a sample, " + raised + " of them raised by this run, read at "
                + ReadBack.levelAfter(text.storage().consistency()) + ": "
                + (wrong.isEmpty()
                        ? "none has less than was acknowledged"
                        : wrong.size() + " have less than was acknowledged, for example " + wrong.get(0));
        return List.of(new Check("counters", when, wrong.isEmpty(), detail));
    }

    /** Returns the lowest counter of a row; 0 if it does not exist. */
    private long lowest(long row) {
        List<Row> found = AdminSession.execute(target.driver(), loaded().table().readBack(row));
        return loaded().table().lowest(found.isEmpty() ? null : found.get(0));
    }
}
