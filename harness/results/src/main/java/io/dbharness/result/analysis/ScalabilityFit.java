package io.dbharness.result.analysis;

import io.dbharness.result.analysis.Sweep.Level;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The universal scalability law, throughput = g N / (1 + a (N − 1) + b N (N − 1)) (Gunther, Guerrilla Capacity Planning, 2007), fitted by
 * least squares on the logarithm of throughput.
 *
 * @param single     g: throughput of one user
 * @param contention a: the share that is serial
 * @param coherency  b: the cost of agreement between pairs
 * @param retrograde b is distinguishable from 0 and the peak lies within the levels; without it there is no peak to speak of
 * @param squares    what the fit leaves of log throughput
 * @param levels     fitted
 */
public record ScalabilityFit(
        double single, double contention, double coherency, boolean retrograde, double squares, int levels) {

    /** Fewer levels cannot separate three parameters from noise. */
    public static final int MIN_LEVELS = 6;

    private static final int PARAMETERS = 3;
    /** Steps of the Gauss-Newton method; three or four are enough. */
    private static final int STEPS = 50;

    private static final double CONVERGED = 1e-13;
    /** Noise smaller than this is rounding. */
    private static final double LEAST_DEVIATION = 1e-9;
    /** Which of the terms 1, N − 1 and N (N − 1) take part: a parameter that wants to be negative is left out. */
    private static final List<int[]> TERMS =
            List.of(new int[] {0, 1, 2}, new int[] {0, 1}, new int[] {0, 2}, new int[] {0});

    /** Empty with fewer than {@value #MIN_LEVELS} levels, or when the knee is at either end of them. */
    static Optional<ScalabilityFit> of(Sweep sweep) {
        List<Level> levels = sweep.levels();
        double knee = sweep.knee().power();
        if (levels.size() < MIN_LEVELS
                || knee == levels.get(0).load()
                || knee == levels.get(levels.size() - 1).load()) {
            return Optional.empty();
        }
        return TERMS.stream()
                .map(terms -> fit(levels, terms))
                .filter(f -> f.single > 0 && f.contention >= 0 && f.coherency >= 0)
                .min(Comparator.comparingDouble(ScalabilityFit::squares));
    }

    /**
     * Load / throughput = c0 + c1 (N − 1) + c2 N (N − 1) is linear in c = (1, a, b) / g: least squares of relative errors is the start, and
     * a few steps of Gauss and Newton turn it into least squares of logarithms.
     */
    private static ScalabilityFit fit(List<Level> levels, int[] terms) {
        double[] seconds =
                levels.stream().mapToDouble(l -> l.load() / l.throughput()).toArray();
        double[] ones = new double[seconds.length];
        Arrays.fill(ones, 1);
        double[] step = leastSquares(scaled(levels, terms, seconds), ones);
        double[] c = new double[PARAMETERS];
        add(c, step, terms, 1);
        for (int i = 0; i < STEPS; i++) {
            double[] before = c.clone();
            step = leastSquares(scaled(levels, terms, model(levels, c)), errors(levels, c));
            double share = 1;
            add(c, step, terms, share);
            while (!(squares(levels, c) <= squares(levels, before) * (1 + CONVERGED)) && share > CONVERGED) {
                share /= 2;
                c = before.clone();
                add(c, step, terms, share);
            }
            if (Math.abs(c[0] - before[0]) <= CONVERGED * Math.abs(c[0])) {
                break;
            }
        }
        double squares = squares(levels, c);
        double freedom = levels.size() - PARAMETERS;
        // The standard error of the last coefficient.
        double error = Math.max(LEAST_DEVIATION, Math.sqrt(squares / freedom)) / step[terms.length];
        boolean bends = terms[terms.length - 1] == 2
                && c[2] > error * Probabilities.tQuantile(freedom, (1 - Interval.CONFIDENCE) / 2);
        double last = levels.get(levels.size() - 1).load();
        boolean retrograde = bends && Math.sqrt((c[0] - c[1]) / c[2]) < last;
        return new ScalabilityFit(1 / c[0], c[1] / c[0], c[2] / c[0], retrograde, squares, levels.size());
    }

    private static double term(int term, double load) {
        return term == 0 ? 1 : term == 1 ? load - 1 : load * (load - 1);
    }

    private static double[] model(List<Level> levels, double[] c) {
        return levels.stream()
                .mapToDouble(l -> c[0] + c[1] * term(1, l.load()) + c[2] * term(2, l.load()))
                .toArray();
    }

    /** Returns the errors of the logarithm; NaN where the model is not positive. */
    private static double[] errors(List<Level> levels, double[] c) {
        double[] model = model(levels, c);
        double[] errors = new double[model.length];
        Arrays.setAll(errors, i -> Math.log(levels.get(i).load() / levels.get(i).throughput() / model[i]));
        return errors;
    }

    private static double squares(List<Level> levels, double[] c) {
        return Arrays.stream(errors(levels, c)).map(e -> e * e).sum();
    }

    private static double[][] scaled(List<Level> levels, int[] terms, double[] by) {
        double[][] columns = new double[terms.length][levels.size()];
        for (int j = 0; j < terms.length; j++) {
            int term = terms[j];
            Arrays.setAll(columns[j], i -> term(term, levels.get(i).load()) / by[i]);
        }
        return columns;
    }

    private static void add(double[] c, double[] step, int[] terms, double share) {
        for (int j = 0; j < terms.length; j++) {
            c[terms[j]] += share * step[j];
        }
    }

    public double throughput(double load) {
        return single * load / (1 + contention * (load - 1) + coherency * load * (load - 1));
    }

    /** The load of highest throughput, sqrt((1 − a) / b); empty when no retrograde region was seen. */
    public OptionalDouble peakLoad() {
        return retrograde ? OptionalDouble.of(Math.sqrt((1 - contention) / coherency)) : OptionalDouble.empty();
    }

    /** Akaike's criterion for small samples; the model with the lower value is the better one. */
    public double aicc() {
        return Sweep.CapacityFit.aicc(squares, levels, PARAMETERS);
    }

    /**
     * The combination of the columns that is closest to the target, by modified Gram–Schmidt (Björck, BIT 7, 1967), for a handful of
     * columns: their coefficients, then the norm of what the last column has that the others have not.
     */
    private static double[] leastSquares(double[][] columns, double[] target) {
        int n = columns.length;
        // The target is one more column; what is left of each is made orthogonal to those before it.
        double[][] rest = Arrays.copyOf(columns, n + 1);
        rest[n] = target.clone();
        double[][] r = new double[n][n + 1];
        for (int j = 0; j < n; j++) {
            double norm = Math.sqrt(dot(rest[j], rest[j]));
            double[] unit = Arrays.stream(rest[j]).map(v -> v / norm).toArray();
            r[j][j] = norm;
            for (int k = j + 1; k <= n; k++) {
                double[] column = rest[k];
                double along = dot(unit, column);
                r[j][k] = along;
                Arrays.setAll(column, i -> column[i] - along * unit[i]);
            }
        }
        double[] solution = new double[n + 1];
        for (int j = n - 1; j >= 0; j--) {
            solution[j] = r[j][n];
            for (int k = j + 1; k < n; k++) {
                solution[j] -= r[j][k] * solution[k];
            }
            solution[j] /= r[j][j];
        }
        solution[n] = r[n - 1][n - 1];
        return solution;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
