package io.dbharness.exec;

import io.dbharness.exec.Executor.Execution;
import io.dbharness.load.RunWindows;
import io.dbharness.measure.Recorder;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Outcome;
import io.dbharness.plan.RunPlan;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.sut.Session;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Runs the same users, pacers, recorder and accounts against a service model in virtual time: a discrete-event simulation on one thread,
 * exact and repeatable. Inputs are drawn as usual, nothing is executed.
 *
 * @param <S> the kind of session the workload would send on
 * @param model says how long each attempt takes
 */
public record VirtualExecutor<S extends Session>(ServiceModel model) implements Executor<S> {

    @Override
    public boolean isVirtual() {
        return true;
    }

    @Override
    public RunCounts run(Execution<S> execution) {
        RunWindows windows = new RunWindows(execution.plan().timeline(), 0);
        execution.stop().onRequest(() -> windows.stopAt(0));
        execution.observer().begin(windows);
        return new Simulation(execution, windows).run();
    }

    private final class Simulation {

        private final Execution<S> execution;
        private final RunPlan plan;
        private final RunWindows windows;
        private final Users<S> population;
        private final Recorder recorder;
        private final PriorityQueue<User<S>> waiting = new PriorityQueue<>(Comparator.comparingLong(User::intended));
        /** With an invocation in flight, its end already known. */
        private final PriorityQueue<User<S>> running = new PriorityQueue<>(Comparator.comparingLong(User::ended));

        private long lastEnd;
        private boolean overloaded;

        Simulation(Execution<S> execution, RunWindows windows) {
            this.execution = execution;
            this.plan = execution.plan();
            this.windows = windows;
            this.population = new Users<>(execution, windows, Users.prepare(execution));
            this.recorder = new Recorder(execution.workload().operations(), List.of(), windows, 1);
            waiting.addAll(population.users());
        }

        RunCounts run() {
            long interval = plan.interval().toNanos();
            for (long last = windows.start(); last < windows.end(); ) {
                long boundary = windows.nextBoundary(last, interval);
                advanceTo(boundary);
                if (population.exhausted() && running.isEmpty()) {
                    windows.completeAt(lastEnd);
                } else if (population.overloaded(boundary)) {
                    overloaded = true;
                    windows.stopAt(boundary);
                }
                execution.observer().interval(recorder.cut(boundary, backlog(boundary)));
                last = boundary;
            }
            long drained = windows.end() + plan.timeline().drain().toNanos();
            advanceTo(drained);
            RunCounts accounts = population.settle(drained, Map.of(), Optional.empty(), overloaded);
            execution.observer().interval(recorder.cut(drained, accounts.backlog()));
            return accounts;
        }

        /** Plays every start and end before {@code limit}, in order; an end comes before a start at the same instant. */
        private void advanceTo(long limit) {
            while (true) {
                long end = running.isEmpty() ? Long.MAX_VALUE : running.peek().ended();
                boolean free = running.size() < plan.connections();
                long due = free && !waiting.isEmpty() ? waiting.peek().intended() : Long.MAX_VALUE;
                if (Math.min(end, due) >= limit) {
                    return;
                }
                if (end <= due) {
                    end(running.remove());
                } else {
                    start(waiting.remove(), due);
                }
            }
        }

        private void end(User<S> user) {
            lastEnd = user.ended();
            if (user.outcome() != Outcome.FAILED) {
                user.invocation().simulated();
            }
            user.finish();
            recorder.record(0, user);
            user.plan(lastEnd);
            waiting.add(user);
            startOverdue(lastEnd);
        }

        /** The connection that came free serves the user that has waited longest. */
        private void startOverdue(long now) {
            User<S> first = waiting.peek();
            if (first != null && first.intended() < now) {
                start(waiting.remove(), now);
            }
        }

        private void start(User<S> user, long now) {
            if (!user.start(now, recorder, 0)) {
                return;
            }
            long endsAt = now;
            for (int attempt = 1; ; attempt++) {
                ServiceModel.Service service = limited(model.serve(user.operation(), endsAt), endsAt);
                endsAt = service.endsAt();
                if (service.outcome() != Outcome.FAILED || !plan.retry().allows(service.failure(), attempt)) {
                    user.ended(endsAt, now - user.intended(), service.outcome(), service.failure(), attempt);
                    running.add(user);
                    return;
                }
                endsAt += plan.retry().meanBackOffNanos(attempt);
            }
        }

        /** As a client sees it that waits only so long. */
        private ServiceModel.Service limited(ServiceModel.Service service, long startedAt) {
            long deadline = startedAt + plan.limits().request().toNanos();
            return service.endsAt() <= deadline ? service : ServiceModel.Service.failed(deadline, FailureKind.TIMEOUT);
        }

        private long backlog(long instant) {
            return waiting.stream().filter(user -> user.intended() < instant).count()
                    + population.unclaimedBefore(instant);
        }
    }
}
