package io.dbharness.config;

import io.dbharness.model.Problems;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * The file that fields come from.
 *
 * @param name     for messages
 * @param problems takes what is wrong
 */
record Source(String name, Problems problems) {

    void problem(Node at, String what) {
        problems.add(name + ":" + line(at) + ": " + what);
    }

    static int line(Node at) {
        return at.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    }
}
