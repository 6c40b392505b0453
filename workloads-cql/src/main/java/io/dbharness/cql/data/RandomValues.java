package io.dbharness.cql.data;

import io.dbharness.random.Seed;
import java.nio.ByteBuffer;

/**
 * Random bytes, drawn once, from which all values are cut: a value is a pure function of seed, row, column and version and costs no
 * bytes of its own. Incompressible. Thread-safe.
 */
final class RandomValues {

    /** Far more than the processor's caches hold of a value's surroundings, and nothing beside a client's heap. */
    private static final int LEAST_BYTES = 4 << 20;

    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private final long salt;
    private final int valueBytes;
    private final int places;
    private final ByteBuffer bytes;

    RandomValues(Seed seed, int valueBytes) {
        this.salt = seed.stream("cql-offset", 0).nextLong();
        this.valueBytes = valueBytes;
        int size = Math.max(LEAST_BYTES, 4 * valueBytes);
        byte[] drawn = new byte[size];
        seed.stream("cql-slab", 0).nextBytes(drawn);
        this.bytes = ByteBuffer.wrap(drawn);
        this.places = size - valueBytes;
    }

    /** The value of a column: a view for reading. Its array is in reach on purpose, as a copy of any other kind goes through another. */
    ByteBuffer value(long row, int column, long version) {
        long mixed = Seed.mix(Seed.mix(salt + row * GOLDEN_GAMMA) ^ version) + column * GOLDEN_GAMMA;
        return bytes.slice((int) Long.remainderUnsigned(Seed.mix(mixed), places), valueBytes);
    }
}
