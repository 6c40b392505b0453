package io.dbharness.sysbench;

import io.dbharness.workload.Parameter;
import java.util.Locale;

/**
 * Decimal numbers between two ends, without them.
 *
 * @param above what a value is greater than
 * @param below what it is less than
 */
record Decimal(double above, double below) implements Parameter.Domain {

    @Override
    public String label() {
        return "X";
    }

    @Override
    public boolean contains(String text) {
        try {
            double value = Double.parseDouble(text);
            return value > above && value < below;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    @Override
    public String expectation() {
        return String.format(Locale.ROOT, "a number above %s and below %s", plain(above), plain(below));
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }
}
