package io.dbharness.insertdelete;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.random.Seed;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RowTest {

    private static final Seed SEED = new Seed(7);

    @Test
    void neighboursHold373BytesEachOnAverage() {
        assertThat(LongStream.range(0, 500))
                .allSatisfy(pair -> assertThat(Row.of(SEED, 2 * pair + 1).dataBytes()
                                + Row.of(SEED, 2 * pair + 2).dataBytes())
                        .isEqualTo(746));
    }

    @Test
    void lengthsVary() {
        assertThat(LongStream.range(0, 500)
                        .mapToInt(id -> Row.of(SEED, id).dataBytes())
                        .distinct()
                        .count())
                .isGreaterThan(100);
    }

    @Test
    void aRowDependsOnSeedAndIdOnly() {
        assertThat(Row.of(SEED, 5)).usingRecursiveComparison().isEqualTo(Row.of(SEED, 5));
        assertThat(Row.of(SEED, 5).note()).isNotEqualTo(Row.of(SEED, 6).note());
        assertThat(Row.of(SEED, 5).note()).isNotEqualTo(Row.of(new Seed(8), 5).note());
    }
}
