package io.dbharness.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.report.chart.ChartAxis.Tick;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChartAxisTest {

    private static List<String> labels(ChartAxis axis) {
        return axis.ticks().stream().map(Tick::label).toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            93      | 0, 20, 40, 60, 80, 100
            1       | 0, 0.2, 0.4, 0.6, 0.8, 1
            0.0042  | 0, 0.001, 0.002, 0.003, 0.004, 0.005
            57650   | 0, 20k, 40k, 60k
            7200000 | 0, 2M, 4M, 6M, 8M
            0       | 0, 0.2, 0.4, 0.6, 0.8, 1
            """)
    void anAxisFromZeroReachesARoundNumberInRoundSteps(double most, String expected) {
        assertThat(String.join(", ", labels(ChartAxis.fromZero("", most)))).isEqualTo(expected);
    }

    @Test
    void timeIsLabelledAsAClockHasIt() {
        assertThat(labels(ChartAxis.time("", -30, 300)))
                .containsExactly("0:00", "1:00", "2:00", "3:00", "4:00", "5:00");
        assertThat(labels(ChartAxis.time("", -2, 5)))
                .containsExactly("-0:02", "-0:01", "0:00", "0:01", "0:02", "0:03", "0:04", "0:05");
        assertThat(labels(ChartAxis.time("", 0, 7200))).contains("15:00", "1:00:00", "2:00:00");
    }

    @Test
    void aLogarithmicAxisEndsJustBeyondItsValues() {
        ChartAxis axis = ChartAxis.logarithmic("ms", 0.3, 42);

        assertThat(axis.low()).isCloseTo(0.2, within(1e-9));
        assertThat(axis.high()).isCloseTo(50, within(1e-9));
        assertThat(axis.place(Math.sqrt(0.2 * 50))).isCloseTo(0.5, within(1e-9));
        assertThat(labels(axis)).containsExactly("0.2", "0.5", "1", "2", "5", "10", "20", "50");
    }

    @Test
    void aSingleValueHasAnAxis() {
        assertThat(ChartAxis.logarithmic("ms", 5, 5).high()).isGreaterThan(5);
        assertThat(ChartAxis.levels("users", List.of(4.0)).place(4)).isEqualTo(0.5);
    }

    @Test
    void eachNineHasTheSameRoom() {
        ChartAxis axis = ChartAxis.nines("", 4);

        assertThat(labels(axis)).containsExactly("0", "50", "90", "99", "99.9", "99.99");
        assertThat(axis.place(ChartAxis.nines(0.99))).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void loadsThatDoubleAreEvenlySpread() {
        ChartAxis axis = ChartAxis.levels("connections", List.of(1.0, 2.0, 4.0, 8.0, 16.0));

        assertThat(axis.place(2) - axis.place(1)).isCloseTo(axis.place(16) - axis.place(8), within(1e-9));
        assertThat(labels(axis)).containsExactly("1", "2", "4", "8", "16");
    }
}
