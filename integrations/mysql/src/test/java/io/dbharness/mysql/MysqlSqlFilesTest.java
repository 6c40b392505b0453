package io.dbharness.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.insertdelete.InsertDelete;
import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.JdbcTargetProvider;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.sut.TargetSpec;
import io.dbharness.sysbench.Sysbench;
import io.dbharness.tpcc.Tpcc;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadFamily;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The dialect has all SQL of the workloads, without a server to send it to. */
class MysqlSqlFilesTest {

    private static BoundWorkload<JdbcSession> bound(Workload<JdbcSession> workload, Map<String, String> values) {
        Problems problems = new Problems();
        Parameters parameters = Parameters.of(workload.descriptor().parameters(), values, problems);
        problems.throwIfAny();
        // No server is asked what it is.
        TargetSpec spec = new TargetSpec(
                "jdbc:mysql://nowhere.invalid/tpcc",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of("dialect", "mysql"));
        try (JdbcTarget target = new JdbcTargetProvider().open(spec)) {
            return workload.bind(target, parameters);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"interactive", "interactive-row", "procedures"})
    void tpccFindsAllItsStatementsAndScripts(String mode) {
        assertThat(bound(new Tpcc(), Map.of("mode", mode)).operations()).hasSize(5);
    }

    @Test
    void aModeThatTheProductLacksIsRefusedInASentence() {
        assertThatThrownBy(() -> bound(new Tpcc(), Map.of("mode", "compound")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(
                        "--mode compound is not available for mysql; use one of: interactive, interactive-row, procedures");
    }

    @Test
    void insertDeleteFindsAllItsStatementsAndScripts() {
        assertThat(bound(new InsertDelete(), Map.of()).operations()).hasSize(2);
    }

    @Test
    @SuppressWarnings("unchecked")
    void everyTestOfSysbenchFindsAllItsStatementsAndScripts() {
        Stream<Workload<?>> tests = ServiceLoader.load(WorkloadFamily.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(Sysbench.class::isInstance)
                .flatMap(family -> family.workloads().stream());

        assertThat(tests.map(test -> bound((Workload<JdbcSession>) test, Map.of())))
                .hasSizeGreaterThan(5)
                .allSatisfy(test -> assertThat(test.operations()).isNotEmpty());
    }
}
