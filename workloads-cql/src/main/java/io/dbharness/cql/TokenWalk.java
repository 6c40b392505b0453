package io.dbharness.cql;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.metadata.token.TokenRange;
import io.dbharness.cql.driver.DriverSession;
import io.dbharness.cql.driver.ReadCounts;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.workload.AsyncInvocation;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the whole token ring on behalf of all users. Each operation reads the next page of a range in progress, or else the first page of
 * the next range. After the last range it starts again with the first. Thread-safe.
 */
final class TokenWalk {

    private final Operation operation;
    private final List<TokenRange> ranges;
    private final Function<TokenRange, BoundStatement> bound;
    private final ReadCounts counts;
    private final AtomicLong next = new AtomicLong();
    private final AtomicLong finished = new AtomicLong();
    private final Queue<Place> begun = new ConcurrentLinkedQueue<>();

    /**
     * Reading position within a range.
     *
     * @param range of tokens
     * @param state the driver's paging state of the next page; null for the first page
     */
    private record Place(TokenRange range, @Nullable ByteBuffer state) {}

    /** @param ranges of the whole ring */
    TokenWalk(
            Operation operation,
            List<TokenRange> ranges,
            Function<TokenRange, BoundStatement> bound,
            ReadCounts counts) {
        this.operation = operation;
        this.ranges = ranges;
        this.bound = bound;
        this.counts = counts;
    }

    AsyncInvocation<DriverSession> next() {
        Place place = Optional.ofNullable(begun.poll())
                .orElseGet(() -> new Place(ranges.get((int) (next.getAndIncrement() % ranges.size())), null));
        BoundStatement statement = bound.apply(place.range());
        return new Page(place, place.state() == null ? statement : statement.setPagingState(place.state()));
    }

    /** Describes the progress for a reader. */
    @Override
    public String toString() {
        return counts + ", " + finished + " token ranges read to their ends, of " + ranges.size() + " in the ring";
    }

    /** A read of one page. */
    private final class Page implements AsyncInvocation<DriverSession> {

        private final Place place;
        private final BoundStatement statement;
        /** True once the position has been returned to the queue, so that a retry does not return it twice. */
        private final AtomicBoolean settled = new AtomicBoolean();

        Page(Place place, BoundStatement statement) {
            this.place = place;
            this.statement = statement;
        }

        @Override
        public Operation operation() {
            return operation;
        }

        @Override
        public CompletionStage<Outcome> send(DriverSession session) {
            return session.driver()
                    .executeAsync(statement)
                    .whenComplete(this::settle)
                    .thenApply(page -> {
                        counts.end(counts.page(page));
                        return Outcome.COMPLETED;
                    });
        }

        /** Returns the position to the queue; another operation reads a failed page again. */
        private void settle(@Nullable AsyncResultSet page, @Nullable Throwable failure) {
            if (settled.getAndSet(true)) {
                return;
            }
            if (page == null) {
                begun.add(place);
            } else if (page.hasMorePages()) {
                begun.add(new Place(place.range(), page.getExecutionInfo().getPagingState()));
            } else {
                finished.incrementAndGet();
            }
        }
    }
}
