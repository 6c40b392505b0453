package io.dbharness.cli.option;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a user typed after a workload's name.
 *
 * @param values option name to text, only what was typed
 * @param lists  of the options that may be repeated, name to texts, only what was typed
 * @param flags  names of the flags that were typed
 */
public record Typed(Map<String, String> values, Map<String, List<String>> lists, Set<String> flags) {

    public Typed {
        values = Map.copyOf(values);
        lists = lists.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, e -> List.copyOf(e.getValue())));
        flags = Set.copyOf(flags);
    }

    /** Every text of an option that may be repeated, in order. */
    public List<String> all(String name) {
        return lists.getOrDefault(name, List.of());
    }

    boolean has(String name) {
        return values.containsKey(name) || lists.containsKey(name) || flags.contains(name);
    }
}
