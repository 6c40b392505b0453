package io.dbharness.cql.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.dbharness.cql.data.RowShape.Amount;
import org.junit.jupiter.api.Test;

class ValuesTest {

    @Test
    void onlyTheHighestAcknowledgedVersionCounts() {
        AcknowledgedWrites writes = new AcknowledgedWrites(10);
        writes.acknowledge(3, 50);
        writes.acknowledge(3, 40);
        writes.acknowledge(9, 60);

        assertThat(writes.versionOf(3)).isEqualTo(50);
        assertThat(writes.versionOf(4)).isNegative();
        assertThat(writes.rowsSeen()).isEqualTo(2);
        assertThat(writes.rows().toArray()).containsExactly(3, 9);
        assertThat(writes.all()).isTrue();
    }

    @Test
    void theRowBeforeTheFirstIsFollowedToo() {
        for (long rows : new long[] {10, 10_000_000_000L}) {
            AcknowledgedWrites writes = new AcknowledgedWrites(rows);
            writes.acknowledge(-1, 50);
            writes.acknowledge(0, 60);

            assertThat(writes.versionOf(-1)).isEqualTo(50);
            assertThat(writes.rows().toArray()).containsExactly(-1, 0);
        }
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
