package io.dbharness.sysbench.input;

import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * Generates texts like sysbench: groups of eleven random digits, separated by dashes. A load generates 165 digits a row, so each group uses
 * one random number. Its 48 bits are a fraction that is multiplied into four digits at a time (the bias is below 0.4 %). Not thread-safe.
 */
public final class DigitGroups {

    /** Groups in column {@code c}: 119 characters. */
    public static final int C_GROUPS = 10;
    /** Groups in column {@code pad}: 59 characters. */
    public static final int PAD_GROUPS = 5;

    private static final int GROUP_DIGITS = 11;
    private static final int GROUP = GROUP_DIGITS + 1;
    private static final Pattern TEXT = Pattern.compile("(?:\\d{11}-)*\\d{11}");
    private static final int PIECE = 4;
    private static final int PIECES = 10_000;
    private static final int FRACTION_BITS = 48;
    private static final long FRACTION = (1L << FRACTION_BITS) - 1;
    private static final byte[] DIGITS = digits();

    private final RandomGenerator random;
    private final byte[] buffer = new byte[C_GROUPS * GROUP];

    public DigitGroups(RandomGenerator random) {
        this.random = random;
    }

    /** Returns the number of characters of a number of groups. */
    public static int length(int groups) {
        return groups * GROUP - 1;
    }

    /** Returns true if a text consists of this number of groups. */
    public static boolean matches(int groups, String text) {
        return text.length() == length(groups) && TEXT.matcher(text).matches();
    }

    /** Returns the next text with a number of groups, at most {@link #C_GROUPS}. */
    public String next(int groups) {
        int length = write(groups, buffer);
        return new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
    }

    /**
     * Writes the next text with a number of groups as ASCII.
     *
     * @param target array with room for one character more than the text has
     * @return length of the text
     */
    public int write(int groups, byte[] target) {
        for (int at = 0; at < groups * GROUP; at += GROUP) {
            long fraction = random.nextLong() & FRACTION;
            for (int piece = 0; piece < GROUP; piece += PIECE) {
                fraction *= PIECES;
                System.arraycopy(DIGITS, PIECE * (int) (fraction >>> FRACTION_BITS), target, at + piece, PIECE);
                fraction &= FRACTION;
            }
            target[at + GROUP_DIGITS] = '-';
        }
        return length(groups);
    }

    /** Returns the digits of all four-digit numbers, concatenated. */
    private static byte[] digits() {
        byte[] digits = new byte[PIECE * PIECES];
        for (int number = 0; number < PIECES; number++) {
            int rest = number;
            for (int digit = PIECE - 1; digit >= 0; digit--) {
                digits[PIECE * number + digit] = (byte) ('0' + rest % 10);
                rest /= 10;
            }
        }
        return digits;
    }
}
