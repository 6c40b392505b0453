package io.dbharness.cql.driver;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.internal.core.context.InternalDriverContext;
import io.dbharness.time.RunClock;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How late the driver's threads come to what is due: ten times a second each runs a task, and the latest counts. Up to a millisecond is
 * the precision of its timer. Thread-safe.
 */
final class EventLoopLag implements AutoCloseable {

    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final RunClock clock;
    private final AtomicLong latest = new AtomicLong();
    private final List<ScheduledFuture<?>> tasks = new ArrayList<>();

    /** Begins at once. */
    EventLoopLag(CqlSession session, RunClock clock) {
        this.clock = clock;
        InternalDriverContext driver = (InternalDriverContext) session.getContext();
        for (EventExecutor loop : driver.getNettyOptions().ioEventLoopGroup()) {
            tasks.add(loop.scheduleWithFixedDelay(new Task(), PERIOD_NANOS, PERIOD_NANOS, TimeUnit.NANOSECONDS));
        }
    }

    /** Of one thread, which alone runs it. */
    private final class Task implements Runnable {
        private long before = clock.now();

        @Override
        public void run() {
            long now = clock.now();
            latest.accumulateAndGet(Math.max(0, now - before - PERIOD_NANOS), Math::max);
            before = now;
        }
    }

    /** The longest since this was called last, in milliseconds. */
    double takeMillis() {
        return latest.getAndSet(0) / 1e6;
    }

    @Override
    public void close() {
        tasks.forEach(task -> task.cancel(false));
    }
}
