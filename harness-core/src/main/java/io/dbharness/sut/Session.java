package io.dbharness.sut;

/** One connection to a target. One thread at a time. */
public interface Session extends AutoCloseable {

    /** Makes the session usable after a failed attempt, undoing what the attempt left open. Throws when the session is broken. */
    void reset() throws Exception;

    /** Cuts the connection while another thread waits for an answer on it, which then fails. Thread-safe; may take long; never throws. */
    default void abort() {
        close();
    }

    /** Never throws: a session that cannot be closed is gone already. */
    @Override
    void close();
}
