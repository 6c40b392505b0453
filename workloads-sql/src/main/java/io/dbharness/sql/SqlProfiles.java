package io.dbharness.sql;

import io.dbharness.profile.ShippedProfile;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadFamily;
import java.util.List;

/** The SQL profiles that ship with this module, each a workload of its name. */
public final class SqlProfiles implements WorkloadFamily {

    /** Called by {@link java.util.ServiceLoader}. */
    public SqlProfiles() {}

    @Override
    public List<Workload<?>> workloads() {
        return ShippedProfile.in("/profiles/sql", SqlProfiles.class).stream()
                .<Workload<?>>map(SqlUser::new)
                .toList();
    }
}
