package io.dbharness.workload;

import io.dbharness.sut.Session;

/**
 * Supplies the next operation of one user. One thread at a time; its sequence depends on the seed and the user only.
 *
 * @param <S> the session its invocations run on
 */
@FunctionalInterface
public interface OperationSource<S extends Session> {

    /** Picks the next operation and draws its inputs. */
    Invocation<S> next();
}
