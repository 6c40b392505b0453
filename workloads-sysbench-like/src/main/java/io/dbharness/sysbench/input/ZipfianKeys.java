package io.dbharness.sysbench.input;

import java.util.random.RandomGenerator;

/**
 * Key {@code i} in proportion to {@code i} to the power of minus the exponent, so key 1 is the most wanted. By rejection-inversion
 * (Hörmann and Derflinger, ACM TOMACS 6.3, 1996): constant time and no table, whatever the number of keys. Immutable.
 */
public final class ZipfianKeys implements KeyDistribution {

    private final int keys;
    private final double exponent;
    /** The area below the hat function, from its left end to its right. */
    private final double leftArea;

    private final double rightArea;
    /** A point that lies no farther than this above its key is accepted without a closer look. */
    private final double sureDistance;

    /**
     * The distribution by its exponent.
     *
     * @param keys     how many there are
     * @param exponent 0 or more; 0 is uniform, sysbench's default is 0.8
     */
    public ZipfianKeys(int keys, double exponent) {
        this.keys = keys;
        this.exponent = exponent;
        this.leftArea = area(1.5) - 1;
        this.rightArea = area(keys + 0.5);
        this.sureDistance = 2 - inverseArea(area(2.5) - weight(2));
    }

    @Override
    public int draw(RandomGenerator random) {
        while (true) {
            double drawn = rightArea + random.nextDouble() * (leftArea - rightArea);
            double point = inverseArea(drawn);
            int key = (int) Math.min(Math.max(Math.round(point), 1), keys);
            if (key - point <= sureDistance || drawn >= area(key + 0.5) - weight(key)) {
                return key;
            }
        }
    }

    private double weight(double x) {
        return Math.pow(x, -exponent);
    }

    /** The integral of the weight from 1 to {@code x}; exact near exponent 1, too. */
    private double area(double x) {
        double logarithm = Math.log(x);
        double rest = 1 - exponent;
        return rest == 0 ? logarithm : Math.expm1(rest * logarithm) / rest;
    }

    private double inverseArea(double area) {
        double rest = 1 - exponent;
        return Math.exp(rest == 0 ? area : Math.log1p(rest * area) / rest);
    }
}
