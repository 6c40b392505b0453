package io.dbharness.tpcc.data;

import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.tpcc.input.Draw;
import java.util.random.RandomGenerator;

/** ITEM (clause 4.3.3.1). One thread. */
final class ItemRows implements RowWriter {

    private static final int MAX_IMAGE = 10_000;
    private static final int MIN_PRICE_CENTS = 100;
    private static final int MAX_PRICE_CENTS = 10_000;

    private final RandomGenerator random;
    private final RandomText text;
    private int item;

    ItemRows(RandomGenerator random) {
        this.random = random;
        this.text = new RandomText(random);
    }

    @Override
    public void write(RowSink sink) {
        sink.add(++item)
                .add(Draw.between(random, 1, MAX_IMAGE))
                .add(text.letters(14, 24))
                .addDecimal(Draw.between(random, MIN_PRICE_CENTS, MAX_PRICE_CENTS), 2)
                .add(text.data());
    }
}
