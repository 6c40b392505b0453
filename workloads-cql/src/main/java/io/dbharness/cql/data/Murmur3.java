package io.dbharness.cql.data;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** MurmurHash3 for 64-bit machines, 128 bits wide, seed 0 (A. Appleby, public domain). */
final class Murmur3 {

    private static final int BLOCK = 16;
    private static final long FIRST = 0x87C37B91114253D5L;
    private static final long SECOND = 0x4CF5AD432745937FL;

    private Murmur3() {}

    /** Returns the first 64 bits of the hash. */
    static long firstHalf(byte[] bytes) {
        long a = 0;
        long b = 0;
        int whole = bytes.length / BLOCK * BLOCK;
        ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        while (words.position() < whole) {
            a = Long.rotateLeft(a ^ left(words.getLong()), 27) + b;
            a = a * 5 + 0x52DCE729;
            b = Long.rotateLeft(b ^ right(words.getLong()), 31) + a;
            b = b * 5 + 0x38495AB5;
        }
        ByteBuffer rest =
                ByteBuffer.wrap(Arrays.copyOfRange(bytes, whole, whole + BLOCK)).order(ByteOrder.LITTLE_ENDIAN);
        // Missing bytes of the tail count as zero, and zero changes nothing.
        a ^= left(rest.getLong());
        b ^= right(rest.getLong());
        a ^= bytes.length;
        b ^= bytes.length;
        a += b;
        b += a;
        return mixed(a) + mixed(b);
    }

    private static long left(long word) {
        return Long.rotateLeft(word * FIRST, 31) * SECOND;
    }

    private static long right(long word) {
        return Long.rotateLeft(word * SECOND, 33) * FIRST;
    }

    private static long mixed(long word) {
        long a = (word ^ (word >>> 33)) * 0xFF51AFD7ED558CCDL;
        long b = (a ^ (a >>> 33)) * 0xC4CEB9FE1A85EC53L;
        return b ^ (b >>> 33);
    }
}
