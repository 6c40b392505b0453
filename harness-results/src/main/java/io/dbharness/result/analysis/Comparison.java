package io.dbharness.result.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Two configurations compared on one metric. The unit is the run, so that what differs from run to run counts as noise; the test is
 * Welch's t on the logarithms, which makes the answer a ratio. With fewer than {@value #MIN_RUNS} runs each there is a ratio and
 * nothing else: its interval is (0, ∞) and its p value 1.
 *
 * @param ratio             candidate over baseline, of geometric means
 * @param ratio95           95 % confidence interval of the ratio
 * @param p                 two-sided, after {@link #holm} adjusted for the other primary metrics
 * @param minimumDetectable relative difference that would have been found with 80 % power; infinite without replication
 * @param runs              of the configuration that has fewer
 * @param polarity          which direction is good
 */
public record Comparison(
        double ratio, Interval ratio95, double p, double minimumDetectable, int runs, Polarity polarity) {

    /** Runs of each configuration below which no test is made. */
    public static final int MIN_RUNS = 3;
    /** How often a difference of just the detectable size is found. */
    private static final double POWER = 0.8;
    /** How often a difference is found where there is none. */
    private static final double SIGNIFICANCE = 0.05;
    /** Points of the integral over the distribution of the standard error; the result is good to three digits. */
    private static final int POINTS = 2_000;
    /** An experiment that could have missed a difference this large does not show that there is none. */
    public static final double TELLING = 0.1;

    /** Which direction of a metric is good. */
    public enum Polarity {
        /** Throughput, for example. */
        HIGHER_IS_BETTER,
        /** Latency, for example. */
        LOWER_IS_BETTER
    }

    /** What may be said of the candidate. */
    public enum Word {
        FASTER("faster"),
        SLOWER("slower"),
        /** None was found, and one of {@link Comparison#TELLING} would have been. */
        NO_DIFFERENCE("no difference detected"),
        /** None was found, and none of a size that matters could have been. */
        INCONCLUSIVE("inconclusive");

        private final String text;

        Word(String text) {
            this.text = text;
        }
    }

    /** Whether these values can stand in a ratio: some of each, all positive and finite. */
    public static boolean isPossible(double[] baseline, double[] candidate) {
        return baseline.length > 0
                && candidate.length > 0
                && DoubleStream.concat(Arrays.stream(baseline), Arrays.stream(candidate))
                        .allMatch(v -> v > 0 && !Double.isInfinite(v));
    }

    /** Independent runs: one value a run, all positive. */
    public static Comparison of(double[] baseline, double[] candidate, Polarity polarity) {
        int runs = Math.min(baseline.length, candidate.length);
        if (runs < MIN_RUNS) {
            double ratio = Math.exp(Series.mean(logs(candidate)) - Series.mean(logs(baseline)));
            return new Comparison(
                    ratio, new Interval(0, Double.POSITIVE_INFINITY), 1, Double.POSITIVE_INFINITY, runs, polarity);
        }
        Welch logs = Welch.of(logs(baseline), logs(candidate));
        double detectable = Math.expm1(detectableErrors(logs.degreesOfFreedom()) * logs.standardError());
        return new Comparison(
                Math.exp(logs.difference()), logs.interval95().exp(), logs.p(), detectable, runs, polarity);
    }

    /**
     * The same comparisons with p values adjusted for their number, so that the chance of one false difference among them all stays at
     * 5 % (Holm, Scandinavian Journal of Statistics 6, 1979). For the metrics declared primary before the experiment.
     */
    public static List<Comparison> holm(List<Comparison> primary) {
        List<Integer> byP = IntStream.range(0, primary.size())
                .boxed()
                .sorted(Comparator.comparingDouble(i -> primary.get(i).p))
                .toList();
        List<Comparison> adjusted = new ArrayList<>(primary);
        double floor = 0;
        for (int rank = 0; rank < byP.size(); rank++) {
            Comparison raw = primary.get(byP.get(rank));
            floor = Math.max(floor, Math.min(1, (primary.size() - rank) * raw.p));
            adjusted.set(
                    byP.get(rank),
                    new Comparison(raw.ratio, raw.ratio95, floor, raw.minimumDetectable, raw.runs, raw.polarity));
        }
        return List.copyOf(adjusted);
    }

    /** Relative change in percent. */
    public double percent() {
        return 100 * (ratio - 1);
    }

    public Word word() {
        if (p < SIGNIFICANCE) {
            return ratio > 1 == (polarity == Polarity.HIGHER_IS_BETTER) ? Word.FASTER : Word.SLOWER;
        }
        return minimumDetectable <= TELLING ? Word.NO_DIFFERENCE : Word.INCONCLUSIVE;
    }

    /** The word and what it rests on. */
    public String words() {
        if (runs < MIN_RUNS) {
            return String.format(Locale.ROOT, "%+.1f %%, no replication", percent());
        }
        return switch (word()) {
            case FASTER, SLOWER ->
                String.format(
                        Locale.ROOT,
                        "%s: %+.1f %% (95 %% CI %+.1f to %+.1f %%, p = %.2g)",
                        word().text,
                        percent(),
                        100 * (ratio95.low() - 1),
                        100 * (ratio95.high() - 1),
                        p);
            case NO_DIFFERENCE, INCONCLUSIVE ->
                String.format(Locale.ROOT, "%s (MDD %.1f %%)", word().text, 100 * minimumDetectable);
        };
    }

    private static double[] logs(double[] values) {
        if (values.length == 0 || Arrays.stream(values).anyMatch(v -> !(v > 0))) {
            throw new IllegalArgumentException("a ratio needs positive values, got " + Arrays.toString(values));
        }
        return Arrays.stream(values).map(Math::log).toArray();
    }

    /**
     * The smallest difference that a two-sided t-test finds with a given power, from the noncentral t distribution (Cohen, Statistical Power
     * Analysis for the Behavioral Sciences, chapter 2). Tells before an experiment how many runs it needs, and after one what it could have
     * missed. In standard errors of the difference.
     */
    static double detectableErrors(double degreesOfFreedom) {
        double critical = Probabilities.tQuantile(degreesOfFreedom, SIGNIFICANCE / 2);
        // T = (Z + shift) / s with s² chi-squared over its degrees: |T| > critical is averaged over the quantiles
        // of s.
        double[] limits = IntStream.range(0, POINTS)
                .mapToDouble(i -> critical
                        * Math.sqrt(Probabilities.chiSquaredQuantile(degreesOfFreedom, 1 - (i + 0.5) / POINTS)
                                / degreesOfFreedom))
                .toArray();
        return Probabilities.descend(shift -> -power(limits, shift), -POWER);
    }

    private static double power(double[] limits, double shift) {
        double sum = 0;
        for (double limit : limits) {
            sum += Probabilities.normalSurvival(limit - shift) + Probabilities.normalSurvival(limit + shift);
        }
        return sum / limits.length;
    }
}
