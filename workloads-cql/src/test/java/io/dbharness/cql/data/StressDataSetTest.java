package io.dbharness.cql.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.dbharness.cql.data.RowShape.Amount;
import io.dbharness.cql.data.Storage.Compaction;
import io.dbharness.cql.data.Storage.Compression;
import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.cql.driver.CqlTargetProvider;
import io.dbharness.cql.testkit.TestNode;
import io.dbharness.load.Slice;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.sut.TargetSpec;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.Progress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("server")
@Timeout(300)
class StressDataSetTest {

    private static final RowShape SHAPE = new RowShape(2, 50, 1);
    static final Storage STORAGE = new Storage(
            Compaction.parse("size-tiered").orElseThrow(),
            Compression.NONE,
            0,
            ConsistencyLevel.QUORUM,
            0,
            Optional.empty());

    private final TestNode node = TestNode.shared();

    static StressDataSet dataSet(CqlTarget target, long rows) {
        return new StressDataSet(target, SHAPE, STORAGE, new Amount(rows, 0), new SystemClock());
    }

    private static long count(CqlTarget target) {
        return target.driver()
                .execute("SELECT count(*) FROM " + target.keyspace() + "." + SHAPE.table())
                .one()
                .getLong(0);
    }

    @Test
    void whatIsLoadedIsFoundAndWhatIsDroppedIsGone() {
        try (CqlTarget target = node.open("whole")) {
            StressDataSet dataSet = dataSet(target, 500);

            assertThat(dataSet.inspect().kind()).isEqualTo(DataSetState.Kind.ABSENT);
            dataSet.load(2, Seed.DEFAULT, Progress.SILENT);

            assertThat(dataSet.inspect().kind()).isEqualTo(DataSetState.Kind.COMPLETE);
            assertThat(count(target)).isEqualTo(500);
            assertThat(dataSet.check("before", Progress.SILENT)).allMatch(Check::passed);
            assertThat(dataSet(target, 9_000).inspect())
                    .satisfies(state -> assertThat(state.kind()).isEqualTo(DataSetState.Kind.DIFFERENT))
                    .satisfies(state -> assertThat(state.detail()).contains("500 rows", "9000 rows"));
            dataSet.drop();
            assertThat(dataSet.inspect().kind()).isEqualTo(DataSetState.Kind.ABSENT);
        }
    }

