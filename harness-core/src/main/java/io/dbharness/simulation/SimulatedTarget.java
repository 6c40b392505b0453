package io.dbharness.simulation;

import io.dbharness.model.FailureKind;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.random.Seed;
import io.dbharness.sut.Session;
import io.dbharness.sut.SessionSource;
import io.dbharness.sut.Target;
import io.dbharness.sut.Target.FailureClassifier;
import io.dbharness.sut.TargetInfo;
import io.dbharness.sut.TargetProvider;
import io.dbharness.sut.TargetSpec;
import io.dbharness.time.RunClock;
import io.dbharness.time.SystemClock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * A target that only takes time. In virtual time an executor asks its model and nothing waits; in real time its sessions wait. Thread-safe.
 *
 * @param simulation what it is
 * @param clock      of sessions that wait
 * @param model      of sessions that wait, begun when the target was made
 */
public record SimulatedTarget(Simulation simulation, RunClock clock, ServiceModel model)
        implements Target<SimulatedTarget.SimulatedSession> {

    public SimulatedTarget(Simulation simulation, RunClock clock) {
        this(simulation, clock, since(clock.now(), simulation.begin(Seed.DEFAULT)));
    }

    /** A model counts from 0, the clock from anywhere. */
    private static ServiceModel since(long origin, ServiceModel model) {
        return (operation, startedAt) -> {
            ServiceModel.Service service = model.serve(operation, startedAt - origin);
            return new ServiceModel.Service(service.endsAt() + origin, service.outcome(), service.failure());
        };
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
    public void close() {}

    /** Opens {@code sim:} addresses. */
    public static final class Provider implements TargetProvider {

        /** For {@link java.util.ServiceLoader}. */
        public Provider() {}

        @Override
        public boolean accepts(String url) {
            return Simulation.accepts(url);
        }

        @Override
        public List<String> forms() {
            return List.of("sim:service=5ms");
        }

        /** Keeps no data. */
        @Override
        public Optional<String> separate(String url, String name) {
            return Optional.of(url);
        }

        @Override
        public Target<?> open(TargetSpec spec) {
            return new SimulatedTarget(Simulation.parse(spec.url()), new SystemClock());
        }
    }

    /**
     * A session of a simulation in real time: each operation waits as long as the simulation says. One thread at a time.
     *
     * @param clock of the run
     * @param model says how long
     */
    public record SimulatedSession(RunClock clock, ServiceModel model) implements Session {

        /** An attempt that the simulation lets fail. */
        public static final class SimulatedFailure extends Exception {

            private static final long serialVersionUID = 1L;
            private final FailureKind kind;

            SimulatedFailure(FailureKind kind) {
                super("simulated " + kind);
                this.kind = kind;
            }

            public FailureKind kind() {
                return kind;
            }
        }

        /** Waits for as long as the operation takes. */
        public Outcome ask(Operation operation) throws SimulatedFailure, InterruptedException {
            ServiceModel.Service service;
            // The model takes requests in the order of time, so the clock is read under its lock.
            synchronized (model) {
                service = model.serve(operation, clock.now());
            }
            clock.sleepUntil(service.endsAt());
            if (service.outcome() == Outcome.FAILED) {
                throw new SimulatedFailure(service.failure());
            }
            return service.outcome();
        }

        @Override
        public void reset() {}

        @Override
        public void close() {}
    }
}
