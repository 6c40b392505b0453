package io.dbharness.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.JdbcTargetProvider;
import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.model.Problems;
import io.dbharness.sut.TargetSpec;
import io.dbharness.tpcc.operation.Mode;
import io.dbharness.tpcc.operation.Procedures.ProcedureStatement;
import io.dbharness.tpcc.operation.TpccTransactions.TransactionStatement;
import io.dbharness.workload.Parameters;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every product has all the SQL of this workload, without a server to send it to. */
class TpccSqlFilesTest {

    private static final Map<String, String> ADDRESSES = Map.of(
            "postgresql", "jdbc:postgresql://nowhere.invalid/tpcc",
            "yugabytedb", "jdbc:yugabytedb://nowhere.invalid/tpcc",
            "sqlserver", "jdbc:sqlserver://nowhere.invalid;databaseName=tpcc");

    static Stream<Arguments> dialectsAndModes() {
        return ADDRESSES.keySet().stream()
                .flatMap(dialect -> Arrays.stream(Mode.values()).map(mode -> Arguments.of(dialect, mode)));
    }

    @Test
    void everyDialectIsHere() {
        assertThat(dialects()).extracting(Dialect::name).containsExactlyInAnyOrderElementsOf(ADDRESSES.keySet());
    }

    /** Binding resolves all statements and scripts, and lists those that are missing. */
    @ParameterizedTest
    @MethodSource("dialectsAndModes")
    void theWorkloadFindsAllItsStatementsAndScripts(String dialect, Mode mode) {
        Problems problems = new Problems();
        Parameters parameters =
                Parameters.of(new Tpcc().descriptor().parameters(), Map.of("mode", mode.word()), problems);
        problems.throwIfAny();

        // No server is asked what it is.
        TargetSpec spec = new TargetSpec(
                ADDRESSES.get(dialect),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of("dialect", dialect));
        try (JdbcTarget target = new JdbcTargetProvider().open(spec)) {
            assertThat(new Tpcc().bind(target, parameters).operations()).hasSize(5);
        }
    }

    /** The client sets them by position, whatever the product. */
    @Test
    void aStatementHasAsManyParametersOnEveryProduct() {
        assertThat(parameterCounts("tpcc/compound", TransactionStatement.class)).hasSize(1);
        assertThat(parameterCounts("tpcc/procedures", ProcedureStatement.class)).hasSize(1);
    }

    private static <K extends Enum<K>> List<Map<K, Long>> parameterCounts(String folder, Class<K> names) {
        return dialects().stream()
                .map(dialect -> SqlCatalog.load(names, Tpcc.class, folder, dialect.lineage()))
                .map(sql -> Arrays.stream(names.getEnumConstants())
                        .collect(Collectors.toMap(
                                name -> name,
                                name -> sql.sql(name)
                                        .chars()
                                        .filter(c -> c == '?')
                                        .count())))
                .distinct()
                .toList();
    }

    private static List<Dialect> dialects() {
        return ServiceLoader.load(Dialect.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }
}
