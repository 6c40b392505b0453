package io.dbharness.tpcc.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.random.Seed;
import io.dbharness.testkit.Draws;
import io.dbharness.testkit.SeededTest;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NonUniformTest {

    private static final int DRAWS = 1_000_000;

    @SeededTest(tries = 200)
    void staysWithinItsRange(Draws draws) {
        int c = draws.between(0, 8_191);
        RandomGenerator random = draws.seed().stream("test", 0);

        assertThat(NonUniform.item(c, Cardinality.SPECIFIED).draw(random)).isBetween(1, 100_000);
        assertThat(NonUniform.customer(c % 1_024, Cardinality.SPECIFIED).draw(random))
                .isBetween(1, 3_000);
        assertThat(NonUniform.lastName(c % 256).draw(random)).isBetween(0, 999);
    }

    /** Each of the eight low bits is one in three of four cases, as the OR of two fair bits is; below 768 both parts are fair. */
    @Test
    void setsLowBitsThreeTimesInFour() {
        RandomGenerator random = new Seed(7).stream("test", 0);
        NonUniform lastName = new NonUniform(255, 0, 1_023, 0);
        int[] ones = new int[8];

        for (int i = 0; i < DRAWS; i++) {
            int value = lastName.draw(random);
            for (int bit = 0; bit < ones.length; bit++) {
                ones[bit] += value >> bit & 1;
            }
        }

        // The standard deviation is 433; the tolerance is five of them.
        assertThat(IntStream.of(ones).boxed())
                .allSatisfy(count -> assertThat(count).isCloseTo(750_000, within(2_200)));
    }

    /** 255 is made by 3^8 of 4^8 pairs of low bits and one in four values of the rest: 0.1001 x 0.25; 0 by 1 of 4^8. */
    @Test
    void makesSomeValuesMuchMoreFrequentThanOthers() {
        RandomGenerator random = new Seed(8).stream("test", 0);
        NonUniform values = new NonUniform(255, 0, 1_023, 0);
        int[] counts = new int[1_024];

        for (int i = 0; i < DRAWS; i++) {
            counts[values.draw(random)]++;
        }

        assertThat(counts[255]).isCloseTo(25_028, within(800));
        assertThat(counts[0]).isLessThan(30);
    }

    /** All pairs that the definition draws from, counted, against a million draws; chi-square, five standard deviations above its mean. */
    @ParameterizedTest
    @CsvSource({"255, 0, 999, 200", "1023, 1, 3000, 300"})
    void everyValueIsAsFrequentAsTheDefinitionSays(int a, int x, int y, int c) {
        RandomGenerator random = new Seed(10).stream("test", a);
        NonUniform values = new NonUniform(a, x, y, c);
        int range = y - x + 1;
        int[] expected = new int[range];
        int[] drawn = new int[range];
        for (int low = 0; low <= a; low++) {
            for (int high = x; high <= y; high++) {
                expected[((low | high) + c) % range]++;
            }
        }
        for (int i = 0; i < DRAWS; i++) {
            drawn[values.draw(random) - x]++;
        }

        double rest = 0;
        double restDrawn = 0;
        double chiSquare = 0;
        int cells = 0;
        for (int value = 0; value < range; value++) {
            double mean = (double) DRAWS * expected[value] / ((a + 1.0) * range);
            if (mean < 5) {
                rest += mean;
                restDrawn += drawn[value];
            } else {
                chiSquare += (drawn[value] - mean) * (drawn[value] - mean) / mean;
                cells++;
            }
        }
        assertThat(chiSquare).isLessThan(cells + 5 * Math.sqrt(2.0 * cells));
        assertThat(restDrawn).isCloseTo(rest, within(5 * Math.sqrt(rest) + 1));
    }

    @Test
    void theConstantShiftsTheFrequentValues() {
        RandomGenerator one = new Seed(9).stream("test", 0);
        RandomGenerator same = new Seed(9).stream("test", 0);

        for (int i = 0; i < 1_000; i++) {
            int plain = NonUniform.customer(0, Cardinality.SPECIFIED).draw(one);
            int shifted = NonUniform.customer(500, Cardinality.SPECIFIED).draw(same);

            assertThat(shifted).isEqualTo((plain - 1 + 500) % 3_000 + 1);
        }
    }

    @Test
    void refusesAConstantBeyondA() {
        assertThatThrownBy(() -> NonUniform.lastName(256)).isInstanceOf(IllegalArgumentException.class);
    }
}
