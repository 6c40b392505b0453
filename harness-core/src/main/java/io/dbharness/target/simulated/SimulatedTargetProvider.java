package io.dbharness.target.simulated;

import io.dbharness.target.Target;
import io.dbharness.target.TargetProvider;
import io.dbharness.target.TargetSpec;
import io.dbharness.time.SystemClock;

/** Opens {@code sim:} addresses. */
public final class SimulatedTargetProvider implements TargetProvider {

    /** For {@link java.util.ServiceLoader}. */
    public SimulatedTargetProvider() {}

    @Override
    public boolean accepts(String url) {
        return Simulation.accepts(url);
    }

    @Override
    public Target<?> open(TargetSpec spec) {
        return new SimulatedTarget(Simulation.parse(spec.url()), new SystemClock());
    }
}
