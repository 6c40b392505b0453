package io.dbharness.workload;

import java.util.List;
import java.util.function.Function;

/**
 * The name, description and options of a workload.
 *
 * @param name          as typed, for example {@code tpcc}
 * @param summary       one sentence
 * @param description   a few sentences: operations, source, scale
 * @param parameters    its own options
 * @param defaultTarget the address used when none is given, for example {@code embedded:postgresql}
 * @param address       the same for given parameters, where one of them names what to test
 */
public record WorkloadDescriptor(
        String name,
        String summary,
        String description,
        List<Parameter> parameters,
        String defaultTarget,
        Function<Parameters, String> address) {

    public WorkloadDescriptor {
        parameters = List.copyOf(parameters);
    }

    /** A workload whose parameters say nothing about where it runs. */
    public WorkloadDescriptor(
            String name, String summary, String description, List<Parameter> parameters, String defaultTarget) {
        this(name, summary, description, parameters, defaultTarget, given -> defaultTarget);
    }
}
