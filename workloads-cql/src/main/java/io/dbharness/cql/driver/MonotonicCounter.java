package io.dbharness.cql.driver;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Adds up the counters of nodes so that the sum only grows. The counts of a node that leaves remain in the sum, and the counter of a
 * restarted node begins at zero. Not thread-safe: one thread.
 */
final class MonotonicCounter {

    private final Map<String, Double> last = new HashMap<>();
    private double grown;

    /** Records the value of a node's counter, which counts from the node's start. */
    void see(String node, double count) {
        Double before = last.put(node, count);
        if (before != null) {
            grown += count < before ? count : count - before;
        }
    }

    /** Returns the growth of all nodes together since the first value of each; empty if there was none. */
    OptionalDouble sum() {
        return last.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(grown);
    }
}
