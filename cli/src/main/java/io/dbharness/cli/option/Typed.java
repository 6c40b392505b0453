package io.dbharness.cli.option;

import java.util.Map;
import java.util.Set;

/**
 * What a user typed after a workload's name.
 *
 * @param values option name to text, only what was typed
 * @param flags  names of the flags that were typed
 */
public record Typed(Map<String, String> values, Set<String> flags) {

    public Typed {
        values = Map.copyOf(values);
        flags = Set.copyOf(flags);
    }
}
