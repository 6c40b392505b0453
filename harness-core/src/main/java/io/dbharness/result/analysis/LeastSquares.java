package io.dbharness.result.analysis;

/** Linear least squares by modified Gram–Schmidt (Björck, BIT 7, 1967), for a handful of columns. */
final class LeastSquares {

    private final double[] coefficients;
    private final double lastNorm;

    private LeastSquares(double[] coefficients, double lastNorm) {
        this.coefficients = coefficients;
        this.lastNorm = lastNorm;
    }

    /** The combination of the columns that is closest to the target. */
    static LeastSquares of(double[][] columns, double[] target) {
        int n = columns.length;
        double[][] unit = new double[n][];
        double[][] r = new double[n][n];
        double[] along = new double[n];
        double[] rest = target.clone();
        for (int j = 0; j < n; j++) {
            unit[j] = columns[j].clone();
            for (int k = 0; k < j; k++) {
                r[k][j] = dot(unit[k], unit[j]);
                subtract(unit[j], r[k][j], unit[k]);
            }
            r[j][j] = Math.sqrt(dot(unit[j], unit[j]));
            for (int i = 0; i < rest.length; i++) {
                unit[j][i] /= r[j][j];
            }
            along[j] = dot(unit[j], rest);
            subtract(rest, along[j], unit[j]);
        }
        for (int j = n - 1; j >= 0; j--) {
            for (int k = j + 1; k < n; k++) {
                along[j] -= r[j][k] * along[k];
            }
            along[j] /= r[j][j];
        }
        return new LeastSquares(along, r[n - 1][n - 1]);
    }

    double coefficient(int column) {
        return coefficients[column];
    }

    /** Standard error of the last coefficient, for a given standard deviation of the noise. */
    double lastError(double deviation) {
        return deviation / lastNorm;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    private static void subtract(double[] from, double factor, double[] what) {
        for (int i = 0; i < from.length; i++) {
            from[i] -= factor * what[i];
        }
    }
}
