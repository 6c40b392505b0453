package io.dbharness.result.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.result.Verdict;
import io.dbharness.result.history.IntervalHistory.Ended;
import io.dbharness.result.history.IntervalHistory.Stretch;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PartialResultTest {

    @Test
    void nothingSpeaksAgainstARunWithoutFailures() {
        PartialResult soFar =
                PartialResult.of(history(second(-1, 7, 5, 0), second(0, 100, 0, 0), second(1, 300, 0, 0)));

        assertThat(soFar).isEqualTo(new PartialResult(Verdict.VALID, List.of(), 400, 0, 200, 2));
    }

    @Test
    void failuresCountAsTheVerdictOfTheResultCountsThem() {
        assertThat(PartialResult.of(history(second(0, 9_999, 1, 0))).verdict()).isEqualTo(Verdict.VALID);
        assertThat(PartialResult.of(history(second(0, 998, 2, 0))).verdict()).isEqualTo(Verdict.SUSPECT);
        assertThat(PartialResult.of(history(second(0, 80, 20, 0))))
                .extracting(PartialResult::verdict, PartialResult::reasons)
                .containsExactly(Verdict.INVALID, List.of("20 of 100 requests failed (20.000 %)"));
    }

    @Test
    void requestsThatAreDueAndAMeasurementWithoutAnswersAreTold() {
        assertThat(PartialResult.of(history(second(0, 10, 0, 90), second(1, 10, 0, 30)))
                        .reasons())
                .containsExactly("30 requests are due and not started");
        assertThat(PartialResult.of(history(second(0, 0, 0, 0))).verdict()).isEqualTo(Verdict.INVALID);
        assertThat(PartialResult.of(IntervalHistory.NONE))
                .isEqualTo(new PartialResult(Verdict.VALID, List.of(), 0, 0, 0, 0));
    }

    private static IntervalHistory history(Stretch... stretches) {
        return new IntervalHistory(1, List.of(stretches));
    }

    private static Stretch second(double start, long completed, long failed, long backlog) {
        Ended ended = new Ended(completed, failed, 1, 1, 1);
        return new Stretch(start, Map.of("Ping", ended), ended, Map.of(), 1, backlog);
    }
}
