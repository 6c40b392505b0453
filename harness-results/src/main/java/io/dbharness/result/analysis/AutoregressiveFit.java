package io.dbharness.result.analysis;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * A straight line {@code y = a + b x} through values whose errors are first-order autoregressive, by the generalised least squares of Prais
 * and Winsten (Cowles Commission Discussion Paper 383, 1954). The correlation is that of the residuals of the ordinary fit, corrected for
 * its bias (Marriott and Pope, Biometrika 41, 1954). The errors hold as many degrees of freedom as there are independent values in a series
 * of that correlation; {@code AutoregressiveFitTest} measures the share of false alarms.
 *
 * @param slope       b
 * @param t           b divided by its standard error; infinite if the line passes through all values
 * @param correlation of neighbouring errors, from 0 to {@value #MOST}
 * @param freedom     degrees of freedom of t, at least 1
 */
record AutoregressiveFit(double slope, double t, double correlation, double freedom) {

    static final double MOST = 0.98;

    /**
     * Bias of the correlation of n residuals of a line that was chosen among many: twice that of a line given beforehand, which is
     * {@code (2 + 4 r) / n}.
     */
    private static final double BIAS = 2;
    /** An estimated correlation costs more certainty than a known one, for which the exponent is 1. */
    private static final double COST = 1.4;
    /** Squares of residuals below this share of all squares are rounding errors. */
    private static final double ROUNDING = 1e-18;

    /** The regression of the values on a function of their indices. */
    static AutoregressiveFit of(double[] y, IntToDoubleFunction regressor) {
        double[] x = new double[y.length];
        Arrays.setAll(x, regressor);
        double correlation = correlation(residuals(y, x));
        // Deviations from the mean keep the digits that large values would lose.
        double mean = Series.mean(y);
        double first = Math.sqrt(1 - correlation * correlation);
        double[] sums = new double[6];
        for (int i = 0; i < y.length; i++) {
            double one = i == 0 ? first : 1 - correlation;
            double u = i == 0 ? first * x[0] : x[i] - correlation * x[i - 1];
            double v = i == 0 ? first * (y[0] - mean) : y[i] - mean - correlation * (y[i - 1] - mean);
            double[] products = {one * one, one * u, u * u, one * v, u * v, v * v};
            Arrays.setAll(sums, s -> sums[s] + products[s]);
        }
        double determinant = sums[0] * sums[2] - sums[1] * sums[1];
        double intercept = (sums[2] * sums[3] - sums[1] * sums[4]) / determinant;
        double slope = (sums[0] * sums[4] - sums[1] * sums[3]) / determinant;
        double left = sums[5] - intercept * sums[3] - slope * sums[4];
        double values = y.length - 3.0;
        double error = left <= ROUNDING * sums[5] ? 0 : Math.sqrt(left / values * sums[0] / determinant);
        double freedom = values * Math.pow((1 - correlation) / (1 + correlation), COST);
        return new AutoregressiveFit(slope, SteadyState.relative(slope, error), correlation, Math.max(1, freedom));
    }

    /** Two-sided probability of a slope at least as large by chance. */
    double p() {
        return Double.isInfinite(t) ? 0 : 2 * Probabilities.tSurvival(freedom, Math.abs(t));
    }

    private static double[] residuals(double[] y, double[] x) {
        double meanX = Series.mean(x);
        double meanY = Series.mean(y);
        double products = 0;
        for (int i = 0; i < y.length; i++) {
            products += (x[i] - meanX) * (y[i] - meanY);
        }
        double slope = products / Series.squares(x);
        double[] residuals = y.clone();
        Arrays.setAll(residuals, i -> y[i] - meanY - slope * (x[i] - meanX));
        return residuals;
    }

    private static double correlation(double[] residuals) {
        double products = 0;
        for (int i = 1; i < residuals.length; i++) {
            products += residuals[i] * residuals[i - 1];
        }
        double raw = SteadyState.relative(
                products, Arrays.stream(residuals).map(r -> r * r).sum());
        double corrected = raw + BIAS * (2 + 4 * raw) / residuals.length;
        return Math.min(MOST, Math.max(0, corrected));
    }
}
