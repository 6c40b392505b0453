package io.dbharness.sysbench.operation;

import io.dbharness.sysbench.input.DigitGroups;
import io.dbharness.sysbench.input.KeyDistribution;
import java.util.random.RandomGenerator;

/** The inputs of one user's statements. One thread. */
final class Draws {

    private final Sizes sizes;
    private final KeyDistribution keys;
    private final NewIds newIds;
    private final RandomGenerator random;
    private final DigitGroups texts;

    Draws(Sizes sizes, KeyDistribution keys, NewIds newIds, RandomGenerator random) {
        this.sizes = sizes;
        this.keys = keys;
        this.newIds = newIds;
        this.random = random;
        this.texts = new DigitGroups(random);
    }

    /** From 0 to one less than the number of tables. */
    int table(int tables) {
        return tables == 1 ? 0 : random.nextInt(tables);
    }

    int anyKey() {
        return keys.draw(random);
    }

    /** May reach beyond the last row, as sysbench's do. */
    Input range(int key) {
        return new Input.Numbers(key, upTo(key, sizes.rangeSize() - 1));
    }

    Input points(int key) {
        int[] points = new int[sizes.points()];
        points[0] = key;
        for (int i = 1; i < points.length; i++) {
            points[i] = anyKey();
        }
        return new Input.Numbers(points);
    }

    Input ranges(int key) {
        int[] ends = new int[2 * sizes.ranges()];
        for (int i = 0; i < ends.length; i += 2) {
            ends[i] = i == 0 ? key : anyKey();
            ends[i + 1] = upTo(ends[i], sizes.delta());
        }
        return new Input.Numbers(ends);
    }

    Input newText(int key) {
        return new Input.NewText(texts.next(DigitGroups.C_GROUPS), key);
    }

    int newId(int table) {
        return newIds.next(table);
    }

    Input.NewRow row(int k) {
        return new Input.NewRow(k, texts.next(DigitGroups.C_GROUPS), texts.next(DigitGroups.PAD_GROUPS));
    }

    private static int upTo(int key, int more) {
        return (int) Math.min((long) key + more, Integer.MAX_VALUE);
    }
}
