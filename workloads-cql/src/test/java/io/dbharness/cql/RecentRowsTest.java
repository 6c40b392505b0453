package io.dbharness.cql;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.distribution.ValueDistribution;
import io.dbharness.random.Seed;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class RecentRowsTest {

    private final RandomGenerator random = Seed.DEFAULT.stream("recent-rows-test", 0);

    @Test
    void aRowIsReadOnceAllBeforeItAreWritten() {
        RecentRows rows = new RecentRows(ValueDistribution.known("fixed(1)"), 0, 1);

        assertThat(rows.row(random)).isZero();
        rows.acknowledge(0);
        assertThat(rows.row(random)).isZero();
        rows.acknowledge(2);
        assertThat(rows.row(random)).isZero();
        rows.acknowledge(1);
        assertThat(rows.row(random)).isEqualTo(2);
        rows.acknowledge(0);
        assertThat(rows.row(random)).isEqualTo(2);
    }

    @Test
    void aDistanceBeyondTheFirstRowWrapsAround() {
        RecentRows rows = new RecentRows(ValueDistribution.known("fixed(7)"), 10, 1);
        for (long row = 10; row < 13; row++) {
            rows.acknowledge(row);
        }

        assertThat(rows.row(random)).isEqualTo(11);
    }

    @Test
    void aProcessReadsTheRowsThatItWrites() {
        RecentRows rows = new RecentRows(ValueDistribution.known("fixed(1)"), 2, 3);
        rows.acknowledge(2);
        rows.acknowledge(5);

        assertThat(rows.row(random)).isEqualTo(5);
    }

    @Test
    void placesWithoutARowGiveTheNextRowUntilAllAreTaken() {
        AtomicLong next = new AtomicLong();
        RevisitedRows rows = new RevisitedRows(ValueDistribution.known("uniform(1..3)"), any -> next.getAndIncrement());

        for (int i = 0; i < 1_000; i++) {
            assertThat(rows.row(random)).isBetween(0L, 2L);
        }
        assertThat(next).hasValue(3);
    }
}
