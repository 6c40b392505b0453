package io.dbharness.jdbc;

import io.dbharness.target.SessionSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One worker's own session, opened on first use and again after it broke. One thread. */
final class DedicatedSessions implements SessionSource<JdbcSession> {

    private final Supplier<JdbcSession> opener;
    private @Nullable JdbcSession session;

    DedicatedSessions(Supplier<JdbcSession> opener) {
        this.opener = opener;
    }

    @Override
    public JdbcSession acquire() {
        JdbcSession current = session;
        if (current == null) {
            current = opener.get();
            session = current;
        }
        return current;
    }

    @Override
    public void release(JdbcSession released) {
        // The worker keeps its session.
    }

    @Override
    public void discard(JdbcSession broken) {
        broken.close();
        session = null;
    }

    @Override
    public void close() {
        JdbcSession current = session;
        if (current != null) {
            current.close();
            session = null;
        }
    }
}