    /** A table takes longer to make than a measured request with a short limit. */
    @Test
    void tablesAreMadeAndDroppedWhateverTheLimitOfARequest() {
        TargetSpec limited = new TargetSpec(
                node.url("limited"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of("request-timeout", "1ms"));
        try (CqlTarget target = new CqlTargetProvider().open(limited)) {
            AdminSession admin = new AdminSession(target.driver(), ConsistencyLevel.ONE);

            admin.execute("DROP KEYSPACE IF EXISTS limited");
            admin.execute(
                    "CREATE KEYSPACE limited WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
            admin.execute("CREATE TABLE limited.made (id int PRIMARY KEY)");
            assertThat(admin.execute("SELECT id FROM limited.made")).isEmpty();
            admin.execute("DROP TABLE limited.made");
        }
    }

    @Test
    void anInterruptedLoadGoesOnWhereItWas() {
        try (CqlTarget target = node.open("resumed")) {
            StressDataSet dataSet = dataSet(target, 8_000);
            Thread loader = Thread.currentThread();

            assertThatThrownBy(() -> dataSet.load(1, Seed.DEFAULT, (phase, done, total, unit) -> {
                        if (done == 4_000) {
                            loader.interrupt();
                        }
                    }))
                    .isInstanceOf(HarnessException.class)
                    .hasMessageContaining("goes on");
            assertThat(Thread.interrupted()).isTrue();
            assertThat(dataSet.inspect().kind()).isEqualTo(DataSetState.Kind.INCOMPLETE);

            AtomicLong first = new AtomicLong(Long.MAX_VALUE);
            dataSet.load(1, Seed.DEFAULT, (phase, done, total, unit) -> first.accumulateAndGet(done, Math::min));

            assertThat(first.get()).isBetween(4_000L, 6_000L);
            assertThat(count(target)).isEqualTo(8_000);
            assertThat(dataSet.check("before", Progress.SILENT)).allMatch(Check::passed);
        }
    }

    @Test
    void othersLoadSlicesAndWhatOneLeavesUndoneIsLoadedAllTheSame() {
        try (CqlTarget target = node.open("sliced");
                CqlTarget another = node.open("sliced")) {
            StressDataSet helper = dataSet(another, 6_000);
            AtomicLong slices = new AtomicLong();
            assertThatThrownBy(() -> helper.loadSlice(new Slice(0, 3, 0), 1, Seed.DEFAULT, Progress.SILENT))
                    .hasMessageContaining("no load of", "has been begun here");

            dataSet(target, 6_000).load(1, Seed.DEFAULT, Progress.SILENT, progress -> {
                helper.loadSlice(new Slice(1, 3, 0), 1, Seed.DEFAULT, Progress.SILENT);
                slices.set(count(target));
                assertThatThrownBy(() ->
                                helper.loadSlice(new Slice(2, 3, 0), 1, Seed.DEFAULT, (phase, done, all, unit) -> {
                                    throw new HarnessException("told to stop");
                                }))
                        .hasMessageContaining("told to stop");
            });

            // Parts have 2,000 rows.
            assertThat(slices.get()).isEqualTo(2_000);
            assertThat(count(target)).isEqualTo(6_000);
            assertThat(dataSet(target, 6_000).check("before", Progress.SILENT)).allMatch(Check::passed);
        }
    }

    @Test
    void twoProcessesDoNotLoadTheSameTable() {
        try (CqlTarget target = node.open("claimed")) {
            StressDataSet dataSet = dataSet(target, 100);
            dataSet.load(1, Seed.DEFAULT, Progress.SILENT);
            CqlMarker other =
                    new CqlMarker(new AdminSession(target.driver(), ConsistencyLevel.ONE), "claimed", SHAPE.table());

            try (CqlMarker.Claim claim = other.claim()) {
                claim.renew();
                assertThat(dataSet.inspect().kind()).isEqualTo(DataSetState.Kind.BUSY);
                assertThatThrownBy(() -> dataSet.load(1, Seed.DEFAULT, Progress.SILENT))
                        .hasMessageContaining("another process is loading");
                assertThatThrownBy(dataSet::drop).hasMessageContaining("nothing was dropped");
            }
            assertThat(dataSet.inspect().kind()).isEqualTo(DataSetState.Kind.COMPLETE);
        }
    }

    @Test
    void aTableOfSomebodyElseIsLeftAlone() {
        try (CqlTarget target = node.open("foreign")) {
            target.driver().execute("DROP KEYSPACE IF EXISTS foreign");
            target.driver()
                    .execute(
                            "CREATE KEYSPACE foreign WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
            target.driver().execute("CREATE TABLE foreign." + SHAPE.table() + " (key bigint PRIMARY KEY)");
            StressDataSet dataSet = dataSet(target, 100);

            assertThat(dataSet.inspect().kind()).isEqualTo(DataSetState.Kind.FOREIGN);
        }
    }

    @Test
    void aSizeToFillMakesRowsOfThatSize() {
        try (CqlTarget target = node.open("sized")) {
            long bytes = 8 << 20;
            StressDataSet dataSet = new StressDataSet(
                    target, new RowShape(1, 4_000, 1), STORAGE, new Amount(0, bytes), new SystemClock());

            dataSet.load(2, Seed.DEFAULT, Progress.SILENT);

            long rows = dataSet.loaded().rows();
            assertThat(rows * 4_000).isBetween(bytes * 9 / 10, bytes);
            assertThat(dataSet.check("before", Progress.SILENT))
                    .allMatch(Check::passed)
                    .anySatisfy(check -> assertThat(check.detail())
                            .startsWith(rows + " rows: ")
                            .contains(" MiB on each node, written out and merged, of 8.0 MiB asked for"));
            // Told once, of the load.
            assertThat(dataSet.check("before", Progress.SILENT)).hasSize(1);
        }
    }

    @Test
    void aTableThatHasToGrowIsLoadedFromWhereItEndedAlsoAfterAnInterruption() {
        try (CqlTarget target = node.open("grown")) {
            Amount amount = new Amount(0, 1 << 18);
            long first = amount.rows(SHAPE, 1, 1);
            long second = first + 3_000;
            StressDataSet growing = new StressDataSet(
                    target,
                    SHAPE,
                    SHAPE.table(),
                    STORAGE,
                    amount,
                    new SystemClock(),
                    Optional.of(there -> Math.max(there, second)));
            Thread loader = Thread.currentThread();

            assertThatThrownBy(() -> growing.load(1, Seed.DEFAULT, (phase, done, total, unit) -> {
                        if (total == second && done > first) {
                            loader.interrupt();
                        }
                    }))
                    .hasMessageContaining("goes on");
            assertThat(Thread.interrupted()).isTrue();
            assertThat(growing.inspect().kind()).isEqualTo(DataSetState.Kind.INCOMPLETE);
            AtomicLong least = new AtomicLong(Long.MAX_VALUE);
            growing.load(1, Seed.DEFAULT, (phase, done, total, unit) -> least.accumulateAndGet(done, Math::min));

            assertThat(least.get()).isGreaterThan(first);
            assertThat(count(target)).isEqualTo(second);
            StressDataSet found = new StressDataSet(target, SHAPE, STORAGE, amount, new SystemClock());
            assertThat(found.inspect().kind()).isEqualTo(DataSetState.Kind.COMPLETE);
            assertThat(found.loaded().rows()).isEqualTo(second);
        }
    }
}
