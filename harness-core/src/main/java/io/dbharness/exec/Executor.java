package io.dbharness.exec;

import io.dbharness.load.RunWindows;
import io.dbharness.measure.ClientSampler;
import io.dbharness.measure.IntervalSnapshot.IntervalListener;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.simulation.SimulatedTarget;
import io.dbharness.sut.Session;
import io.dbharness.sut.Target;
import io.dbharness.time.RunClock;
import io.dbharness.workload.BoundWorkload;

/**
 * Drives a population of users through the windows of a run.
 *
 * @param <S> the kind of session it sends on
 */
public interface Executor<S extends Session> {

    /** Watches a run from outside. Called by one thread. */
    interface RunObserver extends IntervalListener {

        /** Passes the sampler of the client's share of this run; called before the load begins. */
        default void sampled(ClientSampler sampler) {}

        /**
         * All sessions are open and all first inputs are drawn: when the load is to begin, on the run clock. May wait until that is known.
         *
         * @param now on the run clock
         */
        default long start(long now) {
            return now;
        }

        /** The load begins. */
        void begin(RunWindows windows);
    }

    /**
     * The input of an executor.
     *
     * @param plan     when, how long, with how many connections
     * @param workload what to send
     * @param stop     asks for an early end
     * @param observer is called when the load begins and when an interval ends
     */
    record Execution<S extends Session>(
            RunPlan plan, BoundWorkload<S> workload, StopSignal stop, RunObserver observer) {}

    /**
     * Runs until the measurement has ended and what it left running is drained.
     *
     * @throws io.dbharness.model.TargetUnreachableException when a session cannot be opened before the first sample
     */
    RunCounts run(Execution<S> execution);

    /** Returns true if time is simulated, so that the health of this process does not matter. */
    default boolean isVirtual() {
        return false;
    }

    /**
     * The executor that fits a target: virtual time for a simulation that does not ask for real time, a window of invocations in flight
     * where answers come later, threads otherwise.
     */
    static <S extends Session> Executor<S> on(Target<S> target, RunClock clock, Seed seed) {
        if (target instanceof SimulatedTarget simulated
                && !simulated.simulation().realTime()) {
            return new VirtualExecutor<>(simulated.simulation().begin(seed));
        }
        return target.answersLater() ? new AsyncExecutor<>(target, clock) : new BlockingExecutor<>(target, clock);
    }
}
