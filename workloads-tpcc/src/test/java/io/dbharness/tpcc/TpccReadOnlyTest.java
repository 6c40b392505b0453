package io.dbharness.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.model.Outcome;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.random.Seed;
import io.dbharness.sut.SessionSource;
import io.dbharness.tpcc.operation.Mode;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState.Kind;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Progress;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A database that takes no writes, as a standby does. */
@Tag("server")
@ExtendWith(TpccTestDatabase.Given.class)
class TpccReadOnlyTest {

    private final TpccTestDatabase database;
    private final JdbcTarget target;

    TpccReadOnlyTest(TpccTestDatabase database) {
        this.database = database;
        target = database.readOnly("shared");
    }

    @AfterEach
    void close() {
        target.close();
    }

    @ParameterizedTest
    @EnumSource
    void aMixThatOnlyReadsRunsThereInEveryMode(Mode mode) throws Exception {
        database.transactions(mode);
        BoundWorkload<JdbcSession> workload = bound(Map.of("mix", "0,0,1,0,1", "mode", mode.word()));
        workload.dataSet().requireUsable();
        assertThat(workload.dataSet().inspect().kind()).isEqualTo(Kind.COMPLETE);
        assertThat(workload.dataSet().check("before", Progress.SILENT)).allMatch(Check::passed);
        workload.dataSet().settle(Progress.SILENT);
        OperationSource<JdbcSession> user = workload.source(0, Seed.DEFAULT);
        try (SessionSource<JdbcSession> sessions = target.dedicatedSessions()) {
            JdbcSession session = sessions.acquire();
            for (int i = 0; i < 20; i++) {
                assertThat(user.next().execute(session)).isEqualTo(Outcome.COMPLETED);
            }
            sessions.release(session);
        }

        assertThat(workload.dataSet().check("after", Progress.SILENT)).allMatch(Check::passed);
    }

    @Test
    void whatWritesIsRefusedInOneSentence() {
        DataSet reading = bound(Map.of("mix", "0,0,1,0,1")).dataSet();

        assertThatThrownBy(() -> bound(Map.of()).dataSet().requireUsable())
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("TPC-C with New-Order, Payment or Delivery")
                .hasMessageContaining("--mix 0,0,1,0,1")
                .hasMessageContaining("takes no writes: its sessions are read-only; run ALTER ROLE");
        assertThatThrownBy(() -> reading.load(1, Seed.DEFAULT, Progress.SILENT))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("loading TPC-C writes");
        assertThatThrownBy(reading::drop)
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("dropping TPC-C writes");
    }

    private BoundWorkload<JdbcSession> bound(Map<String, String> options) {
        Map<String, String> all = TpccTestDatabase.parameters(options);
        Problems problems = new Problems();
        Parameters parameters = Parameters.of(new Tpcc().descriptor().parameters(), all, problems);
        problems.throwIfAny();
        return new Tpcc().bind(target, parameters);
    }
}
