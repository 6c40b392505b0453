package io.dbharness.exec;

import io.dbharness.exec.Executor.Execution;
import io.dbharness.model.HarnessException;
import io.dbharness.plan.RunPlan;
import io.dbharness.sut.Session;
import io.dbharness.sut.SessionSource;
import io.dbharness.sut.Target;
import io.dbharness.time.RunClock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One worker thread a connection, users multiplexed over the workers. When there are at least as many connections as users, each user has
 * one worker and one session; otherwise workers share one schedule and lease sessions.
 *
 * @param <S> the kind of session it sends on
 * @param target where to
 * @param clock  of the run
 */
public record BlockingExecutor<S extends Session>(Target<S> target, RunClock clock) implements Executor<S> {

    @Override
    public RunCounts run(Execution<S> execution) {
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

    private RunCounts drive(Execution<S> execution, List<SessionSource<S>> sources) {
        RunPlan plan = execution.plan();
        int workers = workers(plan);
        RealTimeRun<S> run = new RealTimeRun<>(execution, clock, target.failures(), plan.dedicated(), workers, false);
        return run.drive(workers, i -> new Worker<>(i, run, of(sources, i))::work);
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
