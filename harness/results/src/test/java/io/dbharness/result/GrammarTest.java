package io.dbharness.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.model.Problems;
import io.dbharness.result.Condition.Comparison;
import io.dbharness.study.Claim;
import io.dbharness.study.Formula;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Conditions, formulas and claims share one grammar; each knows what its names mean. */
class GrammarTest {

    private static Comparison only(String text) {
        Problems problems = new Problems();
        Optional<Condition> condition = Condition.parse(text, problems);
        assertThat(problems.lines()).isEmpty();
        return condition.orElseThrow().alternatives().get(0).get(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p99(New-Order)>20ms | p99(New-Order) | > | 2e7 | false",
                " p99 { Read } < 9999 us | p99(Read) | < | 9999e3 | false",
                "p50 <= 2 min | p50 | <= | 120e9 | false",
                "errors <= 0.1% | errors | <= | 0.001 | false",
                "errors <= 0.1 | errors | <= | 0.1 | false",
                "throughput >= 100/s | throughput | >= | 100 | false",
                "throughput >= 100 /s | throughput | >= | 100 | false",
                "throughput < 0.95*baseline | throughput | < | 0.95 | true",
                "p99 > baseline | p99 | > | 1 | true",
                "server.mean.diskIops < 5000 | server.mean.diskIops | < | 5000 | false",
            })
    void aConditionMeansTheSameAsEver(String text, String metric, String sign, double threshold, boolean ofBaseline) {
        Comparison comparison = only(text);

        assertThat(comparison.metric()).hasToString(metric);
        assertThat(comparison.sign()).isEqualTo(sign);
        assertThat(comparison.threshold()).isEqualTo(threshold);
        assertThat(comparison.ofBaseline()).isEqualTo(ofBaseline);
    }

    @Test
    void aConditionMayNameARange() {
        Condition range = Condition.parse("p99 between 1ms and 5 ms and errors < 1% or max > 1s", new Problems())
                .orElseThrow();

        assertThat(range.alternatives()).hasSize(2);
        assertThat(range.alternatives().get(0))
                .extracting(c -> c.metric() + " " + c.sign() + " " + c.threshold())
                .containsExactly("p99 >= 1000000.0", "p99 <= 5000000.0", "errors < 0.01");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "p99",
                "p99 >",
                "p99 > 20",
                "p99 > 20ms and",
                "20ms > p99",
                "p99 == 5ms",
                "p99 > 2*5ms",
                "p99 ! 5ms",
                "throughput < 0.95*basis",
                "p99(a, b) > 1ms",
                "p99(1) > 1ms",
                "errors > 1ms",
                "p99 > 1ms nor p50 > 1ms",
                "(p99) > 1 s)"
            })
    void aTextThatIsNoConditionGivesOneMessage(String text) {
        Problems problems = new Problems();

        assertThat(Condition.parse(text, problems)).isEmpty();
        assertThat(problems.lines()).hasSize(1);
    }

    static Stream<String> monsters() {
        return Stream.of(
                "1" + " + 1".repeat(100_000),
                "1" + "+1".repeat(1_500),
                "(".repeat(100_000) + "1" + ")".repeat(100_000),
                "(".repeat(1_000) + "1" + ")".repeat(1_000),
                "-".repeat(3_000) + "1",
                "max(".repeat(900) + "p99" + ")".repeat(900),
                "a" + "-a".repeat(100_000),
                "a" + "-a".repeat(1_900) + " b",
                "p99" + "[a]".repeat(100_000),
                "9".repeat(100_000));
    }

    @ParameterizedTest
    @MethodSource("monsters")
    void aMonsterGivesAMessage(String text) {
        List<String> messages = Stream.of(text, text + " < 1")
                .flatMap(one -> {
                    Problems problems = new Problems();
                    assertThat(Formula.parse("", one, problems)).isEmpty();
                    assertThat(Claim.parse(one, problems)).isEmpty();
                    assertThat(Condition.parse(one, problems)).isEmpty();
                    return problems.lines().stream();
                })
                .toList();

        assertThat(messages).isNotEmpty().allSatisfy(m -> assertThat(m).hasSizeLessThan(500));
    }
}
