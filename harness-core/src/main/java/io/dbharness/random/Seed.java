package io.dbharness.random;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * The root of all randomness of a run. A stream is a pure function of (seed, purpose, index), so a user draws the same inputs whatever
 * the thread timing.
 *
 * @param value the 64 bits a user gives as {@code --seed}
 */
public record Seed(long value) {

    /** The seed of a run that names none: fixed, so that two runs draw the same work. */
    public static final Seed DEFAULT = new Seed(1);

    /**
     * A generator for one purpose and one index (a user, a warehouse, a table). Equal arguments give equal streams; the generator
     * itself belongs to one thread.
     */
    public RandomGenerator stream(String purpose, long index) {
        long mixed = mix(value);
        for (int i = 0; i < purpose.length(); i++) {
            mixed = mix(mixed ^ purpose.charAt(i));
        }
        return new SplittableRandom(mix(mixed + index * GOLDEN_GAMMA));
    }

    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    /** The 64-bit finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014; constants by Stafford, variant 13). */
    public static long mix(long z) {
        long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
        return b ^ (b >>> 31);
    }
}
