package io.dbharness.workload;

import io.dbharness.model.Outcome;
import io.dbharness.sut.Session;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * An invocation that is sent now and answered later, on a thread of the target's driver.
 *
 * @param <S> the shared session it is sent on
 */
public interface AsyncInvocation<S extends Session> extends Invocation<S> {

    /** Sends one attempt. The stage completes as {@link #execute} returns, or exceptionally as it throws. Must not block. */
    CompletionStage<Outcome> send(S session) throws Exception;

    /** Executes the invocation and waits for the answer. */
    @Override
    default Outcome execute(S session) throws Exception {
        try {
            return send(session).toCompletableFuture().join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        }
    }
}
