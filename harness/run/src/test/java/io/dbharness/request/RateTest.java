package io.dbharness.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.experiment.Axis;
import io.dbharness.experiment.Factor;
import io.dbharness.request.LoadSpec.Rate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateTest {

    @ParameterizedTest
    @CsvSource({
        "100/s, 100, 100",
        "100, 100, 100",
        "0.5/s, 0.5, 0.5",
        "0->5000/s, 0, 5000",
        "12.25->0, 12.25, 0",
        "120/min, 2, 2",
        "0->120/min, 0, 2"
    })
    void aRateIsANumberASecondOrARamp(String text, double from, double to) {
        assertThat(Rate.parse(text)).contains(new Rate(from, to));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "0/s",
                "0->0",
                "-1",
                "1e3",
                "NaN",
                "100/m",
                "20..200:10",
                "100 /s",
                "1,5",
                "1->",
                "1/s->2/s"
            })
    void anythingElseIsNone(String text) {
        assertThat(Rate.parse(text)).isEmpty();
    }

    @Test
    void stepsAreLevelsOfTheRate() {
        assertThat(SweepSpec.of("rate", List.of("20..60:20"))).singleElement().satisfies(sweep -> {
            Axis axis = sweep.axis().orElseThrow();
            assertThat(axis.factor()).isEqualTo(Factor.RATE);
            assertThat(axis.levels()).containsExactly(20.0, 40.0, 60.0);
        });
        assertThat(SweepSpec.of("rate", List.of("20"))).isEmpty();
        assertThat(SweepSpec.of("rate", List.of("0->60"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"100/s", "0->5000/s", "20..200:10", "10,20,40"})
    void everyFormIsAccepted(String text) {
        assertThat(new WordOptions().problems("rate=" + text)).isEmpty();
    }
}
