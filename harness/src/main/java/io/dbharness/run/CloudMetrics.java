package io.dbharness.run;

import io.dbharness.sut.ServerProbe;
import io.dbharness.time.RunClock;
import java.util.List;
import java.util.function.Supplier;

/** Asks a cloud what it has recorded of machines and databases. Found by {@link java.util.ServiceLoader}; the module provisioning has Azure's. */
public interface CloudMetrics {

    /**
     * Makes the probes of runs, a new one for each.
     *
     * @param resources ids of machines and databases, as the cloud writes them
     */
    Supplier<ServerProbe> probe(List<String> resources, RunClock clock);
}
