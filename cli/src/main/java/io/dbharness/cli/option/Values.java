package io.dbharness.cli.option;

import io.dbharness.model.Problems;
import io.dbharness.workload.Parameter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Values of the common options: the typed ones that are allowed, defaults for the others. Immutable. */
final class Values {

    private final Map<String, String> values;

    private Values(Map<String, String> values) {
        this.values = Map.copyOf(values);
    }

    /** Notes every typed value that is not allowed. */
    static Values of(Iterable<Parameter> declared, Map<String, String> typed, Problems problems) {
        Map<String, String> values = new HashMap<>();
        for (Parameter parameter : declared) {
            String text = typed.get(parameter.name());
            if (text != null && parameter.domain().contains(text)) {
                values.put(parameter.name(), text);
            } else {
                if (!parameter.defaultValue().isEmpty()) {
                    values.put(parameter.name(), parameter.defaultValue());
                }
                if (text != null) {
                    refuse(parameter, text, problems);
                }
            }
        }
        return new Values(values);
    }

    /** What was typed where a password's reference belongs may be the password, so it is not repeated. */
    private static void refuse(Parameter parameter, String text, Problems problems) {
        if (parameter.domain() instanceof Passwords) {
            problems.add("--" + parameter.name() + " must be "
                    + parameter.domain().expectation() + "; a password itself would be seen in process lists");
        } else {
            parameter.validate(text, problems);
        }
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    Optional<String> maybe(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** Of an option with a default. */
    String text(String name) {
        return maybe(name).orElseThrow(() -> new IllegalArgumentException("--" + name + " has no default"));
    }

    OptionalInt maybeWhole(String name) {
        return maybe(name).map(text -> OptionalInt.of(Integer.parseInt(text))).orElseGet(OptionalInt::empty);
    }

    <E extends Enum<E>> E word(String name, Class<E> type) {
        return Enum.valueOf(type, text(name).toUpperCase(Locale.ROOT));
    }
}
