package io.dbharness.workload;

import io.dbharness.model.Problems;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Checked values of a workload's parameters, defaults filled in.
 *
 * @param values name to text, one entry for each declared parameter
 */
public record Parameters(Map<String, String> values) {

    public Parameters {
        values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    /** Fills in defaults and notes every unknown name and bad value. */
    public static Parameters of(List<Parameter> declared, Map<String, String> given, Problems problems) {
        Map<String, String> values = new TreeMap<>();
        for (Parameter parameter : declared) {
            String text = parameter.domain().normalized(given.getOrDefault(parameter.name(), parameter.defaultValue()));
            parameter.validate(text, problems);
            values.put(parameter.name(), text);
        }
        given.keySet().stream()
                .filter(name -> !values.containsKey(name))
                .sorted()
                .forEach(name -> problems.add(
                        "unknown parameter '" + name + "'; known: " + String.join(", ", values.keySet()), name));
        return new Parameters(values);
    }

    /** The value as typed. */
    public String text(String name) {
        return Optional.ofNullable(values.get(name))
                .orElseThrow(() -> new IllegalArgumentException("no parameter " + name));
    }

    public int whole(String name) {
        return Integer.parseInt(text(name));
    }
}
