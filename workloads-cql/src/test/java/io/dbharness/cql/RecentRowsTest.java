package io.dbharness.cql;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cql.driver.DriverSession;
import io.dbharness.distribution.ValueDistribution;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.model.Outcome;
import io.dbharness.random.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class RecentRowsTest {

    private final RandomGenerator random = Seed.DEFAULT.stream("recent-rows-test", 0);

    @Test
    void aRowIsReadOnceTheWritesOfAllBeforeItHaveEnded() {
        RecentRows rows = new RecentRows(ValueDistribution.known("fixed(1)"), 0, 1);

        assertThat(rows.row(random)).isZero();
        rows.end(0);
        assertThat(rows.row(random)).isZero();
        rows.end(2);
        assertThat(rows.row(random)).isZero();
        rows.end(1);
        assertThat(rows.row(random)).isEqualTo(2);
        rows.end(0);
        assertThat(rows.row(random)).isEqualTo(2);
    }

    @Test
    void aDistanceBeyondTheFirstRowWrapsAround() {
        RecentRows rows = new RecentRows(ValueDistribution.known("fixed(7)"), 10, 1);
        for (long row = 10; row < 13; row++) {
            rows.end(row);
        }

        assertThat(rows.row(random)).isEqualTo(11);
    }

    @Test
    void aProcessReadsTheRowsThatItWrites() {
        RecentRows rows = new RecentRows(ValueDistribution.known("fixed(1)"), 2, 3);
        rows.end(2);
        rows.end(5);

        assertThat(rows.row(random)).isEqualTo(5);
    }

    @Test
    void readsGoOnAfterAWriteThatFailedAndOneThatWasNotApplied() throws Exception {
        RecentRows rows = new RecentRows(ValueDistribution.known("fixed(1)"), 0, 1);
        List<CompletionStage<Outcome>> answers = List.of(
                CompletableFuture.completedStage(Outcome.COMPLETED),
                CompletableFuture.failedStage(new HarnessException("refused")),
                CompletableFuture.completedStage(Outcome.ROLLED_BACK_AS_SPECIFIED),
                new CompletableFuture<>());
        List<CompletionStage<Outcome>> sent = new ArrayList<>();
        for (int row = 0; row < answers.size(); row++) {
            CqlInvocation write = rows.followed(new Answered(answers.get(row)), List.of((long) row));
            sent.add(write.send(new DriverSession(null)));
        }

        assertThat(sent.get(1).toCompletableFuture()).isCompletedExceptionally();
        assertThat(rows.row(random)).isEqualTo(2);
    }

    /** A write with this answer. */
    private record Answered(CompletionStage<Outcome> answer) implements CqlInvocation {

        @Override
        public Operation operation() {
            return new Operation(0, "Write", OperationKind.WRITE);
        }

        @Override
        public CompletionStage<Outcome> send(DriverSession session) {
            return answer;
        }
    }

    @Test
    void readsStayNearTheLastWrittenRowWhenAWriteIsNeverSent() {
        RecentRows rows = new RecentRows(ValueDistribution.known("uniform(1..10)"), 0, 1);
        for (long row = 1; row < 4L * RecentRows.WINDOW; row++) {
            rows.end(row);
        }

        for (int i = 0; i < 100; i++) {
            assertThat(rows.row(random)).isBetween(4L * RecentRows.WINDOW - 10, 4L * RecentRows.WINDOW - 1);
        }
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
