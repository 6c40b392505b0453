package io.dbharness.cql;

import io.dbharness.cql.target.CqlConversation;
import io.dbharness.model.Problems;
import io.dbharness.target.Target;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadDescriptor;

/** {@code cql read}: reads rows of a Cassandra table, after cassandra-stress. Immutable. */
public final class CqlRead implements Workload<CqlConversation> {

    public static final String NAME = "cql read";

    private static final WorkloadDescriptor DESCRIPTOR =
            StressFamily.descriptor(NAME, "Reads rows of a Cassandra table.");

    /** For {@link java.util.ServiceLoader}. */
    public CqlRead() {}

    @Override
    public WorkloadDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Class<CqlConversation> sessionType() {
        return CqlConversation.class;
    }

    @Override
    public void review(Parameters parameters, Problems problems) {
        StressSettings.of(parameters, StressSettings.Disk.UNASKED, problems);
    }

    @Override
    public BoundWorkload<CqlConversation> bind(Target<CqlConversation> target, Parameters parameters) {
        return StressFamily.bind(target, parameters, Mix.READS);
    }

    @Override
    public BoundWorkload<CqlConversation> rehearse(Parameters parameters) {
        return StressFamily.rehearse(parameters, Mix.READS);
    }
}
