package io.dbharness.tpcc;

import io.dbharness.tpcc.operation.TransactionType;
import io.dbharness.workload.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * The share of each transaction in what a terminal does.
 *
 * @param weights in the order of {@link TransactionType}; none stands for the deck of 23 cards
 */
record Mix(List<Integer> weights) {

    static final String DECK = "deck";
    private static final Pattern WEIGHTS = Pattern.compile("\\d{1,6}(,\\d{1,6}){4}");

    Mix {
        weights = List.copyOf(weights);
    }

    /** Reads what {@link Words} contains. */
    static Mix parse(String text) {
        return new Mix(
                text.equals(DECK)
                        ? List.of()
                        : Arrays.stream(text.split(",", -1))
                                .map(Integer::valueOf)
                                .toList());
    }

    /** Weights, also of the deck. */
    List<Integer> shares() {
        return weights.isEmpty()
                ? Arrays.stream(TransactionType.values())
                        .map(TransactionType::cards)
                        .toList()
                : weights;
    }

    Cards cards(RandomGenerator random) {
        return weights.isEmpty() ? new Deck(random) : new WeightedCards(weights, random);
    }

    /** What a user can type. */
    record Words() implements Parameter.Domain {

        @Override
        public String label() {
            return DECK + "|N,N,N,N,N";
        }

        @Override
        public boolean contains(String text) {
            return text.equals(DECK)
                    || (WEIGHTS.matcher(text).matches() && text.chars().anyMatch(c -> c > '0'));
        }

        @Override
        public String expectation() {
            return DECK + ", or five weights such as 45,43,4,4,4 that are not all 0";
        }
    }
}
