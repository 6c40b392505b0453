package io.dbharness.run;

import io.dbharness.load.RunWindows;
import io.dbharness.result.ServerCsv;
import io.dbharness.result.ServerStatistics;
import io.dbharness.result.ServerStatistics.Gaps;
import io.dbharness.result.ServerStatistics.Series;
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
 * Polls a probe of the server on its own thread during a run: its levels at the end of each interval, its counters at both ends of the
 * measurement. A slow or failing probe does not affect the run. Started and stopped by one thread.
 */
final class ServerWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ServerWatch.class);

    /** The time limit for an answer at the end of a run; a probe that has not answered for longer is abandoned. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final long NOT_ASKED = Long.MIN_VALUE;

    private final RunClock clock;
    private final ServerProbe probe;
    private final ServerCsv table;
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
     * @param first    begin of the first interval
     * @param warmUp   number of intervals before the measurement
     * @param measured begin of the measurement, in wall-clock time
     */
    private record Grid(RunWindows windows, long first, int warmUp, ServerTally tally, Instant measured) {}

    /**
     * Polls the probe once, so that the first answer that counts arrives quickly. Does nothing for a silent probe.
     *
     * @param table receives the levels; the caller closes it
     */
    ServerWatch(RunClock clock, Duration interval, ServerProbe probe, ServerCsv table) {
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

    /** Called when the load begins. */
    void begin(RunWindows windows) {
        int warmUp = (int) ((windows.measureFrom() - windows.start()) / step);
        ServerTally tally = new ServerTally(warmUp, step / 1e9);
        // Other services record in wall-clock time.
        Instant measured = clock.wallTime().plusNanos(windows.measureFrom() - clock.now());
        probe.measures(windows.measureFrom(), windows.end());
        grid = new Grid(windows, windows.measureFrom() - warmUp * step, warmUp, tally, measured);
        wake();
    }

    /** Stops polling after the load and returns the statistics of the server. */
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

    /** Fetches the recordings of other services; a failure becomes a gap. Skipped for a run that was stopped early, to end it quickly. */
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
            LOG.debug("could not fetch the recordings", e);
            return new ServerStatistics(List.of(), Map.of(), new Gaps(1, String.valueOf(e.getMessage())));
        }
    }

    /**
     * Converts recordings to series; intervals without a value are gaps.
     *
     * @param measured begin of the measurement
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

    /** Returns the number of intervals that have begun by the end of the run. */
    private int intervals(Grid run) {
        long length = Math.max(0, run.windows().end() - run.first());
        return (int) ((length + step - 1) / step);
    }

    /** Does not wait: a hanging probe blocks only its own daemon thread. */
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
            // To connect, and to have what this server does not answer refused before the load: the driver's code for
            // failures must not be compiled when the measurement begins. The answers are not used.
            for (Callable<?> question : List.<Callable<?>>of(probe::read, probe::counters, probe::busyStatements)) {
                answer(question, failure -> LOG.debug("no first answer of the server: {}", failure), unused -> {});
            }
            Grid run = awaitBegin();
            if (run != null) {
                follow(run);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.warn("server metrics end here: {}", e.getMessage());
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

    /** Polls at the end of each interval; intervals that end while the probe is busy are skipped. */
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
                answer(probe::busyStatements, tally::failed, before -> {});
            }
            if (boundary > 0) {
                int interval = Math.max(1, Math.min(boundary, intervals(run))) - 1;
                answer(probe::read, tally::failed, levels -> keep(run, interval, levels));
            }
        }
        if (counted) {
            answer(probe::busyStatements, tally::failed, tally::statements);
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

    /** Waits until an instant or the end of the run, whichever is earlier; returns true if the run has ended. */
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

    /** Polls the probe. An exception only becomes the reason of a gap. */
    private <T> void answer(Callable<T> question, Consumer<String> failed, Consumer<T> told)
            throws InterruptedException {
        askedAt = clock.now();
        try {
            told.accept(question.call());
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            LOG.debug("a server probe failed", e);
            failed.accept(String.valueOf(e.getMessage()));
        } finally {
            askedAt = NOT_ASKED;
        }
    }
}
