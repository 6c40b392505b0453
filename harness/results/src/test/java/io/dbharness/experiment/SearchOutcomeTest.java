package io.dbharness.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.experiment.SearchOutcome.End;
import io.dbharness.experiment.SearchOutcome.Probe;
import io.dbharness.experiment.SearchOutcome.Stage;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SearchOutcomeTest {

    private static final Probe HOLDS = new Probe(4, Stage.BRACKET, true, -0.2, "p50 = 8 ms");
    private static final Probe FAILS_FAR = new Probe(8, Stage.BRACKET, false, 0.7, "p50 = 20 ms");
    private static final Probe FAILS_NEAR = new Probe(6, Stage.BISECT, false, 0.1, "p50 = 11 ms");
    private static final Probe CONFIRMS = new Probe(4, Stage.CONFIRM, true, -0.2, "p50 = 8 ms");
    private static final Probe FAILED_ONCE = new Probe(5, Stage.CONFIRM, false, 0.05, "p50 = 10.5 ms");
    private static final List<Probe> PROBES = List.of(HOLDS, FAILS_FAR, FAILS_NEAR, FAILED_ONCE, CONFIRMS, CONFIRMS);

    private static SearchOutcome outcome(End end, OptionalDouble level, List<Probe> probes) {
        return new SearchOutcome("users with p50 <= 10ms", end, level, probes);
    }

    private static SearchOutcome found() {
        return outcome(End.FOUND, OptionalDouble.of(4), PROBES);
    }

    @Test
    void theRunsThatConfirmTheLevelTellHowFarToTrustIt() {
        assertThat(found().confirming()).containsExactly(4, 5);
        assertThat(found().conclusiveRuns(List.of("a", "b", "c", "d", "e", "f")))
                .containsExactly("e", "f");
    }

    @Test
    void withoutAnyTheLastRunTells() {
        SearchOutcome none = outcome(End.NOT_ATTAINABLE, OptionalDouble.empty(), PROBES);

        assertThat(none.confirming()).isEmpty();
        assertThat(none.conclusiveRuns(List.of("a", "b"))).containsExactly("b");
        assertThat(none.conclusiveRuns(List.of())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "FOUND           | users with p50 <= 10ms: 4 (6 runs); at 5 p50 = 10.5 ms",
                "MOST_REACHED    | users with p50 <= 10ms: at least 4, the highest level that was to be tried",
                "THROUGHPUT_FELL | users with p50 <= 10ms: at least 4; throughput fell for two doublings, so more load gains nothing",
                "UNFINISHED      | users with p50 <= 10ms: the search has not ended",
            })
    void oneSentenceSaysHowItEnded(End end, String words) {
        assertThat(outcome(end, OptionalDouble.of(4), PROBES).words()).isEqualTo(words);
    }

    @Test
    void whereNothingHeldTheNearestFailureSaysWhy() {
        assertThat(outcome(End.NOT_CONFIRMED, OptionalDouble.empty(), PROBES).words())
                .isEqualTo("users with p50 <= 10ms: no level held when it was run again; at 5 p50 = 10.5 ms");
        assertThat(outcome(End.NOT_CONFIRMED, OptionalDouble.empty(), List.of(HOLDS))
                        .words())
                .isEqualTo("users with p50 <= 10ms: no level held when it was run again");
        assertThat(outcome(End.NOT_ATTAINABLE, OptionalDouble.empty(), List.of(FAILS_FAR, FAILS_NEAR))
                        .words())
                .isEqualTo("users with p50 <= 10ms: target not attainable (8: p50 = 11 ms)");
    }
}
