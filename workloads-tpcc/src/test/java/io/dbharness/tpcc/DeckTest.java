package io.dbharness.tpcc;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.random.Seed;
import io.dbharness.tpcc.TransactionMix.Deck;
import io.dbharness.tpcc.operation.TransactionType;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DeckTest {

    @Test
    void every23CardsAreTheMix() {
        Deck deck = new Deck(new Seed(1).stream("test", 0));

        for (int round = 0; round < 100; round++) {
            Map<TransactionType, Long> dealt =
                    Stream.generate(deck::deal).limit(23).collect(groupingBy(card -> card, counting()));

            assertThat(dealt)
                    .containsEntry(TransactionType.NEW_ORDER, 10L)
                    .containsEntry(TransactionType.PAYMENT, 10L)
                    .containsEntry(TransactionType.ORDER_STATUS, 1L)
                    .containsEntry(TransactionType.DELIVERY, 1L)
                    .containsEntry(TransactionType.STOCK_LEVEL, 1L);
        }
    }

    @Test
    void isShuffledAnewEachTime() {
        Deck deck = new Deck(new Seed(1).stream("test", 0));

        List<List<TransactionType>> rounds = Stream.generate(
                        () -> Stream.generate(deck::deal).limit(23).toList())
                .limit(20)
                .toList();

        assertThat(rounds).doesNotHaveDuplicates();
    }

    @Test
    void everyPlaceIsEquallyLikelyForTheOnlyDelivery() {
        Deck deck = new Deck(new Seed(2).stream("test", 0));
        int rounds = 46_000;
        int[] places = new int[23];

        for (int round = 0; round < rounds; round++) {
            for (int place = 0; place < places.length; place++) {
                places[place] += deck.deal() == TransactionType.DELIVERY ? 1 : 0;
            }
        }

        // 2,000 each; five standard deviations are 219.
        assertThat(IntStream.of(places).boxed())
                .allSatisfy(count -> assertThat(count).isBetween(1_781, 2_219));
    }
}
