package io.dbharness.tpcc;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.random.Seed;
import io.dbharness.tpcc.TransactionMix.Cards;
import io.dbharness.tpcc.operation.TransactionType;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TransactionMixTest {

    private static final int DRAWS = 100_000;

    private static Map<TransactionType, Long> drawn(String mix) {
        Cards cards = TransactionMix.parse(mix).cards(new Seed(4).stream("test", 0));
        return Stream.generate(cards::deal).limit(DRAWS).collect(groupingBy(card -> card, counting()));
    }

    /** Five standard deviations of a share of 45 % are 0.79 % of the draws, so half a per cent is asked of the seed at hand. */
    @Test
    void weightsHoldWithinHalfAPerCent() {
        Map<TransactionType, Long> drawn = drawn("45,43,4,4,4");

        assertThat(100.0 * drawn.get(TransactionType.NEW_ORDER) / DRAWS).isCloseTo(45, within(0.5));
        assertThat(100.0 * drawn.get(TransactionType.PAYMENT) / DRAWS).isCloseTo(43, within(0.5));
        assertThat(100.0 * drawn.get(TransactionType.ORDER_STATUS) / DRAWS).isCloseTo(4, within(0.5));
        assertThat(100.0 * drawn.get(TransactionType.DELIVERY) / DRAWS).isCloseTo(4, within(0.5));
        assertThat(100.0 * drawn.get(TransactionType.STOCK_LEVEL) / DRAWS).isCloseTo(4, within(0.5));
    }

    @Test
    void theDeckHoldsToACard() {
        Map<TransactionType, Long> drawn = drawn("deck");

        assertThat(drawn.get(TransactionType.NEW_ORDER)).isCloseTo(DRAWS * 10 / 23, within(10L));
        assertThat(drawn.get(TransactionType.STOCK_LEVEL)).isCloseTo(DRAWS / 23, within(1L));
    }

    @Test
    void whatHasNoWeightNeverComes() {
        assertThat(drawn("0,1,0,0,1")).containsOnlyKeys(TransactionType.PAYMENT, TransactionType.STOCK_LEVEL);
    }

    @Test
    void onlyFiveWeightsOrTheDeckAreAMix() {
        assertThat(Stream.of("deck", "45,43,4,4,4", "1,0,0,0,0")).allMatch(TransactionMix.WORDS::contains);
        assertThat(Stream.of("", "45,43,4,4", "45,43,4,4,4,4", "0,0,0,0,0", "45,43,4,4,-4", "45 43 4 4 4", "decks"))
                .noneMatch(TransactionMix.WORDS::contains);
    }
}
