package io.dbharness.result;

/**
 * One line of a table that is written while a run measures. It does by hand what {@code String.format} does, which at some hundred numbers a
 * second would keep the compiler of the virtual machine busy in the middle of the measurement. One thread.
 */
final class TableLine {

    private static final int THOUSAND = 1_000;

    private final StringBuilder text = new StringBuilder();

    TableLine add(String cell) {
        separate().append(cell);
        return this;
    }

    TableLine add(long number) {
        separate().append(number);
        return this;
    }

    /** With three decimals; of a size that a time in milliseconds or seconds can have. */
    TableLine add(double number) {
        long thousandths = Math.round(Math.abs(number) * THOUSAND);
        separate();
        if (number < 0 && thousandths > 0) {
            text.append('-');
        }
        text.append(thousandths / THOUSAND).append('.');
        String decimals = Long.toString(thousandths % THOUSAND + THOUSAND);
        text.append(decimals, 1, decimals.length());
        return this;
    }

    /** The cells with commas between them, and the line's end. */
    String end() {
        return text.append(System.lineSeparator()).toString();
    }

    private StringBuilder separate() {
        return text.isEmpty() ? text : text.append(',');
    }
}
