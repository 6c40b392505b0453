package io.dbharness.provisioning.spi;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One resource to make, as data: the ledger stores it, and a process that knows nothing else can undo it. Never contains a secret.
 *
 * @param provider  name of the provider that applies and undoes the step
 * @param id        unique in its run, for example {@code p15/mount}
 * @param kind      provider-specific kind, for example {@code mount}
 * @param subject   name of the subject; empty if several subjects share the step
 * @param summary   a phrase for the user, for example {@code mount /dev/loop3 on /var/lib/disks/p15}
 * @param arguments JSON values by name: texts, numbers, booleans, lists and objects
 */
public record Step(
        String provider, String id, String kind, String subject, String summary, Map<String, Object> arguments) {

    public Step {
        arguments = json(arguments);
    }

    /** Returns the values as a JSON file contains them: integers are of type long, so that written and read values are equal. */
    public static Map<String, Object> json(Map<String, ?> values) {
        Map<String, Object> json = new TreeMap<>();
        values.forEach((name, value) -> json.put(name, value(value)));
        return Collections.unmodifiableMap(json);
    }

    private static Object value(Object value) {
        if (value instanceof Map<?, ?> object) {
            Map<String, Object> json = new LinkedHashMap<>();
            object.forEach((name, part) -> json.put(name.toString(), value(part)));
            return Collections.unmodifiableMap(json);
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Step::value).toList();
        }
        return value instanceof Integer number ? number.longValue() : Objects.requireNonNull(value, "a value is null");
    }

    /** Returns an argument that the provider itself has set, as text. */
    public String argument(String name) {
        return text(name).orElseThrow(() -> new IllegalArgumentException("step " + id + " has no " + name));
    }

    /** Returns an argument as text; empty if the step does not have it. */
    public Optional<String> text(String name) {
        return Optional.ofNullable(arguments.get(name)).map(Object::toString);
    }

    /** Returns true if the step has the argument. */
    public boolean has(String name) {
        return arguments.containsKey(name);
    }

    /** Returns a number; 0 if the step does not have it. */
    public long number(String name) {
        return arguments.getOrDefault(name, 0L) instanceof Number number ? number.longValue() : 0;
    }

    /** Returns the elements of a list; none if the step does not have it. */
    public List<Object> list(String name) {
        return arguments.get(name) instanceof List<?> list ? List.copyOf(list) : List.of();
    }

    /** Returns the elements of a list of texts; none if the step does not have it. */
    public List<String> texts(String name) {
        return list(name).stream().map(Object::toString).toList();
    }

    /** Returns an object; empty if the step does not have it. */
    public Map<?, ?> object(String name) {
        return arguments.get(name) instanceof Map<?, ?> object ? object : Map.of();
    }

    /** Presence of the resource that a step makes. */
    public enum Presence {
        THERE,
        GONE,
        /** Cannot be determined, for lack of rights or of a connection. */
        UNKNOWN;

        /** Returns true unless the resource is known to be missing. */
        public boolean mayBeThere() {
            return this != GONE;
        }
    }
}
