package io.dbharness.tpcc;

import io.dbharness.model.OperationKind;
import io.dbharness.tpcc.operation.TransactionType;
import io.dbharness.workload.Parameter.Domain;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * The shares of the transactions of a terminal.
 *
 * @param weights weights in the order of {@link TransactionType}; empty for the deck of 23 cards
 */
record TransactionMix(List<Integer> weights) {

    static final String DECK = "deck";
    private static final Pattern WEIGHTS = Pattern.compile("\\d{1,6}(,\\d{1,6}){4}");

    /** The texts that a user can type. */
    static final Domain WORDS = Domain.matching(
            DECK + "|N,N,N,N,N",
            text -> text.equals(DECK)
                    || (WEIGHTS.matcher(text).matches() && text.chars().anyMatch(c -> c > '0')),
            DECK + ", or five weights such as 45,43,4,4,4 that are not all 0");

    TransactionMix {
        weights = List.copyOf(weights);
    }

    /** Parses a text that {@link #WORDS} allow. */
    static TransactionMix parse(String text) {
        return new TransactionMix(
                text.equals(DECK)
                        ? List.of()
                        : Arrays.stream(text.split(",", -1))
                                .map(Integer::valueOf)
                                .toList());
    }

    /** Returns the weights, also of the deck. */
    List<Integer> shares() {
        return weights.isEmpty()
                ? Arrays.stream(TransactionType.values())
                        .map(TransactionType::cards)
                        .toList()
                : weights;
    }

    /** Returns true if a transaction of the mix writes. */
    boolean writes() {
        List<Integer> shares = shares();
        return TransactionType.operations().stream()
                .anyMatch(operation -> operation.kind() != OperationKind.READ && shares.get(operation.index()) > 0);
    }

    Cards cards(RandomGenerator random) {
        return weights.isEmpty() ? new Deck(random) : weighted(random);
    }

    /** Draws each transaction by its weight, independent of earlier ones, so that the mix holds in the long run (clause 5.2.4.1). */
    private Cards weighted(RandomGenerator random) {
        int sum = weights.stream().mapToInt(Integer::intValue).sum();
        return () -> {
            int drawn = random.nextInt(sum);
            int type = 0;
            while (drawn >= weights.get(type)) {
                drawn -= weights.get(type++);
            }
            return TransactionType.of(TransactionType.operations().get(type));
        };
    }

    /** Selects the next transaction of a terminal. Not thread-safe. */
    @FunctionalInterface
    interface Cards {

        TransactionType deal();
    }

    /**
     * One terminal's deck of 23 cards, shuffled whenever all have been dealt (clause 5.2.4.2), so that the mix holds exactly after every 23
     * transactions and not only in the long run. Not thread-safe.
     */
    static final class Deck implements Cards {

        private final RandomGenerator random;
        private final TransactionType[] cards = Arrays.stream(TransactionType.values())
                .flatMap(type -> Collections.nCopies(type.cards(), type).stream())
                .toArray(TransactionType[]::new);
        private int dealt = cards.length;

        Deck(RandomGenerator random) {
            this.random = random;
        }

        @Override
        public TransactionType deal() {
            if (dealt == cards.length) {
                shuffle();
                dealt = 0;
            }
            return cards[dealt++];
        }

        /** Shuffles the deck with the algorithm of Fisher and Yates. */
        private void shuffle() {
            for (int last = cards.length - 1; last > 0; last--) {
                int chosen = random.nextInt(last + 1);
                TransactionType card = cards[chosen];
                cards[chosen] = cards[last];
                cards[last] = card;
            }
        }
    }
}
