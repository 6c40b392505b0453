package io.dbharness.tpcc.data;

import io.dbharness.jdbc.dialect.Alphanumeric;
import io.dbharness.tpcc.input.Draw;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/**
 * Draws the random strings of clause 4.3.2. A load draws some 50 million characters a warehouse, so each random number gives eight of them.
 * Each half of it is a fraction that is multiplied into two pairs of characters (Lemire's method for one number; the bias is below 0.4 %).
 * A text is valid until the next one is drawn. Not thread-safe.
 */
final class RandomText {

    private static final String DIGITS = "0123456789";
    private static final String ALPHANUMERIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" + DIGITS;
    private static final byte[] ALPHANUMERIC_PAIRS = pairs(ALPHANUMERIC);
    private static final byte[] DIGIT_PAIRS = pairs(DIGITS);
    private static final byte[] ORIGINAL = "ORIGINAL".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ZIP_SUFFIX = "11111".getBytes(StandardCharsets.US_ASCII);
    private static final int ZIP_PREFIX = 4;
    private static final int LONGEST = 500;
    private static final int CHARACTERS_PER_DRAW = 8;
    private static final int ORIGINAL_PERCENT = 10;
    private static final long HALF = 0xFFFF_FFFFL;

    private final RandomGenerator random;
    private final Alphanumeric text = new Alphanumeric(LONGEST + CHARACTERS_PER_DRAW);
    private final byte[] buffer = text.bytes();

    RandomText(RandomGenerator random) {
        this.random = random;
    }

    /** Draws an a-string of random length, both ends included. */
    Alphanumeric letters(int shortest, int longest) {
        return letters(Draw.between(random, shortest, longest));
    }

    /** Draws an a-string. */
    Alphanumeric letters(int length) {
        return fill(ALPHANUMERIC_PAIRS, length);
    }

    /** Draws an n-string. */
    Alphanumeric digits(int length) {
        return fill(DIGIT_PAIRS, length);
    }

    /** Draws I_DATA or S_DATA: an a-string of 26 to 50 characters that contains ORIGINAL in 10 % of the cases (clause 4.3.3.1). */
    Alphanumeric data() {
        int length = Draw.between(random, 26, 50);
        letters(length);
        if (Draw.percent(random, ORIGINAL_PERCENT)) {
            System.arraycopy(ORIGINAL, 0, buffer, Draw.between(random, 0, length - ORIGINAL.length), ORIGINAL.length);
        }
        return text;
    }

    /** Draws four random digits and appends 11111 (clause 4.3.2.7). */
    Alphanumeric zip() {
        digits(ZIP_PREFIX);
        System.arraycopy(ZIP_SUFFIX, 0, buffer, ZIP_PREFIX, ZIP_SUFFIX.length);
        return text.length(ZIP_PREFIX + ZIP_SUFFIX.length);
    }

    private Alphanumeric fill(byte[] pairs, int length) {
        int count = pairs.length / 2;
        for (int at = 0; at < length; at += CHARACTERS_PER_DRAW) {
            long draw = random.nextLong();
            putTwoPairs(pairs, count, draw >>> 32, at);
            putTwoPairs(pairs, count, draw & HALF, at + 4);
        }
        return text.length(length);
    }

    private void putTwoPairs(byte[] pairs, long count, long fraction, int at) {
        long first = fraction * count;
        long second = (first & HALF) * count;
        putPair(pairs, (int) (first >>> 32), at);
        putPair(pairs, (int) (second >>> 32), at + 2);
    }

    private void putPair(byte[] pairs, int pair, int at) {
        buffer[at] = pairs[2 * pair];
        buffer[at + 1] = pairs[2 * pair + 1];
    }

    private static byte[] pairs(String alphabet) {
        byte[] characters = alphabet.getBytes(StandardCharsets.US_ASCII);
        byte[] pairs = new byte[2 * characters.length * characters.length];
        int at = 0;
        for (byte first : characters) {
            for (byte second : characters) {
                pairs[at++] = first;
                pairs[at++] = second;
            }
        }
        return pairs;
    }
}
