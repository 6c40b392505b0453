package io.dbharness.insertdelete;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.random.Seed;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class InsertDeleteRowTest {

    private static final Seed SEED = new Seed(7);

    @Test
    void neighboursHold373BytesEachOnAverage() {
        assertThat(LongStream.range(0, 500))
                .allSatisfy(pair -> assertThat(
                                InsertDeleteRow.of(SEED, 2 * pair + 1).dataBytes()
                                        + InsertDeleteRow.of(SEED, 2 * pair + 2).dataBytes())
                        .isEqualTo(746));
    }

    @Test
    void lengthsVary() {
        assertThat(LongStream.range(0, 500)
                        .mapToInt(id -> InsertDeleteRow.of(SEED, id).dataBytes())
                        .distinct()
                        .count())
                .isGreaterThan(100);
    }

    @Test
    void aRowDependsOnSeedAndIdOnly() {
        assertThat(InsertDeleteRow.of(SEED, 5)).usingRecursiveComparison().isEqualTo(InsertDeleteRow.of(SEED, 5));
        assertThat(InsertDeleteRow.of(SEED, 5).note())
                .isNotEqualTo(InsertDeleteRow.of(SEED, 6).note());
        assertThat(InsertDeleteRow.of(SEED, 5).note())
                .isNotEqualTo(InsertDeleteRow.of(new Seed(8), 5).note());
    }
}
