package io.dbharness.exec;

import io.dbharness.load.RunWindows;
import io.dbharness.measure.Recorder;
import io.dbharness.model.HarnessException;
import io.dbharness.plan.RunPlan;
import io.dbharness.target.Session;
import io.dbharness.target.SessionSource;
import io.dbharness.target.Target;
import io.dbharness.time.RunClock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One worker thread a connection, users multiplexed over the workers. When there are at least as many connections as users, each user
 * has a worker and a session of its own; otherwise workers share one schedule and lease sessions.
 *
 * @param <S> the kind of session it sends on
 */
public final class BlockingExecutor<S extends Session> implements Executor<S> {

    private final Target<S> target;
    private final RunClock clock;

    public BlockingExecutor(Target<S> target, RunClock clock) {
        this.target = target;
        this.clock = clock;
    }

    @Override
    public Accounts run(Execution<S> execution) {
        RunPlan plan = execution.plan();
        List<SessionSource<S>> sources = openSources(plan);
        try {
            openSessions(plan, sources);
            return drive(execution, sources);
        } finally {
            sources.forEach(SessionSource::close);
        }
    }

    private static int workers(RunPlan plan) {
        return Math.min(plan.load().users(), plan.connections());
    }

    /** One source a worker when sessions are dedicated, one shared source otherwise. */
    private List<SessionSource<S>> openSources(RunPlan plan) {
        if (!plan.dedicated()) {
            return List.of(target.leasedSessions(plan.connections()));
        }
        return IntStream.range(0, workers(plan))
                .mapToObj(worker -> target.dedicatedSessions())
                .toList();
    }

    private static <T> T of(List<T> sources, int worker) {
        return sources.get(worker % sources.size());
    }

    /** All sessions are open at once before the first sample; one that cannot be opened fails the run here. */
    private void openSessions(RunPlan plan, List<SessionSource<S>> sources) {
        AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
        List<@Nullable S> opened =
                Collections.synchronizedList(new ArrayList<>(Collections.nCopies(workers(plan), null)));
        List<Thread> openers = new ArrayList<>();
        for (int i = 0; i < workers(plan); i++) {
            int worker = i;
            openers.add(start("dbharness-open-" + worker, () -> {
                try {
                    opened.set(worker, of(sources, worker).acquire());
                } catch (RuntimeException e) {
                    failure.compareAndSet(null, e);
                }
            }));
        }
        joinAll(openers);
        for (int worker = 0; worker < opened.size(); worker++) {
            S session = opened.get(worker);
            if (session != null) {
                of(sources, worker).release(session);
            }
        }
        RuntimeException first = failure.get();
        if (first != null) {
            throw first;
        }
    }

    private Accounts drive(Execution<S> execution, List<SessionSource<S>> sources) {
        RunPlan plan = execution.plan();
        RunWindows windows = new RunWindows(plan.timeline(), clock.now());
        Population<S> population = new Population<>(execution, windows);
        List<Schedule<S>> schedules = schedules(plan, windows, population);
        Workplace<S> workplace = new Workplace<>(
                clock,
                windows,
                new Recorder(execution.workload().operations(), windows, workers(plan)),
                new Attempts<>(plan.retry(), target.failures(), clock),
                new Outage(plan.giveUpAfter()),
                () -> {
                    windows.stopAt(clock.now());
                    schedules.forEach(Schedule::wakeAll);
                });
        execution.stop().onRequest(workplace.endRun());
        execution.observer().begin(windows);
        CountDownLatch running = new CountDownLatch(workers(plan));
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < workers(plan); i++) {
            Worker<S> worker =
                    new Worker<>(i, of(schedules, i), of(sources, i), workplace, plan.seed().stream("back-off", i));
            threads.add(start("dbharness-worker-" + i, () -> {
                try {
                    worker.work();
                } finally {
                    running.countDown();
                }
            }));
        }
        awaitEnd(execution, workplace, running, instant -> backlog(population, schedules, instant));
        long now = clock.now();
        Accounts accounts = population.settle(
                now, workplace.attempts().firstFailures(), workplace.outage().verdict());
        execution.observer().interval(workplace.recorder().cut(now, accounts.backlog()));
        threads.forEach(Thread::interrupt);
        return accounts;
    }

    private List<Schedule<S>> schedules(RunPlan plan, RunWindows windows, Population<S> population) {
        if (!plan.dedicated()) {
            return List.of(new Schedule<>(clock, windows, population.users()));
        }
        return population.users().stream()
                .map(user -> new Schedule<>(clock, windows, List.of(user)))
                .toList();
    }

    private static <S extends Session> long backlog(
            Population<S> population, List<Schedule<S>> schedules, long instant) {
        long due = population.unclaimedBefore(instant);
        for (Schedule<S> schedule : schedules) {
            due += schedule.dueBefore(instant);
        }
        return due;
    }

    /** Reads the recorder at each boundary until the measurement has ended, then waits for what still runs. */
    private void awaitEnd(
            Execution<S> execution, Workplace<S> workplace, CountDownLatch running, LongUnaryOperator backlogAt) {
        RunWindows windows = workplace.windows();
        long interval = execution.plan().interval().toNanos();
        try {
            for (long last = windows.start(); last < windows.end(); ) {
                long next = windows.nextBoundary(last, interval);
                boolean over = running.await(next - clock.now(), TimeUnit.NANOSECONDS);
                last = over ? windows.end() : next;
                long now = clock.now();
                execution.observer().interval(workplace.recorder().cut(now, backlogAt.applyAsLong(now)));
            }
            running.await(execution.plan().timeline().drain().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            workplace.endRun().run();
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while running", e);
        }
    }

    private static Thread start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void joinAll(List<Thread> threads) {
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            threads.forEach(Thread::interrupt);
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while opening sessions", e);
        }
    }
}
