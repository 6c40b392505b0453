package io.dbharness.result.analysis;

import java.util.function.DoubleUnaryOperator;

/**
 * The distributions that intervals and tests need: normal, Student's t, binomial. All come from the incomplete beta and gamma
 * functions; relative errors are below 1e-10, also far in the tails.
 */
final class Probabilities {

    private static final double TINY = 1e-300;
    private static final double ENOUGH = 1e-16;
    /** A continued fraction takes some roots of its parameters: those of two billion samples. */
    private static final int MOST_TERMS = 10_000_000;

    /** Steps along chords after which a search goes on by halves; they seldom take a dozen. */
    private static final int CHORDS = 40;

    /** From here on Stirling's series has more digits than a double. */
    private static final double STIRLING = 16;

    private static final double[] STIRLING_TERMS = {
        1 / 12.0, -1 / 360.0, 1 / 1260.0, -1 / 1680.0, 1 / 1188.0, -691 / 360360.0, 1 / 156.0
    };

    /** Asked for with each value of the normal distribution, which takes longer to find than the rest of it. */
    private static final double STIRLING_ERROR_OF_HALF = stirlingError(0.5);

    private Probabilities() {}

    /** P(Z > z) of the standard normal distribution. */
    static double normalSurvival(double z) {
        double beyond = upperGamma(0.5, STIRLING_ERROR_OF_HALF, z * z / 2) / 2;
        return z < 0 ? 1 - beyond : beyond;
    }

    /** The z that the standard normal distribution exceeds with a probability of at most one half. */
    static double normalQuantile(double survival) {
        return descend(Probabilities::normalSurvival, survival);
    }

    /** P(T > t) of Student's distribution. */
    static double tSurvival(double degreesOfFreedom, double t) {
        double beyond = beta(degreesOfFreedom / 2, 0.5, degreesOfFreedom, t * t) / 2;
        return t < 0 ? 1 - beyond : beyond;
    }

    /** The t that Student's distribution exceeds with a probability of at most one half. */
    static double tQuantile(double degreesOfFreedom, double survival) {
        return descend(t -> tSurvival(degreesOfFreedom, t), survival);
    }

    /** P(X > k) of the number of successes in {@code trials}. */
    static double binomialSurvival(long trials, double success, long k) {
        return k >= trials ? 0 : beta(k + 1.0, trials - (double) k, success, 1 - success);
    }

    /** The smallest k with P(X > k) of at most {@code survival}. */
    static long binomialQuantile(long trials, double success, double survival) {
        long low = -1;
        long high = trials;
        // From the normal approximation in growing steps, then by halves: each probability takes hundreds of terms.
        double spread = Math.sqrt(trials * success * (1 - success));
        double beyond = survival < 0.5 ? normalQuantile(survival) : -normalQuantile(1 - survival);
        long place = Math.max(0, Math.min(trials - 1, Math.round(trials * success + beyond * spread)));
        for (long step = 1; high - low > 1; step *= 2) {
            boolean reached = binomialSurvival(trials, success, place) <= survival;
            high = reached ? place : high;
            low = reached ? low : place;
            long next = reached ? high - step : low + step;
            place = low < next && next < high ? next : (low + high) >>> 1;
        }
        return high;
    }

    /** The place at which a function that falls from at least {@code value} reaches it, to the last bit. */
    static double descend(DoubleUnaryOperator falling, double value) {
        double low = 0;
        double high = 1;
        double above = falling.applyAsDouble(low) - value;
        double below = falling.applyAsDouble(high) - value;
        while (below > 0) {
            low = high;
            above = below;
            high *= 2;
            below = falling.applyAsDouble(high) - value;
        }
        boolean fell = false;
        int steps = 0;
        for (double middle = high / 2 + low / 2; low < middle && middle < high; middle = high / 2 + low / 2) {
            double chord = low + (high - low) * (above / (above - below));
            double place = steps < CHORDS && low < chord && chord < high ? chord : middle;
            double difference = falling.applyAsDouble(place) - value;
            // The Illinois rule: an end that stays twice counts half, so that the next chord comes out on its side.
            if (difference > 0) {
                low = place;
                above = difference;
                below /= steps > 0 && !fell ? 2 : 1;
                fell = false;
            } else {
                high = place;
                below = difference;
                above /= fell ? 2 : 1;
                fell = true;
            }
            steps++;
        }
        return high;
    }

