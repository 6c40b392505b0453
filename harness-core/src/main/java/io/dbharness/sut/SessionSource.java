package io.dbharness.sut;

/**
 * Where workers get their sessions from. Each session is released or discarded by the thread that acquired it.
 *
 * @param <S> the target's kind of session
 */
public interface SessionSource<S extends Session> extends AutoCloseable {

    /**
     * A usable session: the worker's own when sessions are dedicated, a leased one otherwise, possibly after a wait.
     *
     * @throws io.dbharness.model.TargetUnreachableException when none can be opened
     */
    S acquire();

    /** Gives a usable session back. */
    void release(S session);

    /** Gives a broken session back; it is closed and replaced at a later {@link #acquire}. */
    void discard(S session);

    /** Closes all sessions of this source. */
    @Override
    void close();
}
