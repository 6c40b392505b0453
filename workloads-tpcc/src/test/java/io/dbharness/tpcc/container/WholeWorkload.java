package io.dbharness.tpcc.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.JdbcTargetProvider;
import io.dbharness.model.Problems;
import io.dbharness.random.Seed;
import io.dbharness.sut.SessionSource;
import io.dbharness.sut.TargetSpec;
import io.dbharness.tpcc.Tpcc;
import io.dbharness.tpcc.operation.Mode;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Progress;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** One warehouse on a server: loaded, checked, run in both modes at once, checked, dropped. */
final class WholeWorkload {

    private static final int SESSIONS = 4;
    private static final int TRANSACTIONS_EACH = 230;
    private static final List<Mode> MODES = List.of(Mode.values());

    private final TargetSpec address;

    WholeWorkload(TargetSpec address) {
        this.address = address;
    }

    void loads() {
        try (JdbcTarget target = open()) {
            DataSet dataSet = bound(target, Mode.PROCEDURES).dataSet();
            dataSet.load(2, Seed.DEFAULT, Progress.SILENT);

            assertThat(dataSet.inspect().kind()).isEqualTo(DataSetState.Kind.COMPLETE);
            holds(dataSet, "load");
        }
    }

    void runs(String isolation) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(SESSIONS);
        try (JdbcTarget target = open(isolation)) {
            List<Future<Integer>> running = new ArrayList<>();
            for (int user = 0; user < SESSIONS; user++) {
                OperationSource<JdbcSession> source =
                        bound(target, MODES.get(user % MODES.size())).source(user, new Seed(isolation.length()));
                running.add(threads.submit(() -> transactions(target, source)));
            }
            for (Future<Integer> user : running) {
                assertThat(user.get()).isEqualTo(TRANSACTIONS_EACH);
            }
            holds(bound(target, Mode.COMPOUND).dataSet(), isolation);
        } finally {
            threads.shutdown();
        }
    }

    void tellsAboutTheServer(String product) {
        try (JdbcTarget target = open()) {
            assertThat(target.info().product()).isEqualTo(product);
            assertThat(target.info().settings().keySet()).noneMatch(name -> name.startsWith("missing."));
        }
    }

    void drops() {
        try (JdbcTarget target = open()) {
            DataSet dataSet = bound(target, Mode.PROCEDURES).dataSet();
            dataSet.drop();

            assertThat(dataSet.inspect().kind()).isEqualTo(DataSetState.Kind.ABSENT);
        }
    }

    private static void holds(DataSet dataSet, String when) {
        assertThat(dataSet.check(when, Progress.SILENT)).hasSize(16).allMatch(Check::passed);
    }

    private static int transactions(JdbcTarget target, OperationSource<JdbcSession> source) throws Exception {
        int done = 0;
        try (SessionSource<JdbcSession> sessions = target.dedicatedSessions()) {
            JdbcSession session = sessions.acquire();
            while (done < TRANSACTIONS_EACH) {
                repeatUntilDone(target, session, source.next());
                done++;
            }
        }
        return done;
    }

    private static void repeatUntilDone(JdbcTarget target, JdbcSession session, Invocation<JdbcSession> invocation)
            throws Exception {
        while (true) {
            try {
                invocation.execute(session);
                return;
            } catch (SQLException e) {
                if (!target.failures().classify(e).isTransient()) {
                    throw e;
                }
                session.reset();
            }
        }
    }

    private JdbcTarget open() {
        return new JdbcTargetProvider().open(address);
    }

    private JdbcTarget open(String isolation) {
        return new JdbcTargetProvider()
                .open(new TargetSpec(
                        address.url(),
                        address.user(),
                        address.password(),
                        address.dataDir(),
                        Map.of("isolation", isolation)));
    }

    private static BoundWorkload<JdbcSession> bound(JdbcTarget target, Mode mode) {
        Problems problems = new Problems();
        Parameters parameters =
                Parameters.of(new Tpcc().descriptor().parameters(), Map.of("mode", mode.word()), problems);
        problems.throwIfAny();
        return new Tpcc().bind(target, parameters);
    }
}
