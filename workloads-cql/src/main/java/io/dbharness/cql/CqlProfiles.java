package io.dbharness.cql;

import io.dbharness.profile.ShippedProfile;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadFamily;
import java.util.List;

/** The CQL profiles that ship with this module, each a workload of its name. */
public final class CqlProfiles implements WorkloadFamily {

    /** Called by {@link java.util.ServiceLoader}. */
    public CqlProfiles() {}

    @Override
    public List<Workload<?>> workloads() {
        return ShippedProfile.in("/profiles/cql", CqlProfiles.class).stream()
                .<Workload<?>>map(CqlUser::new)
                .toList();
    }
}
