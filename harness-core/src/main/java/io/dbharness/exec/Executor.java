package io.dbharness.exec;

import io.dbharness.target.Session;

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
}
