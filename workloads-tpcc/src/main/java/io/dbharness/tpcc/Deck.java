package io.dbharness.tpcc;

import io.dbharness.tpcc.operation.TransactionType;
import java.util.Arrays;
import java.util.Collections;
import java.util.random.RandomGenerator;

/**
 * One terminal's deck of 23 cards, shuffled whenever all have been dealt (clause 5.2.4.2), so that the mix holds exactly after every 23
 * transactions and not only in the long run. One thread.
 */
final class Deck implements Cards {

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

    /** Fisher and Yates. */
    private void shuffle() {
        for (int last = cards.length - 1; last > 0; last--) {
            int chosen = random.nextInt(last + 1);
            TransactionType card = cards[chosen];
            cards[chosen] = cards[last];
            cards[last] = card;
        }
    }
}
