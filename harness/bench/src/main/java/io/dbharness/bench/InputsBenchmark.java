package io.dbharness.bench;

import io.dbharness.random.Seed;
import io.dbharness.tpcc.input.Cardinality;
import io.dbharness.tpcc.input.RunConstants;
import io.dbharness.tpcc.input.Terminal;
import io.dbharness.tpcc.input.TerminalInputs;
import io.dbharness.tpcc.input.WarehouseRange;
import io.dbharness.tpcc.operation.TransactionType;
import java.util.Arrays;
import java.util.Collections;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The inputs of one TPC-C transaction, drawn after the previous one has ended and before the next is due. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class InputsBenchmark {

    private static final int WAREHOUSES = 100;

    private final TransactionType[] cards = Arrays.stream(TransactionType.values())
            .flatMap(type -> Collections.nCopies(type.cards(), type).stream())
            .toArray(TransactionType[]::new);
    private final TerminalInputs inputs = new TerminalInputs(
            Terminal.of(0, WarehouseRange.all(WAREHOUSES), false),
            RunConstants.draw(RunConstants.lastNameForLoad(Seed.DEFAULT), Seed.DEFAULT),
            Cardinality.SPECIFIED,
            Seed.DEFAULT.stream("tpcc-inputs", 0));
    private int dealt;

    @Benchmark
    public Object newOrder() {
        return inputs.newOrder();
    }

    @Benchmark
    public Object payment() {
        return inputs.payment();
    }

    /** Draws the 23 cards of a deck, one after the other. */
    @Benchmark
    public Object mix() {
        dealt = dealt + 1 == cards.length ? 0 : dealt + 1;
        return switch (cards[dealt]) {
            case NEW_ORDER -> inputs.newOrder();
            case PAYMENT -> inputs.payment();
            case ORDER_STATUS -> inputs.orderStatus();
            case DELIVERY -> inputs.delivery();
            case STOCK_LEVEL -> inputs.stockLevel();
        };
    }
}
