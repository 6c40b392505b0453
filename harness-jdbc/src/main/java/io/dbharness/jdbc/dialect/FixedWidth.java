package io.dbharness.jdbc.dialect;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A list of integers as one text: each in ten characters, with spaces before it, so that the n-th is taken out with
 * {@code CAST(SUBSTRING(list, 10 * n - 9, 10) AS int)}. For products without arrays. That asks nothing of the server: OPENJSON needs a compatibility level, STRING_SPLIT
 * tells no positions before SQL Server 2022, table-valued parameters need a type in the database, and a parameter for each number makes
 * a plan for each length of list.
 */
public final class FixedWidth {

    private static final int WIDTH = 10;
    private static final int LEAST = -999_999_999;

    private FixedWidth() {}

    /** The text of a list; throws an {@link IllegalArgumentException} when a number is longer than its field. */
    public static String text(int[] values) {
        byte[] text = new byte[WIDTH * values.length];
        Arrays.fill(text, (byte) ' ');
        for (int i = 0; i < values.length; i++) {
            write(values[i], text, WIDTH * (i + 1));
        }
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    private static void write(int value, byte[] text, int end) {
        if (value < LEAST) {
            throw new IllegalArgumentException(value + " has more than " + WIDTH + " characters");
        }
        int at = end;
        int rest = Math.abs(value);
        do {
            text[--at] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest > 0);
        if (value < 0) {
            text[--at] = '-';
        }
    }
}
