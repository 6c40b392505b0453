package io.dbharness.jdbc.dialect;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Formats a list of integers as one text for products without arrays: each number is padded with spaces to ten characters, so that
 * {@code CAST(SUBSTRING(list, 10 * n - 9, 10) AS int)} extracts the n-th. This format has no requirements. OPENJSON needs a compatibility
 * level, and STRING_SPLIT returns no positions before SQL Server 2022. Table-valued parameters need a type in the database, and one
 * parameter a number needs one plan for each length of list.
 */
public final class FixedWidth {

    private static final int WIDTH = 10;
    private static final int LEAST = -999_999_999;

    private FixedWidth() {}

    /** Returns the text of a list; throws {@link IllegalArgumentException} if a number is longer than its field. */
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
