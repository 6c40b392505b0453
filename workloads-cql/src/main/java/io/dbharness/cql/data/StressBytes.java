package io.dbharness.cql.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Generates keys and values byte for byte as cassandra-stress does for its own tables, so that either tool reads the rows of the other. A
 * key is a function of the partition's number, which cassandra-stress calls a seed and counts from 1. A value is a function of the key and
 * the column's name. Neither depends on anything else: a repeated write of a row writes the same. Immutable.
 *
 * <p>The rules, unchanged since Cassandra 2.1: a generator is salted with the first half of the 128-bit Murmur3 hash of {@code randomstr}
 * and its column's name. From a seed, combined with the salt by exclusive or, the JDK's generator draws whole numbers from 1 to 10^11. The
 * first number of a key is discarded. Each further number makes 16 digits, lowest four bits first; digits above 9 are the letters K to P.
 * The seed of a row's values is the key's bytes read as a number of base 31. The complement of a value's first number starts a xorshift
 * generator, 64 bits at a time, lowest byte first. The JDK's generator seeds it at the start and again at every 32nd step. That number
 * itself seeds the draw of the value's size.
 */
final class StressBytes {

    private static final double LEAST = 1;
    /** One above the largest whole number that can be drawn. */
    private static final double BEYOND = 100_000_000_001.0;

    private static final int DIGITS_A_NUMBER = 16;
    private static final int STEPS_A_SEED = 32;
    private static final long XORSHIFT_FACTOR = 0x2545F4914F6CDD1DL;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final int keyBytes;
    private final ValueSize.Draw size;
    private final long keySalt;
    private final long[] salts;

    /** @param columns their names, letters and digits */
    StressBytes(int keyBytes, List<String> columns, ValueSize size) {
        this.keyBytes = keyBytes;
        this.size = size.draw();
        this.keySalt = salt("key");
        this.salts = columns.stream().mapToLong(StressBytes::salt).toArray();
    }

    private static long salt(String column) {
        return Murmur3.firstHalf(("randomstr" + column).getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns the key of a partition by its number, from 1. */
    byte[] key(long number) {
        byte[] key = new byte[keyBytes];
        long state = JdkRandom.scrambled(number ^ keySalt);
        state = JdkRandom.afterDouble(state);
        for (int first = 0; first < keyBytes; first += DIGITS_A_NUMBER) {
            long digits = whole(state);
            state = JdkRandom.afterDouble(state);
            for (int i = first; i < Math.min(first + DIGITS_A_NUMBER, keyBytes); i++) {
                int digit = (int) digits & 15;
                key[i] = (byte) ((digit < 10 ? '0' : 'A') + digit);
                digits >>>= 4;
            }
        }
        return key;
    }

    /** Returns the seed of the values of a partition with one row. */
    static long seed(byte[] key) {
        long seed = 0;
        for (byte each : key) {
            seed = 31 * seed + each;
        }
        return seed;
    }

    /** Returns the seed of the values of one row of a partition with several. */
    static long seed(byte[] key, long item) {
        return 31 * seed(key) + item;
    }

    /** Returns the value of a column, by its place among the names. */
    ByteBuffer value(long rowSeed, int column) {
        long first = whole(JdkRandom.scrambled(rowSeed ^ salts[column]));
        byte[] bytes = new byte[size.of(first)];
        long state = JdkRandom.firstLong(~first);
        int step = 0;
        for (int at = 0; at < bytes.length; at += Long.BYTES) {
            step++;
            if (step == STEPS_A_SEED) {
                state = JdkRandom.firstLong(state);
                step = 0;
            }
            state ^= state >> 12;
            state ^= state << 25;
            state ^= state >> 27;
            put(bytes, at, state * XORSHIFT_FACTOR);
        }
        return ByteBuffer.wrap(bytes);
    }

    private static void put(byte[] bytes, int at, long word) {
        if (at + Long.BYTES <= bytes.length) {
            LONGS.set(bytes, at, word);
            return;
        }
        for (int i = at; i < bytes.length; i++) {
            bytes[i] = (byte) (word >> (Byte.SIZE * (i - at)));
        }
    }

    /** Draws a whole number from a state. */
    private static long whole(long state) {
        double share = JdkRandom.asDouble(state);
        return (long) (share * BEYOND + (1 - share) * LEAST);
    }

    /** The generator of {@code java.util.Random} as its documentation specifies it; the caller keeps the state. */
    static final class JdkRandom {

        private static final long MULTIPLIER = 0x5DEECE66DL;
        private static final long ADDEND = 0xBL;
        private static final long MASK = (1L << 48) - 1;

        private JdkRandom() {}

        static long scrambled(long seed) {
            return (seed ^ MULTIPLIER) & MASK;
        }

        private static long next(long state) {
            return (state * MULTIPLIER + ADDEND) & MASK;
        }

        /** Returns the result of the next call for a double: 26 bits and 27 bits. */
        static double asDouble(long state) {
            long high = next(state);
            long low = next(high);
            return (((high >>> 22) << 27) + (low >>> 21)) * 0x1.0p-53;
        }

        static long afterDouble(long state) {
            return next(next(state));
        }

        /** Returns the first 64 bits after seeding: two signed halves. */
        static long firstLong(long seed) {
            long high = next(scrambled(seed));
            long low = next(high);
            return ((long) (int) (high >>> 16) << 32) + (int) (low >>> 16);
        }
    }
}
