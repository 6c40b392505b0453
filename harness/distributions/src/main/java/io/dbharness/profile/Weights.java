package io.dbharness.profile;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Draws indexes by weight. Immutable.
 *
 * @param shares weights, at least one of them above 0
 */
public record Weights(List<Double> shares) {

    public Weights {
        shares = List.copyOf(shares);
    }

    /** Draws an index, from 0. */
    public int draw(RandomGenerator random) {
        if (shares.size() == 1) {
            return 0;
        }
        double at = random.nextDouble() * sum();
        for (int place = 0; place < shares.size(); place++) {
            at -= shares.get(place);
            if (at < 0) {
                return place;
            }
        }
        return shares.size() - 1;
    }

    private double sum() {
        double sum = 0;
        for (double share : shares) {
            sum += share;
        }
        return sum;
    }
}
