package io.dbharness.sysbench;

import static io.dbharness.sysbench.operation.SysbenchStatement.DELETE;
import static io.dbharness.sysbench.operation.SysbenchStatement.DISTINCT_RANGE;
import static io.dbharness.sysbench.operation.SysbenchStatement.INDEX_UPDATE;
import static io.dbharness.sysbench.operation.SysbenchStatement.INSERT;
import static io.dbharness.sysbench.operation.SysbenchStatement.INSERT_AGAIN;
import static io.dbharness.sysbench.operation.SysbenchStatement.INSERT_NEXT;
import static io.dbharness.sysbench.operation.SysbenchStatement.NON_INDEX_UPDATE;
import static io.dbharness.sysbench.operation.SysbenchStatement.ORDER_RANGE;
import static io.dbharness.sysbench.operation.SysbenchStatement.POINT_SELECT;
import static io.dbharness.sysbench.operation.SysbenchStatement.SIMPLE_RANGE;
import static io.dbharness.sysbench.operation.SysbenchStatement.SUM_RANGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.JdbcTargetProvider;
import io.dbharness.model.UsageException;
import io.dbharness.random.Seed;
import io.dbharness.sut.TargetSpec;
import io.dbharness.sysbench.operation.SysbenchStatement;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.WorkloadFamily;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestKindTest {

    @Test
    void allTestsAreFoundAsServices() {
        assertThat(ServiceLoader.load(WorkloadFamily.class))
                .flatMap(WorkloadFamily::workloads)
                .extracting(workload -> workload.descriptor().name())
                .contains(
                        "sysbench point-select",
                        "sysbench insert",
                        "sysbench read-only",
                        "sysbench read-write",
                        "sysbench write-only",
                        "sysbench update-index",
                        "sysbench update-non-index",
                        "sysbench delete",
                        "sysbench random-points",
                        "sysbench random-ranges");
    }

    @Test
    void transactionsFollowSysbenchsScripts() {
        assertThat(queries(TestKind.READ_WRITE))
                .containsExactly(
                        POINT_SELECT,
                        POINT_SELECT,
                        POINT_SELECT,
                        POINT_SELECT,
                        POINT_SELECT,
                        POINT_SELECT,
                        POINT_SELECT,
                        POINT_SELECT,
                        POINT_SELECT,
                        POINT_SELECT,
                        SIMPLE_RANGE,
                        SUM_RANGE,
                        ORDER_RANGE,
                        DISTINCT_RANGE,
                        INDEX_UPDATE,
                        NON_INDEX_UPDATE,
                        DELETE,
                        INSERT_AGAIN);
        assertThat(queries(TestKind.WRITE_ONLY)).containsExactly(INDEX_UPDATE, NON_INDEX_UPDATE, DELETE, INSERT_AGAIN);
        assertThat(queries(TestKind.READ_ONLY))
                .isEqualTo(queries(TestKind.READ_WRITE).subList(0, 14));
        assertThat(queries(TestKind.POINT_SELECT)).containsExactly(POINT_SELECT);
    }

    @Test
    void optionsChangeTheTransactions() {
        assertThat(queries(TestKind.READ_ONLY, "range-selects", "no", "point-selects", "2"))
                .containsExactly(POINT_SELECT, POINT_SELECT);
        assertThat(queries(TestKind.WRITE_ONLY, "index-updates", "0", "non-index-updates", "0", "delete-inserts", "2"))
                .containsExactly(DELETE, INSERT_AGAIN, DELETE, INSERT_AGAIN);
        assertThat(queries(TestKind.INSERT, "statements", "2")).containsExactly(INSERT, INSERT);
        assertThat(queries(TestKind.INSERT, "auto-increment", "no")).containsExactly(INSERT_NEXT);
    }

    @Test
    void aTransactionWithoutStatementsIsRefused() {
        assertThatThrownBy(() -> Given.workload("write-only")
                        .rehearse(Given.parameters(
                                "write-only", "index-updates", "0", "non-index-updates", "0", "delete-inserts", "0")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("no statement left");
    }

    @Test
    void wrongOptionsAreAllReportedTogether() {
        assertThatThrownBy(() -> Given.parameters(
                        "point-select", "distribution", "normal", "pipeline", "0", "rand-pareto-h", "1", "tables", "0"))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll(
                        "--distribution must be one of uniform, zipfian, gaussian, special, pareto, not 'normal'",
                        "--pipeline must be a whole number from 1 to 100, not '0'",
                        "--rand-pareto-h must be a number above 0 and below 1, not '1'",
                        "--tables must be");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.2d", "2e-1", "0x1p-2", "NaN", ".2"})
    void spellingsOfNumbersThatOnlyJavaKnowsAreRefused(String share) {
        assertThatThrownBy(() -> Given.parameters("point-select", "rand-pareto-h", share))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--rand-pareto-h must be a number above 0 and below 1, not '" + share + "'");
    }

    @ParameterizedTest
    @EnumSource
    void everyTestCanBeRehearsedWithoutATarget(TestKind test) {
        String word = test.operation().name();

        BoundWorkload<JdbcSession> workload = Given.workload(word).rehearse(Given.parameters(word));

        assertThat(workload.source(0, Seed.DEFAULT).next().operation())
                .isEqualTo(workload.operations().get(0));
        assertThat(workload.dataSet().inspect().kind()).isEqualTo(DataSetState.Kind.COMPLETE);
    }

    private static List<SysbenchStatement> queries(TestKind test, String... options) {
        return test.script(Given.parameters(test.operation().name(), options)).queries();
    }

    /** A batch that only ends a transaction gets an error there, although the server has committed. */
    @Test
    void sqlserverTakesWholeTransactionsOrSingleStatements() {
        assertThatThrownBy(() -> onSqlserver("update-index", "3", "no"))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("--pipeline 3", "use --pipeline 4 or --pipeline 1");
        assertThat(onSqlserver("update-index", "4", "no").operations()).isNotEmpty();
        assertThat(onSqlserver("update-index", "1", "no").operations()).isNotEmpty();
        assertThat(onSqlserver("point-select", "3", "yes").operations()).isNotEmpty();
        assertThatThrownBy(() -> onSqlserver("insert", "4", "yes"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("use --skip-trx no or --pipeline 1");
    }

    private static BoundWorkload<JdbcSession> onSqlserver(String test, String pipeline, String skipTrx) {
        TargetSpec address = new TargetSpec(
                "jdbc:sqlserver://127.0.0.1:1",
                Optional.of("sa"),
                Optional.empty(),
                Optional.empty(),
                Map.of("dialect", "sqlserver"));
        try (JdbcTarget target = new JdbcTargetProvider().open(address)) {
            return Given.bound(target, test, "statements", "4", "pipeline", pipeline, "skip-trx", skipTrx);
        }
    }
}
