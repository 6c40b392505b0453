package io.dbharness.disk.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.UsageException;
import io.dbharness.random.Seed;
import io.dbharness.testkit.Draws;
import io.dbharness.testkit.SeededTest;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BlocksTest {

    private static final int RESERVED = 4096;

    @SeededTest(tries = 200)
    void everyBlockIsWholeInsideTheFileAndBehindTheHeader(Draws draws) {
        int block = 512 * draws.between(1, 64);
        long bytes = RESERVED + 512L * draws.between(300, 100_000);
        Blocks blocks = new Blocks(RESERVED, bytes, block);

        assertThat(blocks.position(0)).isGreaterThanOrEqualTo(RESERVED);
        assertThat(blocks.position(0) % block).isZero();
        assertThat(blocks.position(blocks.count() - 1) + block).isBetween(bytes - block + 1, bytes);
    }

    @Test
    void aFileWithoutRoomForABlockIsRefused() {
        assertThatThrownBy(() -> new Blocks(RESERVED, 8192, 8192)).isInstanceOf(UsageException.class);
    }

    @Test
    void blocksFollowEachOtherAndBeginAgain() {
        Blocks blocks = new Blocks(RESERVED, 4 * 8192, 8192);

        assertThat(LongStream.generate(blocks::next).limit(5)).containsExactly(8192L, 16_384L, 24_576L, 8192L, 16_384L);
    }

    @Test
    void randomBlocksAreAllAlike() {
        Blocks blocks = new Blocks(0, 10 * 4096, 4096);
        RandomGenerator random = Seed.DEFAULT.stream("test", 0);
        long[] hits = new long[10];

        for (int i = 0; i < 10_000; i++) {
            hits[(int) (blocks.any(random) / 4096)]++;
        }

        // Chi-square with 9 degrees of freedom: 27.9 is passed once in a thousand seeds, and this seed is fixed.
        double chiSquare = LongStream.of(hits)
                .mapToDouble(h -> (h - 1000.0) * (h - 1000.0) / 1000)
                .sum();
        assertThat(chiSquare).isLessThan(27.9);
    }
}
