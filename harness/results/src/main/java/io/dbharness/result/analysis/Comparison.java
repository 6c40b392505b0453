package io.dbharness.result.analysis;

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
 * @param ratio       candidate over baseline, of geometric means
 * @param ratio95     95 % confidence interval of the ratio
 * @param p           two-sided, after {@link #holm} adjusted for the other primary metrics
 * @param replication how much the runs of a configuration differ
 * @param tests       number of tests by which a difference was to be found: 1, or more after {@link #holm}
 * @param polarity    which direction is good
 */
public record Comparison(
        double ratio, Interval ratio95, double p, Replication replication, int tests, Polarity polarity) {

    /** Runs of each configuration below which no test is made. */
    public static final int MIN_RUNS = 3;
    /** How often a difference of just the detectable size is found. */
    static final double POWER = 0.8;
    /** How often a difference is found where there is none. */
    private static final double SIGNIFICANCE = 0.05;
    /** Points of the integral over the distribution of the standard error; the result is good to four digits. */
    private static final int POINTS = 400;
    /** The integral leaves out less than e to the power of minus this on either side. */
    private static final double TAIL = 30;
    /** An experiment that could have missed a difference this large does not show that there is none. */
    public static final double TELLING = 0.1;

    /**
     * How much the runs of a configuration differ.
     *
     * @param standardError    of the logarithm of the ratio; infinite without replication
     * @param degreesOfFreedom of the standard error; 0 without replication
     * @param runs             of the configuration that has fewer
     */
    public record Replication(double standardError, double degreesOfFreedom, int runs) {

        private static Replication ofFew(int runs) {
            return new Replication(Double.POSITIVE_INFINITY, 0, runs);
        }
    }

    /**
     * Which differences runs find or exclude.
     *
     * @param detectable relative difference that they would have found with a power of 80 %; infinite without replication
     * @param enough     true if none was found, and one that matters would have been
     */
    public record Power(double detectable, boolean enough) {

        private Word undecided() {
            return enough ? Word.NO_DIFFERENCE : Word.INCONCLUSIVE;
        }
    }

    /** Which direction of a metric is good. */
    public enum Polarity {
        /** Throughput, for example. */
        HIGHER_IS_BETTER,
        /** Latency, for example. */
        LOWER_IS_BETTER
    }

    /** The conclusions on the candidate. */
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

    /** Returns true if these values can be compared as a ratio: some of each, all positive and finite. */
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
            double ratio = Math.exp(SeriesStatistics.mean(logs(candidate)) - SeriesStatistics.mean(logs(baseline)));
            return new Comparison(
                    ratio, new Interval(0, Double.POSITIVE_INFINITY), 1, Replication.ofFew(runs), 1, polarity);
        }
        Welch logs = Welch.of(logs(baseline), logs(candidate));
        return new Comparison(
                Math.exp(logs.difference()),
                logs.interval95().exp(),
                logs.p(),
                new Replication(logs.standardError(), logs.degreesOfFreedom(), runs),
                1,
                polarity);
    }

    /**
     * Returns the comparisons with p values adjusted for their number, so that the chance of one false difference among them all stays at
     * 5 % (Holm, Scandinavian Journal of Statistics 6, 1979). For one family of metrics that was declared before the experiment. Those that
     * are not found were tested by as many as were left, and so is what would have been found.
     */
    public static List<Comparison> holm(List<Comparison> family) {
        List<Integer> byP = IntStream.range(0, family.size())
                .boxed()
                .sorted(Comparator.comparingDouble(i -> family.get(i).p))
                .toList();
        double[] adjusted = new double[family.size()];
        double floor = 0;
        for (int rank = 0; rank < byP.size(); rank++) {
            floor = Math.max(floor, Math.min(1, (family.size() - rank) * family.get(byP.get(rank)).p));
            adjusted[byP.get(rank)] = floor;
        }
        int left = (int) Arrays.stream(adjusted).filter(p -> p >= SIGNIFICANCE).count();
        return IntStream.range(0, family.size())
                .mapToObj(i -> family.get(i).adjusted(adjusted[i], Math.max(1, left)))
                .toList();
    }

    /**
     * Returns a comparison that is one of a number of tests fixed before the experiment. The chance of one false difference among all of
     * them is at most 5 %, and their intervals hold together, however they depend on each other (Bonferroni's inequality; Dunn, Journal of
     * the American Statistical Association 56, 1961).
     */
    public Comparison bonferroni(int number) {
        if (number == 1 || runs() < MIN_RUNS) {
            return this;
        }
        Interval wider = Interval.around(
                        Math.log(ratio), replication.standardError, replication.degreesOfFreedom, number)
                .exp();
        return new Comparison(ratio, wider, Math.min(1, number * p), replication, number, polarity);
    }

    private Comparison adjusted(double newP, int number) {
        return new Comparison(ratio, ratio95, newP, replication, number, polarity);
    }

    /** Runs of the configuration that has fewer. */
    public int runs() {
        return replication.runs;
    }

    /** Relative difference that would have been found with 80 % power by as many tests; infinite without replication. */
    public double minimumDetectable() {
        return minimumDetectable(replication);
    }

    /** Relative difference that a larger number of runs of each would find, if they vary as these did. */
    public double minimumDetectable(int more) {
        double fall = Math.sqrt((double) runs() / more);
        return minimumDetectable(new Replication(replication.standardError * fall, 2.0 * (more - 1), more));
    }

    private double minimumDetectable(Replication runs) {
        if (runs.runs < MIN_RUNS) {
            return Double.POSITIVE_INFINITY;
        }
        // Without the long computation where values do not vary.
        return runs.standardError == 0
                ? 0
                : Math.expm1(detectableErrors(runs.degreesOfFreedom, SIGNIFICANCE / tests) * runs.standardError);
    }

    /**
     * Returns which differences these runs find or exclude.
     *
     * @param matters relative difference that was planned to be excluded by the interval; 0 without a plan, where one of
     *     {@link #TELLING} must have been detectable
     */
    public Power power(double matters) {
        double detectable = minimumDetectable();
        return new Power(detectable, detectable <= TELLING || excludes(matters));
    }

    /** Returns true if the interval excludes every change of this size or more, in both directions. */
    public boolean excludes(double difference) {
        return ratio95.low() > 1 / (1 + difference) && ratio95.high() < 1 + difference;
    }

    /** Relative change in percent. */
    public double percent() {
        return 100 * (ratio - 1);
    }

    /** Returns true if a difference was found. */
    public boolean isFound() {
        return p < SIGNIFICANCE;
    }

    /** The conclusion without a plan. */
    public Word word() {
        return isFound() ? direction() : power(0).undecided();
    }

    private Word direction() {
        return ratio > 1 == (polarity == Polarity.HIGHER_IS_BETTER) ? Word.FASTER : Word.SLOWER;
    }

    /** The word and what it rests on, without a plan. */
    public String words() {
        return words(0);
    }

    /**
     * The word and what it rests on.
     *
     * @param matters as in {@link #power}
     */
    public String words(double matters) {
        if (runs() < MIN_RUNS) {
            return String.format(Locale.ROOT, "%+.1f %%, no replication", percent());
        }
        if (isFound()) {
            return String.format(
                    Locale.ROOT,
                    "%s: %+.1f %% (95 %% CI %+.1f to %+.1f %%, p = %.2g)",
                    direction().text,
                    percent(),
                    100 * (ratio95.low() - 1),
                    100 * (ratio95.high() - 1),
                    p);
        }
        Power power = power(matters);
        return String.format(Locale.ROOT, "%s (MDD %.1f %%)", power.undecided().text, 100 * power.detectable);
    }

    private static double[] logs(double[] values) {
        if (values.length == 0 || Arrays.stream(values).anyMatch(v -> !(v > 0))) {
            throw new IllegalArgumentException("a ratio needs positive values, got " + Arrays.toString(values));
        }
        return Arrays.stream(values).map(Math::log).toArray();
    }

    /**
     * The smallest difference that a two-sided t-test finds with a given power, from the noncentral t distribution (Cohen, Statistical
     * Power Analysis for the Behavioral Sciences, chapter 2). Shows before an experiment how many runs it needs, and after one which
     * difference it could have missed. In standard errors of the difference.
     *
     * @param significance how often a difference is found where there is none
     */
    static double detectableErrors(double degreesOfFreedom, double significance) {
        double critical = Probabilities.tQuantile(degreesOfFreedom, significance / 2);
        // T = (Z + shift) / s with s² chi-squared over its degrees: |T| > critical is averaged over the logarithm of s,
        // whose
        // density is smooth and falls fast on both sides. The ends are those of Laurent and Massart, Annals of
        // Statistics 28,
        // 2000, Lemma 1.
        double tail = TAIL / degreesOfFreedom;
        double first = -tail - Math.sqrt(tail);
        double step = (Math.log1p(2 * tail + 2 * Math.sqrt(tail)) / 2 - first) / POINTS;
        double[] limits = new double[POINTS];
        double[] weights = new double[POINTS];
        for (int i = 0; i < POINTS; i++) {
            double log = first + i * step;
            limits[i] = critical * Math.exp(log);
            weights[i] = Math.exp(degreesOfFreedom * (log - Math.expm1(2 * log) / 2));
        }
        double all = Arrays.stream(weights).sum();
        return Probabilities.descend(shift -> -power(limits, weights, shift) / all, -POWER);
    }

    /** The sum of the weights with which a shifted normal variable is beyond each limit. */
    private static double power(double[] limits, double[] weights, double shift) {
        double sum = 0;
        for (int i = 0; i < limits.length; i++) {
            sum += weights[i]
                    * (Probabilities.normalSurvival(limits[i] - shift)
                            + Probabilities.normalSurvival(limits[i] + shift));
        }
        return sum;
    }
}
