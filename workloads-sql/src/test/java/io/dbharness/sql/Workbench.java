package io.dbharness.sql;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Problems;
import io.dbharness.random.Seed;
import io.dbharness.sut.SessionSource;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Check;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Progress;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A profile on a target, as tests use it.
 *
 * @param target   where it is
 * @param workload runs it
 * @param always   parameters of every run
 */
record Workbench(JdbcTarget target, SqlUser workload, Map<String, String> always) {

    Workbench(JdbcTarget target, Path profile) {
        this(target, new SqlUser(), Map.of("profile", profile.toString()));
    }

    Path profile() {
        return Path.of(always.get("profile"));
    }

    BoundWorkload<JdbcSession> bound(String... namesAndValues) {
        Map<String, String> given = new HashMap<>(always);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            given.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        Problems problems = new Problems();
        Parameters parameters = Parameters.of(workload.descriptor().parameters(), given, problems);
        workload.review(parameters, problems);
        problems.throwIfAny();
        return workload.bind(target, parameters);
    }

    /** Details of the checks that fail. */
    static List<String> failing(BoundWorkload<JdbcSession> workload, String when) {
        return workload.dataSet().check(when, Progress.SILENT).stream()
                .filter(check -> !check.passed())
                .map(check -> check.name() + ": " + check.detail())
                .toList();
    }

    static Check check(BoundWorkload<JdbcSession> workload, String when, String name) {
        return workload.dataSet().check(when, Progress.SILENT).stream()
                .filter(check -> check.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** One user's operations, one after the other; transient failures are tried again as executors do. */
    void run(BoundWorkload<JdbcSession> workload, int operations) throws Exception {
        workload.dataSet().settle(Progress.SILENT);
        OperationSource<JdbcSession> user = workload.source(0, Seed.DEFAULT);
        try (SessionSource<JdbcSession> sessions = target.dedicatedSessions()) {
            JdbcSession session = sessions.acquire();
            for (int i = 0; i < operations; i++) {
                execute(user.next(), session);
            }
            sessions.release(session);
        }
    }

    private void execute(Invocation<JdbcSession> invocation, JdbcSession session) throws Exception {
        while (true) {
            try {
                invocation.execute(session);
                return;
            } catch (SQLException e) {
                FailureKind kind = target.failures().classify(e);
                session.reset();
                if (!kind.isTransient()) {
                    throw e;
                }
            }
        }
    }

    void sql(String statement) {
        target.jdbi().useHandle(handle -> handle.execute(statement));
    }

    <T> T one(Class<T> type, String question) {
        return target.jdbi()
                .withHandle(handle -> handle.select(question).mapTo(type).one());
    }
}
