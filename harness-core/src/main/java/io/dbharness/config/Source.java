package io.dbharness.config;

import io.dbharness.model.Problems;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * The file that fields come from.
 *
 * @param name     for messages
 * @param names    of its fields
 * @param problems takes what is wrong
 */
record Source(String name, Names names, Problems problems) {

    /** What a name of a field is told apart by. */
    String key(String field) {
        return names.key(field);
    }

    void problem(Node at, String what) {
        problems.add(where(at) + what);
    }

    String where(Node at) {
        return name + ":" + line(at) + ": ";
    }

    static int line(Node at) {
        return at.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    }
}
