package io.dbharness.target.simulated;

import io.dbharness.model.FailureKind;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.target.Session;
import io.dbharness.time.RunClock;

/** A conversation with nobody, in real time: it waits as long as the simulation says. One thread at a time. */
public final class SimulatedSession implements Session {

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

    private final RunClock clock;
    private final ServiceModel model;

    SimulatedSession(RunClock clock, ServiceModel model) {
        this.clock = clock;
        this.model = model;
    }

    /** Asks for the operation and waits for its answer. */
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
