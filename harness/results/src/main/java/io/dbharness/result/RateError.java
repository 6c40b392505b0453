package io.dbharness.result;

import io.dbharness.model.Internal;
import io.dbharness.plan.RunPlan.Precision;
import java.util.Locale;

/**
 * The standard error of a mean rate as cassandra-stress computes it: the deviation of the intervals' rates, divided by the square root of
 * their number and by their mean. It takes the intervals as independent, so it is smaller than half of a confidence interval where they
 * are not.
 *
 * @param samples intervals of the measurement
 * @param error   a share of the mean; infinite if nothing completed
 */
@Internal
public record RateError(int samples, double error) {

    /**
     * Computes the standard error of the mean of rates.
     *
     * @param rates of the intervals, completions a second
     */
    public static RateError of(double[] rates) {
        double sum = 0;
        double squares = 0;
        for (double rate : rates) {
            sum += rate;
            squares += rate * rate;
        }
        double mean = sum / rates.length;
        double variance = Math.max(0, squares / rates.length - mean * mean);
        return new RateError(
                rates.length, sum == 0 ? Double.POSITIVE_INFINITY : Math.sqrt(variance / rates.length) / mean);
    }

    /** Returns true if the mean is known as well as asked for. */
    public boolean reaches(Precision asked) {
        return samples >= asked.atLeast() && error < asked.error();
    }

    /** Describes the error, for example {@code 1.832 % after 57 samples, asked for below 2 %}. */
    public String against(Precision asked) {
        return String.format(
                Locale.ROOT, "%.3f %% after %d samples, asked for below %s %%", 100 * error, samples, percent(asked));
    }

    private static String percent(Precision asked) {
        return String.format(Locale.ROOT, "%.4f", 100 * asked.error()).replaceFirst("\\.?0+$", "");
    }
}
