package io.dbharness.profile;

import io.dbharness.distribution.ValueDistribution;
import io.dbharness.random.Seed;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/** Makes the content of texts and bytes. */
public final class Content {

    private static final byte[] LETTERS =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".getBytes(StandardCharsets.US_ASCII);

    private Content() {}

    /** Returns bytes whose number and content depend on a number only. */
    public static byte[] of(long number, ValueDistribution size) {
        RandomGenerator own = new Seed(number).stream("value", 0);
        return drawn(size, own, number);
    }

    /** Returns random bytes. */
    public static byte[] drawn(ValueDistribution size, RandomGenerator random, long ordinal) {
        byte[] bytes = new byte[(int) size.draw(random, ordinal)];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Returns a text with a letter, a digit, a hyphen or an underscore for each byte, which it changes. */
    public static String letters(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = LETTERS[bytes[i] & LETTERS.length - 1];
        }
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
