package io.dbharness.disk.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.disk.data.Blocks.Layout;
import io.dbharness.disk.data.Blocks.RunIo;
import io.dbharness.model.UsageException;
import io.dbharness.random.Seed;
import io.dbharness.testkit.Draws;
import io.dbharness.testkit.SeededTest;
import java.util.List;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlocksTest {

    private static final int RESERVED = 4096;

    @SeededTest(tries = 200)
    void everyBlockIsWholeInsideTheAreaAndBehindTheHeader(Draws draws) {
        int block = 512 * draws.between(1, 64);
        long bytes = RESERVED + 512L * draws.between(3_000, 100_000);
        long from = 512L * draws.between(0, 500);
        long to = 512L * draws.between(1_500, 3_000);
        int streams = draws.between(1, 4);
        Blocks blocks = new Blocks(
                RESERVED,
                bytes,
                new Layout(
                        block,
                        512L * draws.between(1, 200),
                        from,
                        OptionalLong.of(to),
                        streams,
                        512L * draws.between(0, 60),
                        List.of()));
        RandomGenerator random = Seed.DEFAULT.stream("test", 0);

        LongStream.generate(() -> blocks.any(random))
                .limit(100)
                .forEach(at -> assertThat(at).isBetween(Math.max(from, RESERVED), to - block));
        for (int user = 0; user < streams; user++) {
            LongStream.generate(blocks.sequence(user)::next)
                    .limit(500)
                    .forEach(at -> assertThat(at).isBetween(Math.max(from, RESERVED), to - block));
        }
    }

    @Test
    void anAreaWithoutRoomForABlockIsRefused() {
        assertThatThrownBy(() -> new Blocks(RESERVED, 8192, Layout.of(8192))).isInstanceOf(UsageException.class);
        Layout staggered = new Layout(4096, 4096, 0, OptionalLong.empty(), 3, 8192, List.of());
        assertThatThrownBy(() -> new Blocks(0, 16_384, staggered)).hasMessageContaining("3 sequences");
    }

    private static List<Long> sequence(Blocks blocks, int user, int count) {
        return LongStream.generate(blocks.sequence(user)::next)
                .limit(count)
                .boxed()
                .toList();
    }

    @Test
    void blocksFollowEachOtherAndBeginAgain() {
        Blocks blocks = new Blocks(RESERVED, 4 * 8192, Layout.of(8192));

        assertThat(sequence(blocks, 0, 5)).containsExactly(8192L, 16_384L, 24_576L, 8192L, 16_384L);
    }

    @Test
    void sequencesBeginApartAndEachGoesThroughTheWholeArea() {
        Blocks blocks = new Blocks(0, 100, new Layout(10, 20, 0, OptionalLong.empty(), 2, 30, List.of()));

        assertThat(sequence(blocks, 0, 6)).containsExactly(0L, 20L, 40L, 60L, 80L, 0L);
        assertThat(sequence(blocks, 1, 6)).containsExactly(30L, 50L, 70L, 90L, 10L, 30L);
        assertThat(sequence(blocks, 2, 1)).containsExactly(20L);
    }

    @Test
    void aRunContinuesBehindTheRandomBlock() {
        Blocks blocks = new Blocks(0, 100, Layout.of(10));

        blocks.sequence(0).beginRun(70, true);

        assertThat(blocks.sequence(0).continueRun(false)).isEqualTo(new RunIo(80, true));
        assertThat(sequence(blocks, 0, 2)).containsExactly(90L, 0L);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theFirstRunReadsOrWritesAsItsFirstDraw(boolean reads) {
        Blocks.Sequence sequence = new Blocks(0, 100, Layout.of(10)).sequence(0);

        assertThat(sequence.continueRun(reads)).isEqualTo(new RunIo(0, reads));
        assertThat(sequence.continueRun(!reads)).isEqualTo(new RunIo(10, reads));
    }

    @Test
    void aZoneAloneMayHaveNoIos() {
        Blocks blocks = new Blocks(
                0,
                1000,
                new Layout(
                        1,
                        1,
                        0,
                        OptionalLong.empty(),
                        1,
                        0,
                        BlockZone.parse("0/10").orElseThrow()));
        RandomGenerator random = Seed.DEFAULT.stream("test", 0);

        assertThat(LongStream.generate(() -> blocks.any(random)).limit(1000)).allMatch(at -> at >= 100);
    }

    @Test
    void zonesDivideRandomBlocksAsWritten() {
        List<BlockZone> zones = BlockZone.parse("90/10:0/10:5/20").orElseThrow();
        Blocks blocks = new Blocks(0, 1000, new Layout(1, 1, 0, OptionalLong.empty(), 1, 0, zones));
        RandomGenerator random = Seed.DEFAULT.stream("test", 0);
        int[] hits = new int[4];

        for (int i = 0; i < 10_000; i++) {
            long at = blocks.any(random);
            hits[at < 100 ? 0 : at < 200 ? 1 : at < 400 ? 2 : 3]++;
        }

        assertThat(hits[0]).isBetween(8_880, 9_120);
        assertThat(hits[1]).isZero();
        assertThat(hits[2]).isBetween(410, 590);
        assertThat(hits[3]).isBetween(410, 590);
    }

    @Test
    void zonesInBytesEndWhereTheFileDoes() {
        List<BlockZone> zones = BlockZone.parse("60/4k:0/4k:20/8k").orElseThrow();
        Blocks blocks = new Blocks(0, 8192, new Layout(512, 512, 0, OptionalLong.empty(), 1, 0, zones));
        RandomGenerator random = Seed.DEFAULT.stream("test", 0);

        assertThat(LongStream.generate(() -> blocks.any(random)).limit(1000)).allMatch(at -> at < 4096);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"90", "90/0", "0/100", "60/10:50/10", "50/100", "10/60:20/60", "10/50:10/4k", "a/b", "10/10:"})
    void malformedZonesAreRefused(String text) {
        assertThat(BlockZone.parse(text)).isEmpty();
    }

    @Test
    void randomBlocksAreAllAlike() {
        Blocks blocks = new Blocks(0, 10 * 4096, Layout.of(4096));
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
