package io.dbharness.cql.testkit;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/**
 * A second implementation of the rows of cassandra-stress: by the rules in docs/cql.md, with the JDK's own generator, and without any code
 * of the program.
 */
public final class ReferenceRows {

    private ReferenceRows() {}

    /** Returns the key of a partition by its number, from 1. */
    public static byte[] key(long number, int size) {
        Random random = new Random(number ^ murmur("randomstrkey"));
        draw(random);
        StringBuilder digits = new StringBuilder();
        while (digits.length() < size) {
            long drawn = draw(random);
            for (int i = 0; i < 16; i++) {
                digits.append("0123456789KLMNOP".charAt((int) ((drawn >> (4 * i)) & 0xF)));
            }
        }
        return digits.substring(0, size).getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the value of a column in the row with a key. */
    public static byte[] value(byte[] key, String column, int size) {
        long seed = 0;
        for (byte digit : key) {
            seed = seed * 31 + digit;
        }
        long first = draw(new Random(seed ^ murmur("randomstr" + column)));
        long word = new Random(-first - 1).nextLong();
        byte[] value = new byte[size];
        for (int i = 0, words = 1; i < size; i += 8, words++) {
            if (words % 32 == 0) {
                word = new Random(word).nextLong();
            }
            word ^= word >> 12;
            word ^= word << 25;
            word ^= word >> 27;
            long mixed = word * 2_685_821_657_736_338_717L;
            for (int b = 0; b < 8 && i + b < size; b++) {
                value[i + b] = (byte) (mixed >>> (8 * b));
            }
        }
        return value;
    }

    /** Draws a whole number from 1 to 10^11. */
    private static long draw(Random random) {
        double u = random.nextDouble();
        return (long) (u * (1e11 + 1) + (1 - u));
    }

    /** Returns the first half of the 128-bit Murmur3 hash of a text shorter than 16 letters. */
    private static long murmur(String text) {
        long[] words = new long[2];
        for (int i = 0; i < text.length(); i++) {
            words[i / 8] |= (long) text.charAt(i) << (8 * (i % 8));
        }
        long c1 = 0x87c37b91114253d5L;
        long c2 = 0x4cf5ad432745937fL;
        long h1 = text.length() ^ (Long.rotateLeft(words[0] * c1, 31) * c2);
        long h2 = text.length() ^ (Long.rotateLeft(words[1] * c2, 33) * c1);
        h1 += h2;
        h2 += h1;
        return finish(h1) + finish(h2);
    }

    private static long finish(long k) {
        long a = (k ^ (k >>> 33)) * 0xff51afd7ed558ccdL;
        long b = (a ^ (a >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return b ^ (b >>> 33);
    }
}
