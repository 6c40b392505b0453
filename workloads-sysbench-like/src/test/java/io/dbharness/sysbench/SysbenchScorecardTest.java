package io.dbharness.sysbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.result.Scorecard;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class SysbenchScorecardTest {

    @Test
    void isFoundUnderTheWorkloadsNames() {
        assertThat(ServiceLoader.load(Scorecard.class))
                .anySatisfy(
                        found -> assertThat(found.knows("sysbench read-write")).isTrue());
        assertThat(new SysbenchScorecard().knows("sysbench")).isFalse();
    }

    @Test
    void queriesAreCountedAsSysbenchCountsThem() {
        assertThat(scores(TestKind.READ_WRITE))
                .isEqualTo(Map.of(
                        "transactionsPerSecond", 10.0,
                        "queriesPerSecond", 200.0,
                        "readsPerSecond", 140.0,
                        "writesPerSecond", 40.0,
                        "othersPerSecond", 20.0));
        assertThat(new SysbenchScorecard().names())
                .isEqualTo(scores(TestKind.READ_WRITE).keySet());
        assertThat(scores(TestKind.READ_ONLY)).containsEntry("queriesPerSecond", 160.0);
        assertThat(scores(TestKind.WRITE_ONLY)).containsEntry("queriesPerSecond", 60.0);
    }

    @Test
    void aStatementThatIsATransactionHasNoBeginAndCommit() {
        assertThat(scores(TestKind.POINT_SELECT))
                .containsEntry("queriesPerSecond", 10.0)
                .containsEntry("othersPerSecond", 0.0);
        assertThat(scores(TestKind.POINT_SELECT, "statements", "10"))
                .containsEntry("queriesPerSecond", 100.0)
                .containsEntry("othersPerSecond", 0.0);
        assertThat(scores(TestKind.POINT_SELECT, "statements", "10", "skip-trx", "no"))
                .containsEntry("queriesPerSecond", 120.0);
    }

    private static Map<String, Double> scores(TestKind test, String... options) {
        return SysbenchScorecard.scores(
                test.script(Given.parameters(test.operation().name(), options)), 10);
    }
}
