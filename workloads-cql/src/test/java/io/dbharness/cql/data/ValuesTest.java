package io.dbharness.cql.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.dbharness.cql.data.RowShape.Amount;
import io.dbharness.random.Seed;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ValuesTest {

    @Test
    void aValueIsAFunctionOfSeedRowColumnAndVersion() {
        RandomValues values = new RandomValues(new Seed(7), 34);

        assertThat(values.value(3, 1, 99)).isEqualTo(new RandomValues(new Seed(7), 34).value(3, 1, 99));
        assertThat(values.value(3, 1, 99).remaining()).isEqualTo(34);
        assertThat(values.value(3, 1, 99))
                .isNotEqualTo(values.value(4, 1, 99))
                .isNotEqualTo(values.value(3, 2, 99))
                .isNotEqualTo(values.value(3, 1, 98))
                .isNotEqualTo(new RandomValues(new Seed(8), 34).value(3, 1, 99));
    }

    @Test
    void valuesDoNotRepeatAndAreAsLongAsAskedFor() {
        RandomValues values = new RandomValues(Seed.DEFAULT, 34);
        Set<ByteBuffer> seen = new HashSet<>();
        for (long row = 0; row < 2_000; row++) {
            seen.add(values.value(row, 0, 1));
        }

        assertThat(seen).hasSizeGreaterThan(1_990);
        assertThat(new RandomValues(Seed.DEFAULT, 8 << 20).value(1, 0, 1).remaining())
                .isEqualTo(8 << 20);
    }

    @Test
    void onlyTheHighestAcknowledgedVersionCounts() {
        AcknowledgedWrites writes = new AcknowledgedWrites(10);
        writes.acknowledge(3, 50);
        writes.acknowledge(3, 40);
        writes.acknowledge(9, 60);

        assertThat(writes.versionOf(3)).isEqualTo(50);
        assertThat(writes.versionOf(4)).isZero();
        assertThat(writes.rowsSeen()).isEqualTo(2);
        assertThat(writes.rows().toArray()).containsExactly(3, 9);
        assertThat(writes.all()).isTrue();
    }

    @Test
    void ofVeryManyRowsASampleIsFollowed() {
        AcknowledgedWrites writes = new AcknowledgedWrites(10_000_000_000L);
        for (long row = 9_999_000_000L; writes.rowsSeen() < 4; row++) {
            writes.acknowledge(row, 5);
        }

        assertThat(writes.all()).isFalse();
        assertThat(writes.rows().boxed().toList())
                .hasSize(4)
                .allSatisfy(row -> assertThat(writes.versionOf(row)).isEqualTo(5));
    }

    @Test
    void whatWasWrittenWeaklyIsReadFromAllReplicas() {
        assertThat(ReadBack.levelAfter(ConsistencyLevel.ONE)).isEqualTo(ConsistencyLevel.ALL);
        assertThat(ReadBack.levelAfter(ConsistencyLevel.QUORUM)).isEqualTo(ConsistencyLevel.QUORUM);
        assertThat(ReadBack.levelAfter(ConsistencyLevel.LOCAL_QUORUM)).isEqualTo(ConsistencyLevel.LOCAL_QUORUM);
        assertThat(ReadBack.levelAfter(ConsistencyLevel.ALL)).isEqualTo(ConsistencyLevel.QUORUM);
    }

    @Test
    void aSizeMakesRowsForTheWholeClusterInWholePartitions() {
        RowShape shape = new RowShape(1, 1_000, 10);

        long one = new Amount(0, 10_000_000).rows(shape, 1, 1);

        assertThat(one % 10).isZero();
        assertThat(one / 10 * shape.partitionBytes()).isBetween(9_900_000L, 10_000_000L);
        assertThat(new Amount(0, 10_000_000).rows(shape, 6, 3)).isBetween(2 * one - 10, 2 * one + 10);
    }

    @Test
    void theEstimateOfBytesOnDiskIsWithinTwoPerCentOfMeasuredTables() {
        // Cassandra 5.0.9, major compaction, compression off, all components of the one table on disk.
        assertThat(new Amount(60_000, 0).bytes(new RowShape(5, 34, 1))).isCloseTo(12_806_087, withinPercentage(2));
        assertThat(new Amount(2_000, 0).bytes(new RowShape(1, 10_240, 1))).isCloseTo(20_563_977, withinPercentage(2));
        assertThat(new Amount(60_000, 0).bytes(new RowShape(1, 100, 20))).isCloseTo(6_757_136, withinPercentage(2));
    }
}
