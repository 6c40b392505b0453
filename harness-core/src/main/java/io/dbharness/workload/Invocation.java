package io.dbharness.workload;

import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.sut.Session;

/**
 * One operation with its inputs already drawn. Running it again repeats the same inputs. Immutable.
 *
 * @param <S> the session it runs on
 */
public interface Invocation<S extends Session> {

    Operation operation();

    /** One attempt. Returns {@code COMPLETED} or {@code ROLLED_BACK_AS_SPECIFIED}, or throws what the target threw. */
    Outcome execute(S session) throws Exception;

    /** Executes the invocation and reports how long each of its steps took. Executors with a thread for each invocation call this form. */
    default Outcome execute(S session, Steps steps) throws Exception {
        return execute(session);
    }

    /** A simulation has served it: changes what its users share as an answer of the target would have. */
    default void simulated() {}
}
