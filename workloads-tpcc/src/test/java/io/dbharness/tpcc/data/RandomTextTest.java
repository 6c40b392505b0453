package io.dbharness.tpcc.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.random.Seed;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RandomTextTest {

    private final RandomText text = new RandomText(new Seed(5).stream("test", 0));

    @Test
    void everyAlphanumericCharacterIsEquallyLikely() {
        TreeMap<Integer, Long> counts = Stream.generate(() -> text.letters(500).toString())
                .limit(1_240)
                .flatMapToInt(String::chars)
                .boxed()
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));

        assertThat(counts).hasSize(62);
        assertThat(counts.keySet()).allMatch(Character::isLetterOrDigit);
        // 10,000 each with a standard deviation of 99.
        assertThat(counts.values()).allSatisfy(count -> assertThat(count).isCloseTo(10_000, within(500L)));
    }

    @Test
    void lengthsCoverTheWholeRangeEvenly() {
        List<Integer> lengths = Stream.generate(() -> text.letters(6, 10).length())
                .limit(50_000)
                .toList();

        assertThat(lengths).containsOnly(6, 7, 8, 9, 10);
        assertThat(lengths.stream().mapToInt(Integer::intValue).average().orElseThrow())
                .isCloseTo(8.0, within(0.032));
    }

    @Test
    void oneInTenDataStringsHasOriginalAnywhere() {
        List<String> data =
                Stream.generate(() -> text.data().toString()).limit(50_000).toList();
        List<String> original =
                data.stream().filter(string -> string.contains("ORIGINAL")).toList();

        assertThat(data).allSatisfy(string -> assertThat(string).hasSizeBetween(26, 50));
        assertThat(original.size()).isCloseTo(5_000, within(335));
        assertThat(original).anyMatch(string -> string.startsWith("ORIGINAL"));
        assertThat(original).anyMatch(string -> string.endsWith("ORIGINAL"));
    }

    @Test
    void numbersAndZipsAreDigits() {
        assertThat(text.digits(16).toString()).matches("[0-9]{16}");
        assertThat(text.zip().toString()).matches("[0-9]{4}11111");
    }
}
