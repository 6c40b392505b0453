package io.dbharness.workload;

import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The name, description and options of a workload.
 *
 * @param name          as typed, for example {@code tpcc}
 * @param summary       one sentence
 * @param description   a few sentences: operations, source, scale
 * @param parameters    its own options
 * @param defaultTarget the address used when none is given, for example {@code embedded:postgresql}
 * @param address       the default address for given parameters, where one of them names the thing to test
 * @param sending       names of parameters that decide what is sent, so that loading, checking and dropping the data do without
 * @param scaling       names of parameters that decide which data are loaded: data sets of other values are kept apart
 */
public record WorkloadDescriptor(
        String name,
        String summary,
        String description,
        List<Parameter> parameters,
        String defaultTarget,
        Function<Parameters, String> address,
        Set<String> sending,
        List<String> scaling) {

    public WorkloadDescriptor {
        parameters = List.copyOf(parameters);
        sending = Set.copyOf(sending);
        scaling = List.copyOf(scaling);
    }

    /** A workload of whose parameters each matters to all parts of its job. */
    public WorkloadDescriptor(
            String name,
            String summary,
            String description,
            List<Parameter> parameters,
            String defaultTarget,
            Function<Parameters, String> address) {
        this(name, summary, description, parameters, defaultTarget, address, Set.of(), List.of());
    }

    /** A workload whose parameters say nothing about where it runs. */
    public WorkloadDescriptor(
            String name, String summary, String description, List<Parameter> parameters, String defaultTarget) {
        this(name, summary, description, parameters, defaultTarget, given -> defaultTarget);
    }

    /** Returns this descriptor with parameters that matter to measurements only. */
    public WorkloadDescriptor sendingBy(String... names) {
        return new WorkloadDescriptor(
                name, summary, description, parameters, defaultTarget, address, Set.of(names), scaling);
    }

    /** Returns this descriptor with parameters that decide which data are loaded. */
    public WorkloadDescriptor scaledBy(List<String> names) {
        return new WorkloadDescriptor(name, summary, description, parameters, defaultTarget, address, sending, names);
    }
}
