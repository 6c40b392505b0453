package io.dbharness.result.analysis;

import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The strongest repetition in a series, from its autocorrelation (Box and Jenkins, Time Series Analysis, chapter 2). */
final class Periodicity {

    /** Times the period must fit into the series: two could be chance. */
    static final int PERIODS = 3;
    /** Least autocorrelation one period apart, and least rise to it from the trough before. */
    static final double STRENGTH = 0.35;
    /** The threshold in standard errors of the autocorrelation of noise: in a short series, the highest of many lags is large by chance. */
    static final double DEVIATIONS = 3.5;
    /** Share of the peak that must be left two periods apart; a slow random walk has one peak, a rhythm has them all. */
    static final double SECOND_PEAK = 0.5;
    /** A peak this close to the strongest is as good; the shortest of them is the period. */
    private static final double AS_GOOD = 0.9;

    private static final double LAST_BITS = 1e-9;

    private Periodicity() {}

    /** The period in samples; 0 when there is none whose amplitude is above a grain. */
    static int of(double[] series, double grain) {
        int period = of(series);
        return period > 0 && amplitude(series, period) > grain * (1 + LAST_BITS) ? period : 0;
    }

    /** Half of what lies between the highest and the lowest of the phases' means. */
    private static double amplitude(double[] series, int period) {
        DoubleSummaryStatistics means =
                phases(series, period).mapToDouble(SeriesStatistics::mean).summaryStatistics();
        return (means.getMax() - means.getMin()) / 2;
    }

    /** The values of each phase of a period. */
    private static Stream<double[]> phases(double[] series, int period) {
        return IntStream.range(0, period)
                .mapToObj(phase -> IntStream.iterate(phase, i -> i < series.length, i -> i + period)
                        .mapToDouble(i -> series[i])
                        .toArray());
    }

    private static int of(double[] series) {
        double[] correlation = autocorrelation(series);
        int longest = series.length / PERIODS;
        double strongest = 0;
        double trough = 1;
        // A series whose neighbours are correlated has larger autocorrelations by chance at all other lags. An even
        // rate makes them negative, because a request that ends a moment later is missing in one sample and too many
        // in the next (Bartlett, Supplement to the Journal of the Royal Statistical Society 8, 1946).
        double noise = 1 + 2 * correlation[1] * correlation[1];
        boolean[] peak = new boolean[longest + 1];
        for (int lag = 1; lag <= longest; lag++) {
            trough = Math.min(trough, correlation[lag]);
            double r = correlation[lag];
            double least = Math.max(STRENGTH, DEVIATIONS * Math.sqrt(noise / (series.length - lag)));
            peak[lag] = r >= least
                    && r - trough >= least
                    && r >= correlation[lag - 1]
                    && r >= correlation[lag + 1]
                    && secondPeak(correlation, lag) >= SECOND_PEAK * r;
            strongest = peak[lag] ? Math.max(strongest, r) : strongest;
        }
        for (int lag = 1; lag <= longest; lag++) {
            if (peak[lag] && correlation[lag] >= AS_GOOD * strongest) {
                return summit(correlation, lag, Math.min(longest, lag + lag / 5));
            }
        }
        return 0;
    }

    /** Noise makes small peaks on the slope of a broad one. */
    private static int summit(double[] correlation, int from, int to) {
        return IntStream.rangeClosed(from, to)
                .boxed()
                .max(Comparator.comparingDouble(lag -> correlation[lag]))
                .orElse(from);
    }

    /** Variance about the mean of each phase; every phase costs a degree of freedom. */
    static double unexplained(double[] series, int period) {
        double squares =
                phases(series, period).mapToDouble(SeriesStatistics::squares).reduce(0, Double::sum);
        return squares / (series.length - period);
    }

    /** The highest value near twice the lag, which a rounded period misses by a sample or two. */
    private static double secondPeak(double[] correlation, int lag) {
        int slack = 1 + lag / 20;
        return IntStream.rangeClosed(2 * lag - slack, Math.min(2 * lag + slack, correlation.length - 1))
                .mapToDouble(i -> correlation[i])
                .max()
                .orElse(-1);
    }

    /** For lags up to two thirds of the series and a little more; each lag by the number of its products. */
    private static double[] autocorrelation(double[] series) {
        int n = series.length;
        int size = Integer.highestOneBit(2 * n - 1) * 2;
        double mean = SeriesStatistics.mean(series);
        double[] re = new double[size];
        double[] im = new double[size];
        for (int i = 0; i < n; i++) {
            re[i] = series[i] - mean;
        }
        transform(re, im);
        for (int i = 0; i < size; i++) {
            re[i] = re[i] * re[i] + im[i] * im[i];
            im[i] = 0;
        }
        transform(re, im);
        double[] correlation = new double[Math.min(n, 2 * n / PERIODS + n / 20 + 3)];
        for (int lag = 0; lag < correlation.length && re[0] > 0; lag++) {
            correlation[lag] = re[lag] / (n - lag) / (re[0] / n);
        }
        return correlation;
    }

    /** The fast Fourier transform in place, radix 2 (Cooley and Tukey, Mathematics of Computation 19, 1965). */
    private static void transform(double[] re, double[] im) {
        int n = re.length;
        int unused = Integer.numberOfLeadingZeros(n) + 1;
        for (int i = 0; i < n; i++) {
            int j = Integer.reverse(i) >>> unused;
            if (i < j) {
                swap(re, i, j);
                swap(im, i, j);
            }
        }
        for (int half = 1; half < n; half *= 2) {
            for (int k = 0; k < half; k++) {
                double cos = Math.cos(Math.PI * k / half);
                double sin = -Math.sin(Math.PI * k / half);
                for (int i = k; i < n; i += 2 * half) {
                    double r = re[i + half] * cos - im[i + half] * sin;
                    double m = re[i + half] * sin + im[i + half] * cos;
                    re[i + half] = re[i] - r;
                    im[i + half] = im[i] - m;
                    re[i] += r;
                    im[i] += m;
                }
            }
        }
    }

    private static void swap(double[] values, int i, int j) {
        double value = values[i];
        values[i] = values[j];
        values[j] = value;
    }
}
