package io.dbharness.sysbench;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.model.Problems;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadFamily;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;

/** Workloads and their options, as tests give them. */
final class Given {

    private Given() {}

    /** The workload of this name, as the harness finds it. */
    @SuppressWarnings("unchecked") // Those of this module have sessions by JDBC.
    static Workload<JdbcSession> workload(String word) {
        return (Workload<JdbcSession>) ServiceLoader.load(WorkloadFamily.class).stream()
                .flatMap(family -> family.get().workloads().stream())
                .filter(workload -> workload.descriptor().name().equals("sysbench " + word))
                .findFirst()
                .orElseThrow();
    }

    /** Options as typed, name and value in turns, all others as by default; throws when they are wrong. */
    static Parameters parameters(String word, String... namesAndValues) {
        Map<String, String> given = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            given.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        Problems problems = new Problems();
        Parameters parameters = Parameters.of(workload(word).descriptor().parameters(), given, problems);
        problems.throwIfAny();
        return parameters;
    }

    static BoundWorkload<JdbcSession> bound(JdbcTarget target, String word, String... namesAndValues) {
        return workload(word).bind(target, parameters(word, namesAndValues));
    }
}
