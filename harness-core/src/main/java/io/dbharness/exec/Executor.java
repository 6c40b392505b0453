package io.dbharness.exec;

import io.dbharness.random.Seed;
import io.dbharness.target.Session;
import io.dbharness.target.Target;
import io.dbharness.target.simulated.SimulatedTarget;
import io.dbharness.time.RunClock;

/**
 * Drives a population of users through the windows of a run.
 *
 * @param <S> the kind of session it sends on
 */
public interface Executor<S extends Session> {

    /**
     * Runs until the measurement has ended and what it left running is drained.
     *
     * @throws io.dbharness.model.TargetUnreachableException when a session cannot be opened before the first sample
     */
    Accounts run(Execution<S> execution);

    /** Whether its time is simulated, so that the health of this process has no meaning for it. */
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
