package io.dbharness.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.cql.testkit.StressRun;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.random.Seed;
import io.dbharness.testkit.SourceTree;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Parameters;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UserParametersTest {

    private static final String PROFILE = example("readings");

    private static String example(String name) {
        return SourceTree.path("examples/profiles", name + ".yaml").toString();
    }

    private static Parameters parameters(Map<String, String> given) {
        return StressRun.parameters(new CqlUser(), given);
    }

    private static CqlUserSettings settings(Map<String, String> given) {
        Problems problems = new Problems();
        var settings = CqlUserSettings.of(parameters(given), Optional.empty(), problems);
        problems.throwIfAny();
        return settings.orElseThrow();
    }

    @Test
    void operationsAreInsertAndTheQueriesOfTheProfile() {
        CqlUserMix mix = settings(Map.of("profile", PROFILE, "ops", "(insert=1,readings.day=2.5,SCAN=1)"))
                .mix();

        assertThat(mix.operations()).extracting("name").containsExactly("insert", "day", "SCAN");
        assertThat(mix.operations())
                .extracting("kind")
                .containsExactly(OperationKind.WRITE, OperationKind.READ, OperationKind.READ);
        assertThat(mix.any(0, query -> !query.reads())).isFalse();
        assertThat(mix.onlyInserts(0)).isFalse();
        assertThat(settings(Map.of("profile", example("catalogue"), "ops", "restock=1"))
                        .mix()
                        .any(0, query -> !query.reads()))
                .isTrue();
    }

    @Test
    void leftOutPartitionsMakeAHundredThousandRows() {
        CqlUserSettings.Source inserts =
                settings(Map.of("profile", PROFILE)).sources().get(0);
        CqlUserSettings.Source reads = settings(Map.of("profile", PROFILE, "ops", "insert=1,day=1"))
                .sources()
                .get(0);

        // 11.5 readings, as a gaussian around 12 is cut off, of 4 rows.
        assertThat(inserts.plan().partitions()).isBetween(2_130L, 2_220L);
        // As cassandra-stress has it.
        assertThat(inserts.populationOver(7)).hasToString("seq(1..7)");
        assertThat(reads.populationOver(7)).hasToString("gaussian(1..7)");
    }

    @Test
    void operationsOfSeveralProfilesHaveTheNameOfTheirProfileBeforeThem() {
        String messages = example("messages");
        CqlUserSettings settings = settings(Map.of(
                "profile",
                PROFILE + "," + messages,
                "ops",
                "(day=1,messages.insert=2,stress_messages.messages.latest=1,readings.insert=1)"));

        assertThat(settings.mix().operations())
                .extracting("name")
                .containsExactly("readings-day", "messages-insert", "messages-latest", "readings-insert");
        assertThat(settings.mix().entries()).extracting("profile").containsExactly(0, 1, 1, 0);
        assertThat(settings.keyspaces()).containsExactly("stress_readings", "stress_messages");
        assertThatThrownBy(() ->
                        settings(Map.of("profile", PROFILE + "," + messages, "ops", "letters.insert=1,messages.day=1")))
                .hasMessageContainingAll(
                        "no profile is called letters; there is readings, messages",
                        "the profile messages has only insert, latest");
        assertThatThrownBy(() -> settings(Map.of("profile", PROFILE + "," + PROFILE)))
                .hasMessageContaining("two profiles of the name or table of readings");
    }

    @Test
    void keysAreForTablesThatAreUsedAsTheyAre() {
        assertThatThrownBy(() -> settings(Map.of("profile", PROFILE, "keys", "scan")))
                .hasMessageContaining(
                        "--keys scan is for an existing table that another program has created; add --foreign");
        assertThatThrownBy(() -> parameters(Map.of("profile", PROFILE, "keys", "none.csv")))
                .hasMessageContaining("--keys must be generated, scan or a file");
        assertThatThrownBy(() -> settings(Map.of("profile", PROFILE, "values", "size=3")))
                .hasMessageContaining("--values has size, which no profile has as ${NAME}");
    }

    @Test
    void whatDoesNotFitTheProfileIsNamedTogether() {
        assertThatThrownBy(() -> settings(Map.of("profile", PROFILE, "ops", "insert=1,week=2", "partitions", "0")))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("'week'", "alarms, day, insert, scan", "--partitions 0");
        assertThatThrownBy(() -> parameters(
                        Map.of("profile", "no-such-file", "ops", "insert=0", "population", "uniform(-1..9)")))
                .hasMessageContainingAll("--profile", "--ops", "--population");
        assertThatThrownBy(() -> parameters(Map.of())).hasMessageContaining("--profile is missing; it must be a file");
    }

    @Test
    void anOperationOfWeightZeroIsLeftOut() {
        assertThat(settings(Map.of("profile", PROFILE, "ops", "insert=1,day=0"))
                        .mix()
                        .operations())
                .extracting(Operation::name)
                .containsExactly("insert");
        assertThatThrownBy(() -> settings(Map.of("profile", PROFILE, "ops", "insert=1,week=0")))
                .hasMessageContaining("'week'");
    }

    @Test
    void aSerialLevelIsRefusedForWritesThatDoNotHaveTheirOwn() {
        assertThat(settings(Map.of("profile", PROFILE, "ops", "day=1", "consistency", "serial"))
                        .sources())
                .hasSize(1);
        assertThatThrownBy(() ->
                        settings(Map.of("profile", PROFILE, "ops", "insert=1,day=1", "consistency", "local_serial")))
                .hasMessageContaining("--consistency local_serial is for reads, and --ops has writes");
    }

    @Test
    void aRehearsalDrawsTheWeightsWithoutATarget() {
        BoundWorkload<?> rehearsed = new CqlUser()
                .rehearse(parameters(Map.of("profile", PROFILE, "ops", "insert=1,day=3", "population", "seq(1..100)")));
        OperationSource<?> source = rehearsed.source(0, Seed.DEFAULT);
        Map<String, Integer> drawn = new HashMap<>();
        for (int i = 0; i < 10_000; i++) {
            drawn.merge(source.next().operation().name(), 1, Integer::sum);
        }

        assertThat(drawn.get("day")).isBetween(7_300, 7_700);
        assertThat(drawn).containsOnlyKeys("insert", "day");
    }
}
