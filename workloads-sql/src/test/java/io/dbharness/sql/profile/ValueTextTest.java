package io.dbharness.sql.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.distribution.YcsbZipfian;
import io.dbharness.random.Seed;
import io.dbharness.sql.profile.SequenceValue.Choice;
import io.dbharness.sql.profile.SequenceValue.Kind;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValueTextTest {

    private static final ValueText VALUES = new ValueText(Map.of("item", 40L, "other_1", 7L), Path.of(""));

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
    void vectorsAreTextsOfTheirNumbers() {
        assertThat(draws("vector(3)", 10_000))
                .allSatisfy(vector -> assertThat((String) vector)
                        .matches("\\[-?[01](\\.\\d{0,3}[1-9])?(,-?[01](\\.\\d{0,3}[1-9])?){2}]"))
                .doesNotHaveDuplicates();
        assertThat(draws("vector(2, seq(1..2))", 3).stream().distinct()).hasSize(2);
        assertThat(VALUES.generator("vector(0)")).isEmpty();
        assertThat(VALUES.generator("vector(20000)")).isEmpty();
    }

    @Test
    void valuesAreMadeFromDrawnOnesAndFromOthers(@TempDir Path folder) throws Exception {
        assertThat(draws("concat('user', hash(seq(0..item.rows-1)))", 2))
                .containsExactly("user6284781860667377211", "user8517097267634966620");
        assertThat(draws("format('%03d/%s, 100 %%', seq(7..8), concat('it''s'))", 1))
                .containsExactly("007/it's, 100 %");
        Generator initials = VALUES.generator("concat(name, '@', hash(name, '!'))", Set.of("name"))
                .orElseThrow();
        assertThat(initials.draw(Seed.DEFAULT.stream("test", 0), 0, name -> "ann"))
                .isEqualTo("ann@" + YcsbZipfian.fnv("ann!".getBytes(StandardCharsets.UTF_8)));
        Files.writeString(folder.resolve("towns.csv"), "town,people\nUlm,127000\n\"Bonn, Rhine\",331000\n");
        Generator towns = new ValueText(Map.of(), folder)
                .generator("csv(towns.csv, town)")
                .orElseThrow();
        assertThat(LongStream.range(0, 3).mapToObj(n -> towns.draw(Seed.DEFAULT.stream("test", 0), n)))
                .containsExactly("Ulm", "Bonn, Rhine", "Ulm");
    }

    @Test
    void wordsComeByTheirWeights() {
        List<Object> words = draws("words(red=3, light green)", 10_000);

        assertThat(words).containsOnly("red", "light green");
        assertThat(words.stream().filter("red"::equals).count() / 10_000.0).isCloseTo(0.75, within(0.02));
    }

    @Test
    void theNextOfAColumnIsNoGenerator() {
        Choice fresh = new Choice(Kind.NEW, 0);
        assertThat(ValueText.next("next(item.id)")).contains(new SequenceValue("item", "id", Optional.empty(), fresh));
        assertThat(ValueText.next("next(item.at, 10s)"))
                .contains(new SequenceValue("item", "at", Optional.of(Duration.ofSeconds(10)), fresh));
        assertThat(ValueText.next("latest(item.id)"))
                .contains(new SequenceValue("item", "id", Optional.empty(), new Choice(Kind.LATEST, 0)));
        assertThat(ValueText.next("recent(item.id, 50)"))
                .contains(new SequenceValue("item", "id", Optional.empty(), new Choice(Kind.RECENT, 50)));
        assertThat(ValueText.next("recent(item.id)")).isEmpty();
        assertThat(ValueText.next("latest(item.id, 10)")).isEmpty();
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
                "number(1..3)",
                "hash()",
                "concat('a', b)",
                "format('%d')",
                "format('%d %d', fixed(1))",
                "format(fixed(1))"
            })
    void whatIsNoValueIsRefused(String text) {
        assertThat(VALUES.generator(text)).isEmpty();
    }
}
