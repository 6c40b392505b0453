package io.dbharness.workload;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A workload by its name, with the parameters that differ from their defaults. Whether there is such a workload and whether the values are
 * allowed is
 * found out before anything is opened. Immutable.
 *
 * @param name       as {@code harness list} prints it, for example {@code tpcc} or {@code sysbench point-select}
 * @param parameters name to text, as typed after {@code --}
 */
public record WorkloadSpec(String name, Map<String, String> parameters) {

    public WorkloadSpec {
        parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
    }

    /** A workload with all parameters at their defaults. */
    public static WorkloadSpec of(String name) {
        return new WorkloadSpec(name, Map.of());
    }

    /** Returns this specification with one parameter set, for example {@code with("warehouses", 10)}. */
    public WorkloadSpec with(String parameter, Object value) {
        Map<String, String> all = new TreeMap<>(parameters);
        all.put(parameter, String.valueOf(value));
        return new WorkloadSpec(name, all);
    }
}
