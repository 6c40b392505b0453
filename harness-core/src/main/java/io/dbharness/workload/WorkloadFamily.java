package io.dbharness.workload;

import java.util.List;

/** Makes several workloads that differ only in what they are made of. Found by {@link java.util.ServiceLoader}, as single ones are. */
@FunctionalInterface
public interface WorkloadFamily {

    List<Workload<?>> workloads();
}
