package io.dbharness.cql;

import io.dbharness.cql.target.CqlConversation;
import io.dbharness.model.Problems;
import io.dbharness.target.Target;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadDescriptor;

/** {@code cql mixed}: reads and writes rows of a Cassandra table, after cassandra-stress. Immutable. */
public final class CqlMixed implements Workload<CqlConversation> {

    public static final String NAME = "cql mixed";

    private static final WorkloadDescriptor DESCRIPTOR = StressFamily.descriptor(
            NAME,
            "Reads and writes rows of a Cassandra table.",
            StressParameters.ratio(),
            StressParameters.batch(),
            StressParameters.ttl());

    /** For {@link java.util.ServiceLoader}. */
    public CqlMixed() {}

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
        return StressFamily.bind(target, parameters, mix(parameters));
    }

    @Override
    public BoundWorkload<CqlConversation> rehearse(Parameters parameters) {
        return StressFamily.rehearse(parameters, mix(parameters));
    }

    private static Mix mix(Parameters parameters) {
        return Mix.parse(parameters.text(StressParameters.RATIO)).orElseThrow();
    }
}
