package io.dbharness.cli.option;

import io.dbharness.experiment.Axis;
import io.dbharness.experiment.Factor;
import io.dbharness.model.Problems;
import io.dbharness.workload.Parameter;
import java.util.Optional;

/** Arrival rates: {@code 100/s} or {@code 100}, also {@code 0.5/s}; ramps {@code 0->5000/s}; steps {@code 20..200:10}. */
record Rates() implements Parameter.Domain {

    /** The steps of a rate that is run at one level after the other; nothing when it is a single rate. */
    static Optional<Axis> steps(String text) {
        return Rate.parse(text).isPresent() ? Optional.empty() : Axis.parse(Factor.RATE, text, new Problems());
    }

    @Override
    public String label() {
        return "RATE";
    }

    @Override
    public boolean contains(String text) {
        return Rate.parse(text).isPresent() || steps(text).isPresent();
    }

    @Override
    public String expectation() {
        return "a positive number of requests a second such as 100/s, a ramp such as 0->5000/s or steps such as 20..200:10";
    }
}