    /** The regularised incomplete beta function at p / (p + q), which keeps its digits near 0 and near 1. */
    private static double beta(double a, double b, double p, double q) {
        double x = p / (p + q);
        double y = q / (p + q);
        if (x == 0 || y == 0) {
            return x == 0 ? 0 : 1;
        }
        return x < (a + 1) / (a + b + 2)
                ? binomialTerm(a, b, x, y) * b / (a + b) * betaFraction(a, b, x)
                : 1 - binomialTerm(b, a, y, x) * a / (a + b) * betaFraction(b, a, y);
    }

    /** Lentz's method for the continued fraction of DLMF 8.17.22. */
    private static double betaFraction(double a, double b, double x) {
        double c = 1;
        double d = inverse(1 - (a + b) * x / (a + 1));
        double value = d;
        for (int m = 1; m < MOST_TERMS; m++) {
            double even = m * (b - m) * x / ((a + 2.0 * m - 1) * (a + 2.0 * m));
            d = inverse(1 + even * d);
            c = 1 + even / c;
            value *= d * c;
            double odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1));
            d = inverse(1 + odd * d);
            c = 1 + odd / c;
            value *= d * c;
            if (Math.abs(d * c - 1) < ENOUGH) {
                break;
            }
        }
        return value;
    }

    /**
     * The regularised upper incomplete gamma function: a series near 0, a continued fraction beyond the mean.
     *
     * @param error {@link #stirlingError} of {@code a}
     */
    private static double upperGamma(double a, double error, double x) {
        if (x == 0) {
            return 1;
        }
        double term = poissonTerm(a, error, x);
        if (x < a + 1) {
            double sum = 1;
            double next = 1;
            for (int n = 1; next > sum * ENOUGH; n++) {
                next *= x / (a + n);
                sum += next;
            }
            return 1 - term * sum;
        }
        double b = x + 1 - a;
        double c = 1 / TINY;
        double d = 1 / b;
        double value = d;
        for (int n = 1; n < MOST_TERMS; n++) {
            double numerator = -n * (n - a);
            b += 2;
            d = inverse(numerator * d + b);
            c = b + numerator / c;
            value *= d * c;
            if (Math.abs(d * c - 1) < ENOUGH) {
                break;
            }
        }
        return term * a * value;
    }

    private static double inverse(double value) {
        return 1 / (Math.abs(value) < TINY ? TINY : value);
    }

    /** (a + b)! / (a! b!) x^a y^b for y = 1 - x; by deviances, which lose no digits where the factors are huge. */
    private static double binomialTerm(double a, double b, double x, double y) {
        double n = a + b;
        double exponent =
                stirlingError(n) - stirlingError(a) - stirlingError(b) - deviance(a, n * x) - deviance(b, n * y);
        return Math.exp(exponent) * Math.sqrt(n / (2 * Math.PI * a * b));
    }

    /** x^a e^-x / a!. */
    private static double poissonTerm(double a, double error, double x) {
        return Math.exp(-error - deviance(a, x)) / Math.sqrt(2 * Math.PI * a);
    }

    /** ln(a!) less Stirling's formula for it. */
    private static double stirlingError(double a) {
        double correction = 0;
        double z = a;
        for (; z < STIRLING; z++) {
            correction += (z + 0.5) * Math.log1p(1 / z) - 1;
        }
        double power = 1 / z;
        double sum = 0;
        for (double term : STIRLING_TERMS) {
            sum += term * power;
            power /= z * z;
        }
        return sum + correction;
    }

    /** a ln(a / mean) + mean - a, by a series where the terms nearly cancel. */
    private static double deviance(double a, double mean) {
        double difference = a - mean;
        double v = difference / (a + mean);
        if (Math.abs(v) > 0.1) {
            return a * Math.log(a / mean) - difference;
        }
        double sum = difference * v;
        double factor = 2 * a * v;
        for (int j = 1; j < 100; j++) {
            factor *= v * v;
            double next = sum + factor / (2 * j + 1);
            if (next == sum) {
                break;
            }
            sum = next;
        }
        return sum;
    }
}
