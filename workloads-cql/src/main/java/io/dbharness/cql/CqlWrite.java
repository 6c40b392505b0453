package io.dbharness.cql;

import io.dbharness.cql.target.CqlConversation;
import io.dbharness.model.Problems;
import io.dbharness.target.Target;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadDescriptor;

/** {@code cql write}: writes rows of a Cassandra table, after cassandra-stress. Immutable. */
public final class CqlWrite implements Workload<CqlConversation> {

    public static final String NAME = "cql write";

    private static final WorkloadDescriptor DESCRIPTOR = StressFamily.descriptor(
            NAME, "Writes rows of a Cassandra table.", StressParameters.batch(), StressParameters.ttl());

    /** For {@link java.util.ServiceLoader}. */
    public CqlWrite() {}

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
        return StressFamily.bind(target, parameters, Mix.WRITES);
    }

    @Override
    public BoundWorkload<CqlConversation> rehearse(Parameters parameters) {
        return StressFamily.rehearse(parameters, Mix.WRITES);
    }
}
