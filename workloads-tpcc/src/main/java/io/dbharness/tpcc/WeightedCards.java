package io.dbharness.tpcc;

import io.dbharness.tpcc.operation.TransactionType;
import java.util.List;
import java.util.random.RandomGenerator;

/** Draws each transaction by its weight, whatever came before, so that the mix holds in the long run (clause 5.2.4.1). One thread. */
final class WeightedCards implements Cards {

    private final List<Integer> weights;
    private final int sum;
    private final RandomGenerator random;

    WeightedCards(List<Integer> weights, RandomGenerator random) {
        this.weights = weights;
        this.sum = weights.stream().mapToInt(Integer::intValue).sum();
        this.random = random;
    }

    @Override
    public TransactionType deal() {
        int drawn = random.nextInt(sum);
        int type = 0;
        while (drawn >= weights.get(type)) {
            drawn -= weights.get(type++);
        }
        return TransactionType.of(TransactionType.operations().get(type));
    }
}
