package io.dbharness.workload;

import java.util.List;

/**
 * What a user reads about a workload, and what its options are made from.
 *
 * @param name          as typed, for example {@code tpcc}
 * @param summary       one sentence
 * @param description   a few sentences: operations, source, scale
 * @param parameters    its own options
 * @param defaultTarget the address used when none is given, for example {@code embedded:postgresql}
 */
public record WorkloadDescriptor(
        String name, String summary, String description, List<Parameter> parameters, String defaultTarget) {

    public WorkloadDescriptor {
        parameters = List.copyOf(parameters);
    }
}
