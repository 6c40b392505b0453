package io.dbharness.sysbench.input;

import java.util.random.RandomGenerator;

/**
 * A few hot keys in the middle get most of the draws; the others follow a bell over all keys. What sysbench calls "special" and had as its
 * default up to 1.0.
 *
 * @param keys       how many there are
 * @param hotKeys    how many of them are hot
 * @param hotPercent the draws that go to them
 */
public record SpecialKeys(int keys, int hotKeys, int hotPercent) implements KeyDistribution {

    /** How many uniform fractions make up the bell; sysbench's default. */
    private static final int SUMMANDS = 12;

    private static final int PERCENT = 100;

    /**
     * The distribution by its percentages.
     *
     * @param keyPercent the part of the keys that is hot, sysbench's {@code rand-spec-pct}; at least one key is
     * @param hotPercent the part of the draws that goes to them, sysbench's {@code rand-spec-res}
     */
    public static SpecialKeys of(int keys, int keyPercent, int hotPercent) {
        return new SpecialKeys(keys, Math.max(1, (int) ((long) keys * keyPercent / PERCENT)), hotPercent);
    }

    @Override
    public int draw(RandomGenerator random) {
        if (random.nextInt(PERCENT) < hotPercent) {
            return 1 + (keys - hotKeys) / 2 + random.nextInt(hotKeys);
        }
        double sum = 0;
        for (int i = 0; i < SUMMANDS; i++) {
            sum += random.nextDouble();
        }
        return 1 + (int) (keys * sum / SUMMANDS);
    }
}
