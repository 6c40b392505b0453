package io.dbharness.result.analysis;

/**
 * A difference of means with its standard error: Welch's test for two independent samples of unequal variance (Welch, Biometrika 34,
 * 1947).
 *
 * @param difference       second mean − first mean
 * @param standardError    of the difference
 * @param degreesOfFreedom by Welch and Satterthwaite
 */
public record Welch(double difference, double standardError, double degreesOfFreedom) {

    /** Two independent samples of at least two values each. */
    public static Welch of(double[] first, double[] second) {
        double a = SeriesStatistics.variance(first) / first.length;
        double b = SeriesStatistics.variance(second) / second.length;
        double pooled = first.length + second.length - 2.0;
        double degrees =
                a + b == 0 ? pooled : (a + b) * (a + b) / (a * a / (first.length - 1) + b * b / (second.length - 1));
        return new Welch(SeriesStatistics.mean(second) - SeriesStatistics.mean(first), Math.sqrt(a + b), degrees);
    }

    /** The statistic; infinite for a difference without noise. */
    public double t() {
        return difference == 0 ? 0 : difference / standardError;
    }

    /** Two-sided p value. */
    public double p() {
        return 2 * Probabilities.tSurvival(degreesOfFreedom, Math.abs(t()));
    }

    /** One-sided p value: how likely so high a statistic is where the second mean is not above the first. */
    public double pAbove() {
        return Probabilities.tSurvival(degreesOfFreedom, t());
    }

    public Interval interval95() {
        return Interval.around(difference, standardError, degreesOfFreedom);
    }
}
