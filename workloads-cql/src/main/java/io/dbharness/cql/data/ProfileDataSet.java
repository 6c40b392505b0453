package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.cql.profile.Column;
import io.dbharness.cql.profile.Profile;
import io.dbharness.cql.profile.Ratio;
import io.dbharness.cql.profile.Row;
import io.dbharness.cql.profile.Rows;
import io.dbharness.random.Seed;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Check;
import io.dbharness.workload.Progress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterators;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/** The table of a profile, filled with its first partitions; a unit is a partition. */
public final class ProfileDataSet extends MarkedDataSet<ProfileDataSet.Loaded> {

    private static final int SAMPLED_PARTITIONS = 50;
    private static final int ROWS_OF_A_PARTITION = 20;
    /** About what a row takes on disk beside its values. */
    private static final int ROW_BYTES = 42;

    private final Profile profile;
    private final Plan plan;

    /**
     * What the profile leaves open.
     *
     * @param partitions  to load
     * @param consistency of statements that do not say
     * @param rewrites    whether the run has writes of the user's own, after which values are no longer known
     */
    public record Plan(long partitions, ConsistencyLevel consistency, boolean rewrites) {}

    public ProfileDataSet(CqlTarget target, Profile profile, Plan plan, RunClock clock) {
        super(target, plan.consistency(), facts(profile, plan.partitions()), clock);
        this.profile = profile;
        this.plan = plan;
    }

    private static Facts facts(Profile profile, long partitions) {
        // A digest of all that decides the rows: a change to any of it makes another data set.
        Ratio populated = profile.insert().populated();
        String rows = profile.ddl().table()
                + profile.columns()
                + "Ratio[spread=%s, divisor=%s]".formatted(populated.dividend(), populated.divisor());
        String digest =
                UUID.nameUUIDFromBytes(rows.getBytes(StandardCharsets.UTF_8)).toString();
        return new Facts(
                profile.keyspace(),
                0,
                profile.table(),
                partitions + " partitions of the profile of " + profile.table() + " ("
                        + digest.substring(0, digest.indexOf('-')) + ")",
                "partitions",
                Math.max(1, profile.rowsInPartition()));
    }

    /**
     * A data set that is there. Thread-safe.
     *
     * @param rows         what its partitions hold
     * @param statements   of its table
     * @param acknowledged what was written since it was first used by this process
     */
    public record Loaded(Rows rows, ProfileStatements statements, LastRows acknowledged) {}

    /** The last rows that were written and acknowledged, one of each operation. Thread-safe, without a lock. */
    public static final class LastRows {

        private static final int MOST = 1_000;

        private final AtomicReferenceArray<Row> last = new AtomicReferenceArray<>(MOST);
        private final AtomicLong next = new AtomicLong();

        private LastRows() {}

        /** Notes a row whose write was acknowledged. */
        public void acknowledge(Row row) {
            last.set((int) (next.getAndIncrement() % MOST), row);
        }

        private List<Row> rows() {
            return IntStream.range(0, MOST)
                    .mapToObj(last::get)
                    .filter(Objects::nonNull)
                    .toList();
        }
    }

    @Override
    Loaded found(Marker.Content content) {
        Rows rows = new Rows(profile, new Seed(content.seed()));
        return new Loaded(rows, new ProfileStatements(profile, admin()), new LastRows());
    }

    @Override
    public String describe() {
        return plan.partitions() + " partitions of the profile of " + profile.table();
    }

    /** From the values of a few rows. */
    @Override
    public long bytesNeeded() {
        double rowBytes = sample(new Rows(profile, Seed.DEFAULT)).stream()
                .mapToInt(row -> IntStream.range(0, profile.columns().size())
                                .mapToObj(row::value)
                                .mapToInt(value -> value == null ? 0 : value.remaining() + 1)
                                .sum()
                        + ROW_BYTES)
                .average()
                .orElse(0);
        return (long) (profile.rowsInPartition() * plan.partitions() * rowBytes * COMPACTION_HEADROOM);
    }

    @Override
    long units() {
        return plan.partitions();
    }

    /** As the profile says, or as this program does. */
    @Override
    void createKeyspace() {
        profile.ddl()
                .keyspace()
                .map(SimpleStatement::newInstance)
                .ifPresentOrElse(admin()::executeUnlessThere, super::createKeyspace);
    }

    @Override
    void createTable() {
        AdminSession admin = admin();
        ProfileStatements.InKeyspace inKeyspace = new ProfileStatements.InKeyspace(admin.driver(), profile.keyspace());
        admin.executeUnlessThere(inKeyspace.of(profile.ddl().table()));
        profile.ddl().extra().forEach(text -> admin.executeUnlessThere(inKeyspace.of(text)));
    }

    @Override
    LongFunction<Iterator<BoundStatement>> writes(Seed seed, long version) {
        Rows rows = new Rows(profile, seed);
        ProfileStatements statements = new ProfileStatements(profile, admin());
        return unit -> StreamSupport.stream(Spliterators.spliteratorUnknownSize(rows.of(unit + 1), 0), false)
                .map(statements::insert)
                .iterator();
    }

    @Override
    List<Check> compare(String when, Progress progress) {
        if (plan.rewrites()) {
            return List.of(new Check("rows", when, true, "not compared, as queries of this run change rows"));
        }
        List<Row> written = loaded().acknowledged().rows();
        List<Row> rows = written.isEmpty() ? sample(loaded().rows()) : written;
        List<String> wrong = rows.stream().flatMap(row -> wrong(row).stream()).toList();
        String detail = rows.size() + " rows " + (written.isEmpty() ? "of a sample" : "last written and acknowledged")
                + ", read at " + ReadBack.levelAfter(loaded().statements().insertLevel()) + ": "
                + (wrong.isEmpty() ? "all equal" : wrong.size() + " wrong, for example " + wrong.get(0));
        return List.of(new Check("rows", when, wrong.isEmpty(), detail));
    }

    /** A few rows of each of the first partitions. */
    private List<Row> sample(Rows rows) {
        List<Row> sample = new ArrayList<>();
        for (long number = 1; number <= Math.min(SAMPLED_PARTITIONS, plan.partitions()); number++) {
            Iterator<Row> partition = rows.of(number);
            for (int i = 0; i < ROWS_OF_A_PARTITION && partition.hasNext(); i++) {
                sample.add(partition.next());
            }
        }
        return sample;
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
}
