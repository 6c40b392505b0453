package io.dbharness.run;

import io.dbharness.model.Internal;
import io.dbharness.sut.ServerProbe;
import io.dbharness.time.RunClock;
import java.util.List;
import java.util.function.Supplier;

/**
 * Fetches the metrics that a cloud has recorded of machines and databases. Loaded with {@link java.util.ServiceLoader}; the module
 * provisioning implements it for Azure.
 */
@Internal
public interface CloudMetrics {

    /**
     * Returns the factory of probes, called once for each run.
     *
     * @param resources ids of machines and databases, as the cloud writes them
     */
    Supplier<ServerProbe> probe(List<String> resources, RunClock clock);
}
