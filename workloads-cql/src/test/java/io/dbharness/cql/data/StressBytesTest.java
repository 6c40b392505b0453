package io.dbharness.cql.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.dbharness.cql.testkit.ReferenceRows;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The expected texts were printed from tables that cassandra-stress itself had filled. */
class StressBytesTest {

    private static final StressBytes SMALL = bytes(10, 34, 5);

    private static StressBytes bytes(int keyBytes, int valueBytes, int columns) {
        return new StressBytes(keyBytes, RowShape.names(columns), ValueSize.fixed(valueBytes));
    }

    private static String text(byte[] key) {
        return new String(key, StandardCharsets.US_ASCII);
    }

    private static String hex(ByteBuffer value) {
        byte[] bytes = new byte[value.remaining()];
        value.duplicate().get(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** {@code write n=5 no-warmup -pop seq=1..5 -col size=FIXED(5)}, with {@code keysize=50} and without. */
    @ParameterizedTest
    @CsvSource({
        "1, 0P37709P210000009LMK8N28N00000008KPPM853610000005L, 85182fdfe7",
        "2, O8LK79LO610000007K69O918300000002L2L6N3211000000NN, b8e05320cd",
        "3, OP001L59300000003M26LN8M01000000NL560221M00000008N, 5ff08459cc",
        "4, 9N54NK486100000098M5N08P010000002N4KO2NP0000000054, 10f1dd6feb",
        "5, 77596MO2300000005K043N6P60000000OK54PO333100000004, dc9e1bf05e"
    })
    void firstKeysAndValuesAreThoseOfCassandraStress(long number, String longKey, String value) {
        assertThat(text(bytes(50, 5, 1).key(number))).isEqualTo(longKey);
        assertThat(text(SMALL.key(number))).isEqualTo(longKey.substring(0, 10));
        assertThat(hex(bytes(10, 5, 1).value(StressBytes.seed(SMALL.key(number)), 0)))
                .isEqualTo(value);
    }

    /** Two of the rows of {@code write n=1000000}. */
    @Test
    void wholeRowsAreThoseOfCassandraStress() {
        assertThat(HexFormat.of().formatHex(SMALL.key(344_414))).isEqualTo("3650384c504f4f4d3231");
        assertThat(row(344_414))
                .containsExactly(
                        "4b0ffe8264f7ce71357fca02a8788e0d0795357e31cb925a549433fc0df2230b357a",
                        "6422ba46def374bd035cef4f378c71f5d28841fda0e53f1354fb4e2030edd6c98a4d",
                        "7e2b238c6089550f3b77e01cf5607bb24aac05c390db828737fc5d569c0075fd5023",
                        "46d1d421d16d2be83bf9b2f762cb003d5702790bf6191e33a10ffdff8fcfd42f41cd",
                        "fa128f7e96b00c69c1993f3a2e09f4ca3c5f2baed3757fb8f9d3d9b27845bfed8bd2");
        assertThat(HexFormat.of().formatHex(SMALL.key(863_244))).isEqualTo("3838304f32504b4b3131");
        assertThat(row(863_244))
                .startsWith(
                        "7ccb1a9eed0675b7f9ae203fd9dc57c532ff6851b4d5becbca4ea94975a6115fe58e",
                        "3fdd1a44b89787fed88133035c22db73a490c31edf7aa8d62c1585300c2ede3aaaec");
    }

    private static List<String> row(long number) {
        long seed = StressBytes.seed(SMALL.key(number));
        return List.of(0, 1, 2, 3, 4).stream()
                .map(column -> hex(SMALL.value(seed, column)))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 34, 255, 256, 10_240})
    void aSecondImplementationOfTheRulesMakesTheSame(int valueBytes) {
        for (int keyBytes : new int[] {4, 10, 16, 17, 40}) {
            StressBytes bytes = bytes(keyBytes, valueBytes, 12);
            for (long number = 1; number < 1_000_000_000_000L; number = number * 31 + 7) {
                byte[] key = bytes.key(number);
                assertThat(key).isEqualTo(ReferenceRows.key(number, keyBytes));
                assertThat(bytes.value(StressBytes.seed(key), 11).array())
                        .isEqualTo(ReferenceRows.value(key, "C11", valueBytes));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"UNIFORM(10..200)", "gaussian(10..200)", "exp(0..200)", "extreme(1..200,2)", "~uniform(10..200)"
            })
    void aValueOfVaryingSizeIsTheBeginningOfTheLargest(String sizes) {
        ValueSize size = ValueSize.parse(sizes).orElseThrow();
        StressBytes varying = new StressBytes(10, RowShape.names(1), size);
        StressBytes largest = bytes(10, 200, 1);
        Set<Integer> seen = new HashSet<>();
        double sum = 0;
        for (int number = 1; number <= 2_000; number++) {
            long seed = StressBytes.seed(largest.key(number));
            ByteBuffer value = varying.value(seed, 0);
            assertThat(largest.value(seed, 0).slice(0, value.remaining())).isEqualTo(value);
            assertThat(varying.value(seed, 0)).isEqualTo(value);
            seen.add(value.remaining());
            sum += value.remaining();
        }

        assertThat(seen).hasSizeGreaterThan(60).allMatch(bytes -> bytes <= 200);
        assertThat(sum / 2_000).isCloseTo(size.mean(), withinPercentage(5));
    }

    /** The first numbers that the JDK's generator draws when it is seeded with 0 and with 42. */
    @Test
    void aUniformSizeIsDrawnAsCassandraStressDrawsIt() {
        ValueSize.Draw draw = ValueSize.parse("UNIFORM(100..299)").orElseThrow().draw();

        assertThat(draw.of(0)).isEqualTo(100 + (int) (200 * 0.730967787376657));
        assertThat(draw.of(42)).isEqualTo(100 + (int) (200 * 0.7275636800328681));
    }

    @Test
    void rowsOfOnePartitionDiffer() {
        Set<String> seen = new HashSet<>();
        for (int item = 0; item < 1_000; item++) {
            seen.add(hex(SMALL.value(StressBytes.seed(SMALL.key(1), item), 0)));
        }

        assertThat(seen).hasSize(1_000);
    }
}
