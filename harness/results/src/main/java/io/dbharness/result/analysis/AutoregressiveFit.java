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

    /** Lags of which the correlation is estimated. */
    private static final int LAGS = 6;
    /** An estimated correlation costs more certainty than a known one, for which the exponent is 1. */
    private static final double COST = 2;
    /** Squares of residuals below this share of all squares are rounding errors. */
    private static final double ROUNDING = 1e-18;

    /**
     * The regression of the values on a function of their indices.
     *
     * @param chosen how many parameters were chosen to fit the values: each of them makes the residuals look less correlated
     */
    static AutoregressiveFit of(double[] y, IntToDoubleFunction regressor, int chosen) {
        double[] x = new double[y.length];
        Arrays.setAll(x, regressor);
        return of(y, x, correlation(residuals(y, x), chosen));
    }

    /** The regression of the values on a step at an index, with a known correlation of the errors. */
    static AutoregressiveFit ofStep(double[] y, int at, double correlation) {
        double[] x = new double[y.length];
        Arrays.fill(x, at, x.length, 1);
        return of(y, x, correlation);
    }

    private static AutoregressiveFit of(double[] y, double[] x, double correlation) {
        // Deviations from the mean keep the digits that large values would lose.
        double mean = SeriesStatistics.mean(y);
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
        double meanX = SeriesStatistics.mean(x);
        double meanY = SeriesStatistics.mean(y);
        double products = 0;
        for (int i = 0; i < y.length; i++) {
            products += (x[i] - meanX) * (y[i] - meanY);
        }
        double slope = products / SeriesStatistics.squares(x);
        double[] residuals = y.clone();
        Arrays.setAll(residuals, i -> y[i] - meanY - slope * (x[i] - meanX));
        return residuals;
    }

    /**
     * That of first-order autoregressive errors with the same variance of long means: counting noise on top of slow errors hides their
     * correlation at lag 1, but not at the next lags.
     *
     * @param chosen how many parameters were chosen to fit the values
     */
    static double correlation(double[] residuals, int chosen) {
        double first = correlation(residuals, 1, chosen);
        double sum = 0;
        for (int lag = 1; lag <= LAGS; lag++) {
            sum += correlation(residuals, lag, chosen);
        }
        return Math.min(MOST, Math.max(0, Math.max(first, sum / (1 + sum))));
    }

    private static double correlation(double[] residuals, int lag, int chosen) {
        double products = 0;
        for (int i = lag; i < residuals.length; i++) {
            products += residuals[i] * residuals[i - lag];
        }
        double squares = Arrays.stream(residuals).map(r -> r * r).sum();
        double raw = SteadyState.relative(products, squares);
        return raw + chosen * (2 + 4 * raw) / residuals.length;
    }
}
