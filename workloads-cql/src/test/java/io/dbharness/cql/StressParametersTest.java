package io.dbharness.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.cql.data.RowShape;
import io.dbharness.cql.data.RowShape.Amount;
import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.cql.driver.CqlTargetProvider;
import io.dbharness.cql.driver.DriverSession;
import io.dbharness.cql.testkit.StressRun;
import io.dbharness.model.Operation;
import io.dbharness.model.UsageException;
import io.dbharness.random.Seed;
import io.dbharness.sut.TargetSpec;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class StressParametersTest {

    private static StressSettings settings(Map<String, String> given) {
        return StressSettings.of(StressRun.parameters(new CqlStress.Mixed(), given), OptionalLong.empty());
    }

    @Test
    void theWorkloadsAreFoundByTheirNames() {
        List<String> names = new ArrayList<>();
        for (Workload<?> workload : ServiceLoader.load(Workload.class)) {
            names.add(workload.descriptor().name());
        }

        assertThat(names)
                .contains("cql counter-read", "cql counter-write", "cql mixed", "cql read", "cql user", "cql write");
    }

    @Test
    void smallMediumAndSizesAreRows() {
        assertThat(settings(Map.of()).shape()).isEqualTo(new RowShape(5, 34, 1));
        assertThat(settings(Map.of("payload", "medium")).shape()).isEqualTo(new RowShape(1, 10_240, 1));
        assertThat(settings(Map.of("payload", "3k", "clustering", "4")).shape()).isEqualTo(new RowShape(1, 3_072, 4));
    }

    @Test
    void columnsHaveANumberOrNamesAndKeysASize() {
        assertThat(settings(Map.of("columns", "2", "payload", "100")).shape()).isEqualTo(new RowShape(2, 100, 1));
        assertThat(settings(Map.of("columns", "a,B_2", "key-size", "20")).shape())
                .isEqualTo(new RowShape(List.of("a", "B_2"), 34, 20, 1));
        assertThatThrownBy(() -> settings(Map.of("columns", "a,a", "table", "Standard1", "key-size", "0")))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("--columns", "--table", "--key-size");
        assertThatThrownBy(() -> settings(Map.of("columns", "key"))).hasMessageContaining("--columns");
    }

    @Test
    void aPopulationSaysWhichRowsAreLoadedUnlessRowsDo() {
        assertThat(settings(Map.of("population", "gaussian(1..3k)")).amount()).isEqualTo(new Amount(3_000, 0));
        Amount none = settings(Map.of("population", "seq(1..1M)", "rows", "0")).amount();
        assertThat(none).isEqualTo(new Amount(0, 0, 1_000_000));
        assertThat(none.tableOnly()).isTrue();
        assertThatThrownBy(() -> settings(Map.of("rows", "0"))).hasMessageContaining("--population");
        assertThatThrownBy(() -> settings(Map.of("rows", "10", "population", "seq(1..11)")))
                .hasMessageContaining("--population reaches row 11, but --rows loads 10");
        assertThatThrownBy(() ->
                        settings(Map.of("population", "seq(1..12)", "clustering", "2", "distribution", "gaussian")))
                .hasMessageContainingAll("leave out --clustering", "--distribution and --population");
    }

    @Test
    void readsBehindTheLastWrittenRowExcludeBatches() {
        for (String clustering : List.of("1", "2")) {
            assertThatThrownBy(() -> settings(Map.of(
                            "batch",
                            "2",
                            "clustering",
                            clustering,
                            "population",
                            "seq(1..10)",
                            "read-lookback",
                            "fixed(1)")))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining(
                            clustering.equals("1")
                                    ? "--clustering must be a multiple of it: not 2 of 1"
                                    : "--population needs partitions of one row");
        }
    }

    @Test
    void theAmountIsRowsPartitionsOrBytes() {
        assertThat(settings(Map.of()).amount()).isEqualTo(new Amount(100_000, 0));
        assertThat(settings(Map.of("partitions", "7", "clustering", "3")).amount())
                .isEqualTo(new Amount(21, 0));
        assertThat(settings(Map.of("fill", "5GB")).amount()).isEqualTo(new Amount(0, 5_000_000_000L));
    }

    @Test
    void aShareOfTheDiskIsOfTheCapacityGivenOrKnown() {
        assertThat(settings(Map.of("fill", "30%", "capacity", "1000GiB")).amount())
                .isEqualTo(new Amount(0, 300L << 30));
        assertThat(StressSettings.of(
                                StressRun.parameters(new CqlStress.Mixed(), Map.of("fill", "12.5%")),
                                OptionalLong.of(80_000))
                        .amount())
                .isEqualTo(new Amount(0, 10_000));
        assertThatThrownBy(() -> settings(Map.of("fill", "30%"))).hasMessageContaining("needs --capacity SIZE");
        assertThatThrownBy(() -> settings(Map.of("fill", "5GB", "capacity", "1000GB")))
                .hasMessageContaining("--capacity is for a --fill in per cent");
        assertThatThrownBy(() -> settings(Map.of("fill", "60%"))).hasMessageContaining("--fill must be");
    }

    @Test
    void whatAShareOfTheDiskTakesIsKnownBeforeAnythingIsAsked() {
        Workload<DriverSession> read = new CqlStress.Read();
        try (CqlTarget nowhere = new CqlTargetProvider().open(TargetSpec.of("cassandra://127.0.0.1:1/bench"))) {
            DataSet filled = read.bind(
                            nowhere, StressRun.parameters(read, Map.of("fill", "30%", "capacity", "1000GiB")))
                    .dataSet();

            // Merging needs the same again.
            assertThat(filled.bytesNeeded()).isEqualTo(2 * (300L << 30));
            assertThat(filled.describe()).contains("322122547200 bytes a node");
        }
    }

    @Test
    void badCombinationsAreNamedTogether() {
        assertThatThrownBy(() -> settings(Map.of("rows", "10", "fill", "1g", "clustering", "3", "batch", "2")))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("--rows, --partitions and --fill", "--batch");
        assertThatThrownBy(() -> StressRun.parameters(
                        new CqlStress.Mixed(),
                        Map.of("payload", "huge", "ratio", "read=0,write=0", "ttl", "5y", "consistency", "some")))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("--payload", "--ratio", "--ttl", "--consistency");
    }

    @Test
    void aRehearsalDrawsTheSameMixWithoutATarget() {
        BoundWorkload<?> rehearsed = new CqlStress.Mixed()
                .rehearse(StressRun.parameters(new CqlStress.Mixed(), Map.of("ratio", "read=3,write=1")));
        OperationSource<?> source = rehearsed.source(0, Seed.DEFAULT);
        Map<String, Integer> drawn = new HashMap<>();
        for (int i = 0; i < 10_000; i++) {
            Operation operation = source.next().operation();
            assertThat(rehearsed.operations().get(operation.index())).isEqualTo(operation);
            drawn.merge(operation.name(), 1, Integer::sum);
        }

        assertThat(drawn.get("Read")).isBetween(7_300, 7_700);
        assertThat(drawn).containsOnlyKeys("Read", "Write");
    }
}
