package io.dbharness.cql;

import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.profile.Weight;
import io.dbharness.profile.Weights;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The ratio of reads to writes, of rows and of counters.
 *
 * @param operations with a weight above 0: reads, writes, reads of counters, additions to counters
 * @param weights    of the operations
 */
record ReadWriteMix(List<Operation> operations, Weights weights) {

    private static final List<String> WORDS = List.of("read", "write", "counter-read", "counter-write");
    private static final List<String> NAMES = List.of("Read", "Write", "CounterRead", "CounterWrite");

    static final ReadWriteMix READS = parse("read=1").orElseThrow();
    static final ReadWriteMix WRITES = parse("write=1").orElseThrow();

    /** Parses {@code read=1,write=1,counter-read=1,counter-write=1} or some of these; empty for any other text. */
    static Optional<ReadWriteMix> parse(String text) {
        Map<String, Weight> given = Weight.mix(text);
        if (given.isEmpty() || !WORDS.containsAll(given.keySet())) {
            return Optional.empty();
        }
        List<Operation> operations = new ArrayList<>();
        List<Weight> weights = new ArrayList<>();
        for (int kind = 0; kind < WORDS.size(); kind++) {
            Weight weight = given.getOrDefault(WORDS.get(kind), new Weight(0, false));
            if (weight.amount() > 0) {
                operations.add(new Operation(
                        operations.size(), NAMES.get(kind), kind % 2 == 0 ? OperationKind.READ : OperationKind.WRITE));
                weights.add(weight);
            }
        }
        return Weight.weights(weights).map(shares -> new ReadWriteMix(List.copyOf(operations), shares));
    }

    /** Returns true if an operation is about counters. */
    static boolean isOfCounters(Operation operation) {
        return operation.name().startsWith("Counter");
    }

    boolean hasCounters() {
        return operations.stream().anyMatch(ReadWriteMix::isOfCounters);
    }

    boolean hasRows() {
        return !operations.stream().allMatch(ReadWriteMix::isOfCounters);
    }

    Operation draw(RandomGenerator random) {
        return operations.get(weights.draw(random));
    }
}
