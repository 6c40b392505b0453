package io.dbharness.sql.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.random.Seed;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValueTextTest {

    private static final ValueText VALUES = new ValueText(Map.of("item", 40L, "other_1", 7L));

    private static List<Object> draws(String text, int count) {
        Generator generator = VALUES.generator(text).orElseThrow();
        RandomGenerator random = Seed.DEFAULT.stream("test", 0);
        return LongStream.range(0, count)
                .mapToObj(n -> generator.draw(random, n))
                .toList();
    }

    @Test
    void numbersOfRowsStandForThemselves() {
        assertThat(VALUES.generator("seq(1..item.rows, other_1.rows)")).hasToString("Optional[seq(1..40, 7)]");
        assertThat(VALUES.unknownTables("uniform(1..no.rows)")).containsExactly("no");
    }

    @Test
    void sequencesAndDecimalsAndTimesGoByTheOrdinal() {
        assertThat(draws("seq(3..5)", 4)).containsExactly(3L, 4L, 5L, 3L);
        assertThat(draws("decimal(seq(199..200), 2)", 2))
                .containsExactly(new BigDecimal("1.99"), new BigDecimal("2.00"));
        assertThat(draws("time(2026-02-28T23:59, 30s, seq(0..9))", 3))
                .containsExactly(
                        LocalDateTime.of(2026, 2, 28, 23, 59, 0),
                        LocalDateTime.of(2026, 2, 28, 23, 59, 30),
                        LocalDateTime.of(2026, 3, 1, 0, 0, 0));
    }

    @Test
    void textsHaveTheirSizesAndNumbersStandForTexts() {
        assertThat(draws("text(uniform(3..5))", 1_000))
                .allSatisfy(
                        text -> assertThat((String) text).hasSizeBetween(3, 5).matches("[A-Za-z0-9_-]+"))
                .doesNotHaveDuplicates();
        assertThat(draws("text(uniform(10..20), uniform(1..3))", 100).stream().distinct())
                .hasSize(3);
        assertThat(draws("text(uniform(10..20), seq(1..3))", 3))
                .isEqualTo(draws("text(uniform(10..20), seq(1..3))", 6).subList(3, 6));
        assertThat(draws("bytes(fixed(4))", 1)).singleElement().isInstanceOf(byte[].class);
    }

    @Test
    void wordsComeByTheirWeights() {
        List<Object> words = draws("words(red=3, light green)", 10_000);

        assertThat(words).containsOnly("red", "light green");
        assertThat(words.stream().filter("red"::equals).count() / 10_000.0).isCloseTo(0.75, within(0.02));
    }

    @Test
    void theNextOfAColumnIsNoGenerator() {
        assertThat(ValueText.next("next(item.id)")).contains(new SequenceValue("item", "id", Optional.empty()));
        assertThat(ValueText.next("next(item.at, 10s)"))
                .contains(new SequenceValue("item", "at", Optional.of(Duration.ofSeconds(10))));
        assertThat(ValueText.next("next(item.at, 0s)")).isEmpty();
        assertThat(ValueText.next("next(item)")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "7",
                "text()",
                "text(uniform(-1..3))",
                "text(fixed(3), words(a))",
                "text(fixed(3), fixed(1), fixed(2))",
                "decimal(fixed(1))",
                "decimal(fixed(1), 10)",
                "time(2026-13-01, 1s, fixed(1))",
                "time(2026-01-01, often, fixed(1))",
                "time(2026-01-01, 1h, fixed(100B))",
                "words()",
                "words(a=0)",
                "words(a=b=c)",
                "number(1..3)"
            })
    void whatIsNoValueIsRefused(String text) {
        assertThat(VALUES.generator(text)).isEmpty();
    }
}
