package io.dbharness.target.simulated;

import io.dbharness.model.FailureKind;
import io.dbharness.random.Seed;
import io.dbharness.target.FailureClassifier;
import io.dbharness.target.SessionSource;
import io.dbharness.target.Target;
import io.dbharness.target.TargetInfo;
import io.dbharness.time.RunClock;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Semaphore;

/**
 * A target that only takes time. In virtual time an executor asks its model and nothing waits; in real time its sessions wait. Thread-safe.
 */
public final class SimulatedTarget implements Target<SimulatedSession> {

    private final Simulation simulation;
    private final RunClock clock;
    private final ServiceModel model;

    public SimulatedTarget(Simulation simulation, RunClock clock) {
        this.simulation = simulation;
        this.clock = clock;
        this.model = since(clock.now(), simulation.begin(Seed.DEFAULT));
    }

    /** A model counts from 0, the clock from anywhere. */
    private static ServiceModel since(long origin, ServiceModel model) {
        return (operation, startedAt) -> {
            ServiceModel.Service service = model.serve(operation, startedAt - origin);
            return new ServiceModel.Service(service.endsAt() + origin, service.outcome(), service.failure());
        };
    }

    public Simulation simulation() {
        return simulation;
    }

    @Override
    public Class<SimulatedSession> sessionType() {
        return SimulatedSession.class;
    }

    @Override
    public TargetInfo info() {
        return new TargetInfo(
                "Simulation",
                simulation.realTime() ? "real time" : "virtual time",
                simulation.url(),
                Map.of(),
                List.of());
    }

    @Override
    public SessionSource<SimulatedSession> dedicatedSessions() {
        return leasedSessions(1);
    }

    @Override
    public SessionSource<SimulatedSession> leasedSessions(int size) {
        Semaphore free = new Semaphore(size);
        SimulatedSession session = new SimulatedSession(clock, model);
        return new SessionSource<>() {
            @Override
            public SimulatedSession acquire() {
                free.acquireUninterruptibly();
                return session;
            }

            @Override
            public void release(SimulatedSession released) {
                free.release();
            }

            @Override
            public void discard(SimulatedSession broken) {
                free.release();
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public FailureClassifier failures() {
        return failure ->
                failure instanceof SimulatedSession.SimulatedFailure simulated ? simulated.kind() : FailureKind.OTHER;
    }

    @Override
    public OptionalLong usableBytes() {
        return OptionalLong.empty();
    }

    @Override
    public void close() {}
}
