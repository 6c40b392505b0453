package io.dbharness.cql.driver;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Adds up what nodes count, so that the sum only grows: a node that leaves takes nothing with it, and one that was started again begins
 * from zero. One thread.
 */
final class Growth {

    private final Map<String, Double> last = new HashMap<>();
    private double grown;

    /** What a node has counted since it was started. */
    void see(String node, double count) {
        Double before = last.put(node, count);
        if (before != null) {
            grown += count < before ? count : count - before;
        }
    }

    /** The growth seen so far, of all nodes together, from the first that was seen of each; empty where none was. */
    OptionalDouble sum() {
        return last.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(grown);
    }
}
