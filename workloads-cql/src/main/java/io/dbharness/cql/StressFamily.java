package io.dbharness.cql;

import io.dbharness.cql.data.StressDataSet;
import io.dbharness.cql.target.CqlConversation;
import io.dbharness.cql.target.CqlTarget;
import io.dbharness.target.Target;
import io.dbharness.time.RunClock;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.NoData;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.WorkloadDescriptor;
import java.util.ArrayList;
import java.util.List;

/** What the three stress workloads have in common. */
final class StressFamily {

    static final String TARGET = "embedded:cassandra";

    private StressFamily() {}

    static WorkloadDescriptor descriptor(String name, String summary, Parameter... own) {
        List<Parameter> parameters = new ArrayList<>(StressParameters.common());
        parameters.addAll(List.of(own));
        return new WorkloadDescriptor(
                name,
                summary,
                summary
                        + " The rows are loaded first; each request goes to one row of them. Values are cut from random bytes, a function"
                        + " of seed, row and version, so that every row can be compared: after the run what was written and"
                        + " acknowledged is read back. Requests are asynchronous; --connections is how many are in flight.",
                parameters,
                TARGET);
    }

    static BoundWorkload<CqlConversation> bind(Target<CqlConversation> target, Parameters parameters, Mix mix) {
        CqlTarget cluster = cluster(target);
        StressSettings settings = StressSettings.of(parameters, new StressSettings.Disk(true, cluster.nodeDiskBytes()));
        RunClock clock = new SystemClock();
        StressDataSet dataSet =
                new StressDataSet(cluster, settings.shape(), settings.storage(), settings.amount(), clock);
        Versions versions = new Versions(clock);
        return new BoundStress(mix.operations(), dataSet, () -> {
            StressDataSet.Loaded data = dataSet.loaded();
            return users(mix, choice(settings, data.rows(), new PreparedRequests(data, versions, settings)));
        });
    }

    /** Only this module's targets have its sessions. */
    static CqlTarget cluster(Target<CqlConversation> target) {
        if (target instanceof CqlTarget cluster) {
            return cluster;
        }
        throw new IllegalArgumentException("sessions by CQL, but from " + target.getClass());
    }

    /** So many rows as are asked for; how many a size makes depends on the cluster, so here it is one. */
    static BoundWorkload<CqlConversation> rehearse(Parameters parameters, Mix mix) {
        StressSettings settings = StressSettings.of(parameters, StressSettings.Disk.UNASKED);
        long rows = Math.max(settings.batch(), settings.amount().rows());
        return new BoundStress(
                mix.operations(), new NoData(), () -> users(mix, choice(settings, rows, Rehearsed::new)));
    }

    private static BoundStress.Users users(Mix mix, StressSource.Choice choice) {
        return random -> new StressSource(mix, choice, random);
    }

    private static StressSource.Choice choice(StressSettings settings, long rows, Requests requests) {
        return new StressSource.Choice(
                settings.distribution().over(rows),
                settings.distribution().over(rows / settings.batch()),
                settings.batch(),
                requests);
    }
}
