package io.dbharness.run;

import io.dbharness.load.RunWindows;
import io.dbharness.result.ServerStatistics;
import io.dbharness.result.ServerStatistics.Gaps;
import io.dbharness.result.ServerStatistics.Series;
import io.dbharness.result.ServerTable;
import io.dbharness.result.ServerTally;
import io.dbharness.sut.ServerProbe;
import io.dbharness.sut.ServerProbe.Recording;
import io.dbharness.time.RunClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a server about itself, on a thread of its own, while a run goes on: its levels at the end of each interval, its counts at both
 * ends of the measurement. Whatever the probe does, the run goes on as it would without it. Started and stopped by one thread.
 */
final class ServerWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ServerWatch.class);

    /** How long an answer may take at the end of a run; a probe that was asked longer ago is not waited for. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final long NOT_ASKED = Long.MIN_VALUE;

    private final RunClock clock;
    private final ServerProbe probe;
    private final ServerTable table;
    private final long step;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Thread thread = new Thread(this::watch, "dbharness-server-probe");
    private volatile @Nullable Grid grid;
    private volatile boolean stopping;
    private volatile long askedAt = NOT_ASKED;

    /**
     * The intervals of a run.
     *
     * @param first    when the first begins
     * @param warmUp   how many there are before the measurement
     * @param measured when the measurement begins, in wall-clock time
     */
    private record Grid(RunWindows windows, long first, int warmUp, ServerTally tally, Instant measured) {}

    /**
     * Asks for the first time, so that the first answer that counts comes quickly. Does nothing if the server has nothing to tell.
     *
     * @param table where what is told is written; the caller closes it
     */
    ServerWatch(RunClock clock, Duration interval, ServerProbe probe, ServerTable table) {
        this.clock = clock;
        this.probe = probe;
        this.table = table;
        this.step = interval.toNanos();
        if (probe == ServerProbe.SILENT) {
            ended.countDown();
            return;
        }
        thread.setDaemon(true);
        thread.start();
    }

    /** The load begins. */
    void begin(RunWindows windows) {
        int warmUp = (int) ((windows.measureFrom() - windows.start()) / step);
        ServerTally tally = new ServerTally(warmUp, step / 1e9);
        // Other services record in wall-clock time.
        Instant measured = clock.wallTime().plusNanos(windows.measureFrom() - clock.now());
        probe.measures(windows.measureFrom(), windows.end());
        grid = new Grid(windows, windows.measureFrom() - warmUp * step, warmUp, tally, measured);
        wake();
    }

    /** The load has ended: what the server told. */
    ServerStatistics stop() {
        stopping = true;
        wake();
        long asked = askedAt;
        if (asked == NOT_ASKED || clock.now() - asked < PATIENCE.toNanos()) {
            awaitEnd();
        }
        close();
        Grid run = grid;
        return run == null || probe == ServerProbe.SILENT
                ? ServerStatistics.NONE
                : run.tally().statistics(intervals(run)).plus(recorded(run), false);
    }

    /** What other services recorded; a failure leaves a gap. Not fetched for a run that was stopped early, to end it quickly. */
    private ServerStatistics recorded(Grid run) {
        if (run.windows().stoppedEarly()) {
            return ServerStatistics.NONE;
        }
        Instant measured = run.measured();
        long length = Math.max(0, run.windows().end() - run.windows().measureFrom());
        try {
            return beside(probe.recorded(measured, measured.plusNanos(length)), measured);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ServerStatistics.NONE;
        } catch (Exception e) {
            LOG.debug("what was recorded could not be had", e);
            return new ServerStatistics(List.of(), Map.of(), new Gaps(1, String.valueOf(e.getMessage())));
        }
    }

    /**
     * The recordings as series; intervals without a value are gaps.
     *
     * @param measured when the measurement begins
     */
    private static ServerStatistics beside(List<Recording> recordings, Instant measured) {
        List<Series> series = new ArrayList<>();
        long missing = 0;
        for (Recording recording : recordings) {
            long gaps = recording.values().stream().filter(Objects::isNull).count();
            missing += gaps;
            if (gaps < recording.values().size()) {
                series.add(new Series(
                        recording.name(),
                        Duration.between(measured, recording.start()).toNanos() / 1e9,
                        recording.interval().toNanos() / 1e9,
                        recording.values()));
            }
        }
        return new ServerStatistics(
                series,
                Map.of(),
                missing == 0 ? Gaps.NONE : new Gaps(missing, "the service had recorded no value for an interval"));
    }

    private void awaitEnd() {
        try {
            ended.await(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Those that have begun by the end of the run. */
    private int intervals(Grid run) {
        long length = Math.max(0, run.windows().end() - run.first());
        return (int) ((length + step - 1) / step);
    }

    /** Does not wait: a probe that hangs blocks only its own thread, and that does not keep the program alive. */
    @Override
    public void close() {
        stopping = true;
        if (ended.getCount() > 0) {
            thread.interrupt();
        }
    }

    private void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void watch() {
        try (probe) {
            // Only to connect; the answer before the load is not used.
            answer(probe::read, failure -> LOG.debug("no first answer of the server: {}", failure), levels -> {});
            Grid run = awaitBegin();
            if (run != null) {
                follow(run);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.warn("the server's own figures end here: {}", e.getMessage());
            LOG.debug("its cause", e);
        } finally {
            ended.countDown();
        }
    }

    private @Nullable Grid awaitBegin() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (grid == null && !stopping) {
                changed.await();
            }
            return grid;
        } finally {
            lock.unlock();
        }
    }

    /** From one end of an interval to the next, leaving out those that pass while the probe is busy. */
    private void follow(Grid run) throws InterruptedException {
        ServerTally tally = run.tally();
        boolean counted = false;
        boolean over = false;
        for (int boundary = 0; !over; boundary = next(run, boundary)) {
            over = awaitEndOf(run, run.first() + boundary * step);
            if (over && counted) {
                answer(probe::nodes, tally::failed, nodes -> tally.nodes(nodes, run.measured()));
                answer(probe::counters, tally::failed, tally::countersAfter);
            } else if (!over && !counted && boundary >= run.warmUp()) {
                counted = true;
                answer(probe::counters, tally::failed, tally::countersBefore);
            }
            if (boundary > 0) {
                int interval = Math.max(1, Math.min(boundary, intervals(run))) - 1;
                answer(probe::read, tally::failed, levels -> keep(run, interval, levels));
            }
        }
    }

    private int next(Grid run, int boundary) {
        int next = (int) ((clock.now() - run.first()) / step) + 1;
        if (next > boundary + 1) {
            run.tally().failed("the probe took longer than an interval");
        }
        return Math.max(boundary + 1, next);
    }

    private void keep(Grid run, int interval, Map<String, Double> levels) {
        run.tally().levels(interval, levels);
        long end = Math.min(run.first() + (interval + 1) * step, run.windows().end());
        table.write((end - run.windows().start()) / 1e9, interval < run.warmUp() ? "warmup" : "measure", levels);
    }

    /** Waits for an instant or the end of the run, if that is earlier; returns whether the run has ended. */
    private boolean awaitEndOf(Grid run, long instant) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!stopping) {
                long until = Math.min(instant, run.windows().end());
                if (clock.now() >= until) {
                    break;
                }
                clock.awaitUntil(changed, until);
            }
            return stopping || clock.now() >= run.windows().end();
        } finally {
            lock.unlock();
        }
    }

    /** Asks the server. An exception becomes the reason of a gap and does nothing else. */
    private <T> void answer(Callable<T> question, Consumer<String> failed, Consumer<T> told)
            throws InterruptedException {
        askedAt = clock.now();
        try {
            told.accept(question.call());
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            LOG.debug("a question to the server failed", e);
            failed.accept(String.valueOf(e.getMessage()));
        } finally {
            askedAt = NOT_ASKED;
        }
    }
}
