package io.dbharness.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.random.Seed;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class YcsbZipfianTest {

    private static final int DRAWS = 400_000;

    private final RandomGenerator random = Seed.DEFAULT.stream("ycsb", 0);

    private static Map<Long, Double> shares(LongSupplier draw) {
        Map<Long, Double> shares = new TreeMap<>();
        for (int i = 0; i < DRAWS; i++) {
            shares.merge(draw.getAsLong(), 1.0 / DRAWS, Double::sum);
        }
        return shares;
    }

    @Test
    void theSumOfTheWeightsIsThatOfYcsbAndOfTheTermsOneByOne() {
        // The constant in YCSB, which adds ten billion terms.
        assertThat(YcsbZipfian.zeta(10_000_000_000L)).isCloseTo(26.46902820178302, within(1e-9));
        for (long n : new long[] {1, 2, 64, 65, 1_000, 100_000}) {
            double sum = LongStream.rangeClosed(1, n)
                    .mapToDouble(k -> Math.pow((double) k, -0.99))
                    .sum();
            assertThat(YcsbZipfian.zeta(n)).isCloseTo(sum, within(1e-10));
        }
    }

    @Test
    void keysAreHashedAsByYcsb() {
        assertThat(LongStream.range(0, 5).map(YcsbZipfian::fnv))
                .containsExactly(
                        6284781860667377211L,
                        8517097267634966620L,
                        1820151046732198393L,
                        4052466453699787802L,
                        3232700585171816769L);
        // The test vector of FNV-1a for "a".
        assertThat(YcsbZipfian.fnv(new byte[] {'a'})).isEqualTo(Math.abs(0xAF63DC4C8601EC8CL));
    }

    @Test
    void theFirstTwoRanksHaveTheProbabilitiesOfZipfsLawAndLaterOnesNearlyThose() {
        YcsbZipfian zipfian = new YcsbZipfian(1_000);

        Map<Long, Double> shares = shares(() -> zipfian.draw(random));

        double[] law = LongStream.rangeClosed(1, 1_000)
                .mapToDouble(k -> Math.pow((double) k, -0.99))
                .toArray();
        double sum = DoubleStream.of(law).sum();
        assertThat(shares.get(0L)).isCloseTo(law[0] / sum, within(0.003));
        assertThat(shares.get(1L)).isCloseTo(law[1] / sum, within(0.002));
        // Gray's approximation: (rank / n)^(1 - theta) is linear in u.
        double eta = (1 - Math.pow(2.0 / 1_000, 0.01)) / (1 - (law[0] + law[1]) / sum);
        for (long rank : new long[] {2, 5, 20}) {
            double from = (Math.pow(rank / 1_000.0, 0.01) - 1 + eta) / eta;
            double to = (Math.pow((rank + 1) / 1_000.0, 0.01) - 1 + eta) / eta;
            double least = Math.max(from, (law[0] + law[1]) / sum);
            assertThat(shares.get(rank)).isCloseTo(to - least, within(0.002));
        }
        assertThat(shares.keySet()).allMatch(rank -> rank >= 0 && rank < 1_000);
    }

    @Test
    void scrambledKeysAreTheHashesOfTheRanks() {
        ValueDistribution scrambled = ValueDistribution.known("scrambled(0..999)");

        Map<Long, Double> shares = shares(() -> scrambled.draw(random, 0));

        // Added up rank by rank outside of this program, from YCSB's constants and the hash of each rank.
        Map<Long, Double> expected = Map.of(211L, 0.03886, 620L, 0.02020, 393L, 0.01644, 802L, 0.01206, 769L, 0.00959);
        expected.forEach((key, share) -> assertThat(shares.get(key)).isCloseTo(share, within(0.0012)));
        assertThat(shares).hasSizeGreaterThan(990);
    }

    @Test
    void theLatestRowsAreTheMostFrequentAndOnlyAcknowledgedOnesAreDrawn() {
        Sequence rows = new Sequence(0, 999);
        long first = rows.next();
        long second = rows.next();
        rows.acknowledge(second);

        Map<Long, Double> shares = shares(() -> rows.latest(random));

        double zeta = YcsbZipfian.zeta(1_002);
        assertThat(shares.get(second)).isCloseTo(1 / zeta, within(0.003));
        assertThat(shares).doesNotContainKey(first);
        // The row before takes the draws of the one that is not acknowledged.
        assertThat(shares.get(999L)).isGreaterThan(Math.pow(0.5, 0.99) / zeta);
        rows.acknowledge(first);
        assertThat(shares(() -> rows.latest(random)).get(first)).isCloseTo(Math.pow(0.5, 0.99) / zeta, within(0.003));
        assertThat(shares(() -> rows.recent(10, random))).hasSize(10).containsKeys(992L, 1_001L);
    }

    @Test
    void onlyAcknowledgedRowsAreDrawnWhileOthersAreNumbered() throws Exception {
        Sequence rows = new Sequence(1, 0);
        Set<Long> existing = ConcurrentHashMap.newKeySet();
        existing.add(rows.next());
        rows.acknowledge(1);
        Callable<Long> user = () -> {
            RandomGenerator draws = new Seed(Thread.currentThread().getId()).stream("user", 0);
            for (int i = 0; i < 50_000; i++) {
                long number = rows.next();
                existing.add(number);
                rows.acknowledge(number);
                long drawn = rows.recent(4, draws);
                if (!existing.contains(drawn)) {
                    return drawn;
                }
            }
            return 0L;
        };
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            for (Future<Long> missing : threads.invokeAll(Collections.nCopies(8, user))) {
                assertThat(missing.get()).isZero();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void anEmptySequenceHasRowsFromTheFirstAcknowledgement() {
        Sequence rows = new Sequence(1, 0);
        assertThat(rows.isThere()).isFalse();
        rows.acknowledge(rows.next());
        assertThat(rows.isThere()).isTrue();
        assertThat(rows.latest(random)).isEqualTo(1);
    }
}
