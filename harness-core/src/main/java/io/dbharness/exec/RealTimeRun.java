package io.dbharness.exec;

import io.dbharness.exec.Executor.Execution;
import io.dbharness.load.RunWindows;
import io.dbharness.measure.ClientSampler;
import io.dbharness.measure.Recorder;
import io.dbharness.model.HarnessException;
import io.dbharness.plan.RunPlan;
import io.dbharness.sut.Session;
import io.dbharness.sut.Target.FailureClassifier;
import io.dbharness.time.RunClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One run on the machine's clock, whichever threads send: begins the load, reads the recorder at each boundary, ends the load and settles
 * the users. One thread; used once.
 */
final class RealTimeRun<S extends Session> {

    /** How long a worker rests when the target cannot be reached, so that an outage is not a flood of failures. */
    static final long REST_NANOS = Duration.ofMillis(500).toNanos();

    /** The loop of one worker thread; returns when the run has ended. */
    interface Loop {
        void work() throws InterruptedException;
    }

    private final Execution<S> execution;
    final RunPlan plan;
    private final RunWindows windows;
    private final Users<S> population;
    private final List<Schedule<S>> schedules;
    final RunClock clock;
    final Recorder recorder;
    final ClientSampler sampler;
    final Failures failures;
    final Deadlines<S> deadlines;
    private final AtomicReference<@Nullable Throwable> broken = new AtomicReference<>();
    private boolean overloaded;

    /**
     * Lays the windows on the clock, now.
     *
     * @param ownSchedules true if each user has its own schedule; otherwise all share one
     * @param recorders    how many threads will record
     * @param answeredElsewhere whether an answer may come on another thread than the one that asked
     */
    RealTimeRun(
            Execution<S> execution,
            RunClock clock,
            FailureClassifier classifier,
            boolean ownSchedules,
            int recorders,
            boolean answeredElsewhere) {
        this.execution = execution;
        this.plan = execution.plan();
        List<User.Prepared<S>> prepared = Users.prepare(execution);
        this.windows = new RunWindows(plan.timeline(), execution.observer().start(clock.now()));
        this.population = new Users<>(execution, windows, prepared);
        this.schedules = ownSchedules
                ? population.users().stream()
                        .map(user -> new Schedule<>(clock, windows, List.of(user)))
                        .toList()
                : List.of(new Schedule<>(clock, windows, population.users()));
        this.clock = clock;
        this.recorder = new Recorder(
                execution.workload().operations(), execution.workload().steps(), windows, recorders);
        this.sampler = new ClientSampler(
                windows, answeredElsewhere, plan.load().slice().of());
        this.failures = new Failures(classifier, plan.limits().giveUpAfter());
        this.deadlines = new Deadlines<>(plan.limits().request(), recorders);
    }

    Schedule<S> schedule(int worker) {
        return schedules.get(worker % schedules.size());
    }

    /** Records a finished invocation, and what the client added to it if it was sampled. */
    void record(int worker, User<S> user) {
        ClientSampler.Mark mark = user.mark();
        if (mark != null) {
            sampler.finished(mark, user);
        }
        recorder.record(worker, user);
    }

    /** For the length of one worker's back-off. */
    RandomGenerator backOffRandom(int worker) {
        return plan.seed().stream("back-off", (long) plan.load().slice().firstUser() << Integer.SIZE | worker);
    }

    /** Ends the run now. */
    void end() {
        windows.stopAt(clock.now());
        schedules.forEach(Schedule::wakeAll);
    }

    /** Runs {@code workers} loops to the end of the measurement and the drain. */
    RunCounts drive(int workers, IntFunction<Loop> loops) {
        execution.stop().onRequest(this::end);
        execution.observer().sampled(sampler);
        execution.observer().begin(windows);
        CountDownLatch running = new CountDownLatch(workers);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            threads.add(start("dbharness-worker-" + i, loops.apply(i), running));
        }
        try {
            awaitEnd(running);
            throwIfBroken();
            long now = clock.now();
            RunCounts accounts = population.settle(now, failures.first(), failures.targetLost(), overloaded);
            execution.observer().interval(recorder.cut(now, accounts.backlog()));
            return accounts;
        } finally {
            threads.forEach(Thread::interrupt);
        }
    }

    /** A thread that broke down has measured nothing since; what the others measured would be called the load of all. */
    private void throwIfBroken() {
        Throwable failure = broken.get();
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException bug) {
            throw bug;
        }
    }

    private Thread start(String name, Loop loop, CountDownLatch running) {
        Thread thread = new Thread(
                () -> {
                    try {
                        clock.wakeExactly();
                        loop.work();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    } catch (RuntimeException | Error e) {
                        broken.compareAndSet(null, e);
                        end();
                    } finally {
                        running.countDown();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Reads the recorder at each boundary until the measurement has ended, then waits for what still runs. */
    private void awaitEnd(CountDownLatch running) {
        long interval = plan.interval().toNanos();
        try {
            for (long last = windows.start(); last < windows.end(); ) {
                long next = windows.nextBoundary(last, interval);
                boolean over = awaitUntil(next, running);
                long now = clock.now();
                if (over && population.exhausted()) {
                    windows.completeAt(now);
                } else if (population.overloaded(now)) {
                    overloaded = true;
                    end();
                }
                last = over ? windows.end() : next;
                execution.observer().interval(recorder.cut(now, backlog(now)));
                if (windows.end() <= now) {
                    last = now;
                    schedules.forEach(Schedule::wakeAll);
                }
            }
            awaitUntil(clock.now() + plan.timeline().drain().toNanos(), running);
        } catch (InterruptedException e) {
            end();
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while running", e);
        }
    }

    /** Waits until an instant; returns true if all workers have ended. Gives up attempts that take too long meanwhile. */
    private boolean awaitUntil(long instant, CountDownLatch running) throws InterruptedException {
        while (true) {
            long now = clock.now();
            deadlines.enforce(now);
            long next = Math.min(instant, deadlines.nextLook(now));
            if (running.await(next - now, TimeUnit.NANOSECONDS)) {
                return true;
            }
            if (next == instant) {
                return false;
            }
        }
    }

    private long backlog(long instant) {
        long due = population.unclaimedBefore(instant);
        for (Schedule<S> schedule : schedules) {
            due += schedule.dueBefore(instant);
        }
        return due;
    }
}
