package io.dbharness.result.study;

import java.math.BigDecimal;

/**
 * A number that somebody printed.
 *
 * @param value    in the unit that numbers are kept in
 * @param unit     it was printed in
 * @param decimals it was printed with
 */
public record Figure(double value, Unit unit, int decimals) {

    /**
     * Reads a printed number.
     *
     * @param text digits with a point; may hold commas between thousands
     * @throws NumberFormatException when it is none
     */
    public static Figure of(String text, Unit unit) {
        BigDecimal number = new BigDecimal(text.replace(",", ""));
        return new Figure(number.doubleValue() * unit.factor(), unit, Math.max(0, number.scale()));
    }
}
