package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import io.dbharness.cql.profile.Column;
import io.dbharness.cql.profile.Profile;
import io.dbharness.cql.profile.Row;
import io.dbharness.cql.profile.Rows;
import io.dbharness.cql.target.CqlTarget;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.Progress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The table of a profile, filled with its first partitions. One thread, but for what {@link #loaded()} returns. */
public final class ProfileDataSet implements DataSet {

    private static final int COMPACTION_HEADROOM = 2;
    private static final int SAMPLED_PARTITIONS = 50;
    private static final int ROWS_OF_A_PARTITION = 20;
    /** About what a row takes on disk beside its values. */
    private static final int ROW_BYTES = 42;

    private final CqlTarget target;
    private final Profile profile;
    private final Plan plan;
    private final RunClock clock;
    private final Settling settling;
    private @Nullable Loaded loaded;

    /**
     * What the profile leaves open.
     *
     * @param partitions  to load
     * @param consistency of statements that do not say
     * @param rewrites    whether the run has writes of the user's own, after which values are no longer known
     */
    public record Plan(long partitions, ConsistencyLevel consistency, boolean rewrites) {}

    public ProfileDataSet(CqlTarget target, Profile profile, Plan plan, RunClock clock) {
        this.target = target;
        this.profile = profile;
        this.plan = plan;
        this.clock = clock;
        this.settling = new Settling(target, clock);
    }

    /**
     * A data set that is there. Thread-safe.
     *
     * @param rows         what its partitions hold
     * @param statements   of its table
     * @param acknowledged what was written since it was first used by this process
     */
    public record Loaded(Rows rows, ProfileStatements statements, AcknowledgedRows acknowledged) {}

    /** The data set as it was found; throws a {@link HarnessException} when there is none. */
    public Loaded loaded() {
        Loaded known = loaded;
        if (known == null) {
            Marker.Content content = table().content()
                    .orElseThrow(() -> new HarnessException("there is no data set to run on; load one first"));
            known = new Loaded(
                    new Rows(profile, new Seed(content.seed())),
                    new ProfileStatements(
                            profile, plan.consistency(), new StatementsInKeyspace(target.driver(), profile.keyspace())),
                    new AcknowledgedRows());
            loaded = known;
        }
        return known;
    }

    @Override
    public String describe() {
        return plan.partitions() + " partitions of the profile of " + profile.table();
    }

    @Override
    public DataSetState inspect() {
        return table().inspect();
    }

    /** From the values of a few rows. */
    @Override
    public long bytesNeeded() {
        List<Row> sample = sample(new Rows(profile, Seed.DEFAULT), Math.min(SAMPLED_PARTITIONS, plan.partitions()));
        double bytes = 0;
        for (Row row : sample) {
            for (int i = 0; i < profile.columns().size(); i++) {
                ByteBuffer value = row.value(i);
                bytes += value == null ? 0 : value.remaining() + 1;
            }
        }
        double rows = profile.rowsInPartition(Seed.DEFAULT.stream("rows-in-partition", 0)) * plan.partitions();
        double each = sample.isEmpty() ? 0 : bytes / sample.size() + ROW_BYTES;
        return (long) (rows * each * COMPACTION_HEADROOM);
    }

    @Override
    public void load(int loaders, Seed seed, Progress progress) {
        table().load(loaders, seed, Growth.NONE, progress);
        loaded = null;
    }

    @Override
    public void settle(Progress progress) {
        settling.settle(progress);
    }

    @Override
    public List<Check> check(String when, Progress progress) {
        List<Check> checks = new ArrayList<>(settling.check().stream().toList());
        if (plan.rewrites()) {
            checks.add(new Check("rows", when, true, "not compared, as queries of this run change rows"));
            return checks;
        }
        Loaded data = loaded();
        List<Row> written = data.acknowledged().rows();
        List<Row> rows =
                written.isEmpty() ? sample(data.rows(), Math.min(SAMPLED_PARTITIONS, plan.partitions())) : written;
        checks.add(compare(when, rows, written.isEmpty() ? "of a sample" : "last written and acknowledged"));
        return checks;
    }

    private static List<Row> sample(Rows rows, long partitions) {
        List<Row> sample = new ArrayList<>();
        for (long number = 1; number <= partitions; number++) {
            Iterator<Row> partition = rows.of(number);
            for (int i = 0; i < ROWS_OF_A_PARTITION && partition.hasNext(); i++) {
                sample.add(partition.next());
            }
        }
        return sample;
    }

    private Check compare(String when, List<Row> rows, String which) {
        List<String> wrong = rows.stream().flatMap(row -> wrong(row).stream()).toList();
        String detail = rows.size() + " rows " + which + ", read at "
                + ReadBack.levelAfter(loaded().statements().insertLevel()) + ": "
                + (wrong.isEmpty() ? "all equal" : wrong.size() + " wrong, for example " + wrong.get(0));
        return new Check("rows", when, wrong.isEmpty(), detail);
    }

    /** What is wrong with a row as the server has it; empty when nothing is. */
    private Optional<String> wrong(Row row) {
        com.datastax.oss.driver.api.core.cql.Row found;
        try {
            found = target.driver().execute(loaded().statements().readBack(row)).one();
        } catch (DriverException e) {
            return Optional.of("one that cannot be read: " + e.getMessage());
        }
        if (found == null) {
            return profile.expires() ? Optional.empty() : Optional.of("one that is missing");
        }
        for (int i = 0; i < profile.columns().size(); i++) {
            Column column = profile.columns().get(i);
            if (!column.isSame(row.value(i), found.getBytesUnsafe(i))) {
                return Optional.of("one whose " + column.name() + " is not what was written");
            }
        }
        return Optional.empty();
    }

    @Override
    public void drop() {
        table().drop();
        loaded = null;
    }

    /** Opens the target. */
    private MarkedTable table() {
        Desk desk = new Desk(target.driver(), plan.consistency());
        return new MarkedTable(target, desk, new ProfileContents(desk, profile, plan.partitions()), clock);
    }
}
