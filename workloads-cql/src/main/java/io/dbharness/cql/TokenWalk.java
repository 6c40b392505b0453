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
 * All users' walk around the ring: each operation reads the next page of a token range that was begun, or the first page of the next
 * range, from the first again after the last. Thread-safe.
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
     * How far a range was read.
     *
     * @param range of tokens
     * @param state the driver's, of the next page; null for the first
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

    /** For people. */
    @Override
    public String toString() {
        return counts + ", " + finished + " token ranges read to their ends, of " + ranges.size() + " in the ring";
    }

    /** A read of one page. */
    private final class Page implements AsyncInvocation<DriverSession> {

        private final Place place;
        private final BoundStatement statement;
        /** Whether the place was given on, so that trying again does not do so twice. */
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

        /** A page that failed is read again by another operation. */
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
