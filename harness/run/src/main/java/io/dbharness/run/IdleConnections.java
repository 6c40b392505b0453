package io.dbharness.run;

import io.dbharness.sut.Session;
import io.dbharness.sut.SessionSource;
import io.dbharness.sut.Target;
import io.dbharness.workload.Check;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connections that are open and idle during a run, set up as those of the load are. One thread at a time.
 *
 * @param target   of the connections
 * @param sources  of the connections; none if there are none
 * @param sessions all of them
 */
record IdleConnections<S extends Session>(Target<S> target, List<SessionSource<S>> sources, List<S> sessions)
        implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(IdleConnections.class);

    /**
     * Opens the connections.
     *
     * @throws io.dbharness.model.TargetUnreachableException if one of them cannot be opened
     */
    static <S extends Session> IdleConnections<S> open(Target<S> target, int number) {
        if (number == 0) {
            return new IdleConnections<>(target, List.of(), List.of());
        }
        SessionSource<S> source = target.leasedSessions(number);
        IdleConnections<S> idle = new IdleConnections<>(target, List.of(source), new ArrayList<>());
        try {
            for (int i = 0; i < number; i++) {
                idle.sessions.add(source.acquire());
            }
            return idle;
        } catch (RuntimeException e) {
            idle.close();
            throw e;
        }
    }

    /** Returns one check: each connection must still answer. None if there are no connections. */
    List<Check> check() {
        if (sessions.isEmpty()) {
            return List.of();
        }
        long alive = sessions.stream().filter(this::answers).count();
        return List.of(new Check(
                "idle connections",
                "after",
                alive == sessions.size(),
                alive + " of " + sessions.size() + " idle connections still answer"));
    }

    private boolean answers(S session) {
        try {
            return target.roundTrip(session);
        } catch (Exception e) {
            LOG.debug("an idle connection is lost", e);
            return false;
        }
    }

    @Override
    public void close() {
        sources.forEach(source -> {
            sessions.forEach(source::release);
            source.close();
        });
    }
}
