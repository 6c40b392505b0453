package io.dbharness.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.Problems;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AxisTest {

    private static String levels(String text) {
        Axis axis = Axis.parse(text, new Problems()).orElseThrow();
        return axis.levels().stream().map(Factor::text).collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "connections=8                | 8",
                "connections=1,2,4..256       | 1 2 4 8 16 32 64 128 256",
                "connections=1,2..10          | 1 2 4 8",
                "connections=10,20,30..100    | 10 20 30 40 50 60 70 80 90 100",
                "users=1, 3 .. 9              | 1 3 5 7 9",
                "outstanding=1..256           | 1 2 4 8 16 32 64 128 256",
                "outstanding=3..24            | 3 6 12 24",
                "rate=20..200:60              | 20 80 140 200",
                "rate=20..200:100             | 20 120",
                "rate=0.1..0.5:0.1            | 0.1 0.2 0.3 0.4 0.5",
                "rate=100/s..300/s:100/s      | 100 200 300",
                "rate=5,100..300:100,1000     | 5 100 200 300 1000",
                "users=64,32,16               | 64 32 16",
            })
    void aListMayHoldRangesThatStepOrDouble(String text, String expected) {
        assertThat(levels(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "speed=1          | known factors: connections, users, outstanding, rate",
                "1,2,3            | known factors",
                "users=           | is not a list of rising levels",
                "users=a          | is not a list of rising levels",
                "users=8..1       | is not a list of rising levels",
                "users=8,4..16    | is not a list of rising levels",
                "users=1..8:0     | is not a list of rising levels",
                "users=0..8       | is not a list of rising levels",
                "users=0          | levels are positive",
                "users=1.5        | not a whole number",
                "users=1,2,1      | has a level twice",
                "rate=1..9999:1   | more than 1000 levels",
            })
    void whatCannotBeReadIsExplained(String text, String problem) {
        Problems problems = new Problems();

        assertThat(Axis.parse(text, problems)).isEmpty();
        assertThatThrownBy(problems::throwIfAny).hasMessageContaining(problem);
    }

    @Test
    void anAxisHasPositiveLevels() {
        assertThatThrownBy(() -> new Axis(Factor.USERS, List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Axis(Factor.RATE, Arrays.asList(1.0, 0.0)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
