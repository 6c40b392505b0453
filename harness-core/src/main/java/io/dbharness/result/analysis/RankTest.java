package io.dbharness.result.analysis;

import java.util.stream.DoubleStream;

/**
 * The exact two-sided Mann–Whitney test, ties included: all ways of choosing the first sample from the pooled ranks are counted. A second
 * opinion where single runs are far out. With three runs each p cannot fall below 0.10, so it needs {@value #MIN_RUNS}.
 */
public final class RankTest {

    /** Runs of each configuration from which the test can reach 5 %. */
    public static final int MIN_RUNS = 4;

    private RankTest() {}

    /** The p value; at most a few dozen values each. */
    public static double p(double[] first, double[] second) {
        double[] pooled = DoubleStream.concat(DoubleStream.of(first), DoubleStream.of(second))
                .toArray();
        int[] ranks =
                DoubleStream.of(pooled).mapToInt(v -> doubledRank(pooled, v)).toArray();
        int observed = 0;
        int total = 0;
        for (int i = 0; i < ranks.length; i++) {
            observed += i < first.length ? ranks[i] : 0;
            total += ranks[i];
        }
        double[] ways = waysByRankSum(ranks, first.length, total);
        // In doubled ranks the expected sum is first.length (n + 1).
        double centre = first.length * (pooled.length + 1.0);
        double extreme = 0;
        double all = 0;
        for (int sum = 0; sum <= total; sum++) {
            all += ways[sum];
            extreme += Math.abs(sum - centre) >= Math.abs(observed - centre) ? ways[sum] : 0;
        }
        return extreme / all;
    }

    /** Twice the mid-rank, a whole number. */
    private static int doubledRank(double[] pooled, double value) {
        int rank = 1;
        for (double other : pooled) {
            rank += other < value ? 2 : other == value ? 1 : 0;
        }
        return rank;
    }

    private static double[] waysByRankSum(int[] ranks, int chosen, int total) {
        double[][] ways = new double[chosen + 1][total + 1];
        ways[0][0] = 1;
        for (int rank : ranks) {
            for (int size = chosen; size > 0; size--) {
                for (int sum = total; sum >= rank; sum--) {
                    ways[size][sum] += ways[size - 1][sum - rank];
                }
            }
        }
        return ways[chosen];
    }
}
