package io.dbharness.provisioning.azure;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.sut.Secret;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Fills the placeholders of planned request bodies with the values that are known only when a step is applied. A placeholder is an object
 * with one field, whose name begins with {@code $} and whose value is a list of texts, for example <code>{"$fact": ["azure/key",
 * "publicKey"]}</code>.
 *
 * @param facts facts of earlier steps
 * @param zone  zone in which a machine is tried; empty where the plan or a fact has the zone
 * @param own   public address of this machine; empty where no step needs it
 */
record Placeholders(Facts facts, Optional<String> zone, Optional<String> own) {

    private static final String FACT = "$fact";
    private static final String OPTIONAL = "$optional";
    private static final String FLAG = "$flag";
    private static final String ZONE = "$zone";
    private static final String OWN = "$own";
    private static final String SECRET = "$secret";

    /** Returns the same values for a machine in a zone. */
    Placeholders in(String tried) {
        return new Placeholders(facts, Optional.of(tried), own);
    }

    /** A fact of an earlier step. */
    static Object fact(String step, String name) {
        return Map.of(FACT, List.of(step, name));
    }

    /** The id of the resource of an earlier step. */
    static Object id(String step) {
        return fact(step, AzureArguments.ID);
    }

    /** The id of a part of the resource of an earlier step. */
    static Object id(String step, String part) {
        return Map.of(FACT, List.of(step, AzureArguments.ID, part));
    }

    /** A fact that the earlier step may not have; its field is then omitted. */
    static Object optional(String step, String name) {
        return Map.of(OPTIONAL, List.of(step, name));
    }

    /** A fact that is true or false. */
    static Object flag(String step, String name) {
        return Map.of(FLAG, List.of(step, name));
    }

    /** The zone in which a machine is tried. */
    static Object triedZone() {
        return Map.of(ZONE, List.of());
    }

    /** The public address of this machine, with a suffix. */
    static Object ownAddress(String suffix) {
        return Map.of(OWN, List.of(suffix));
    }

    /** The value behind a reference to a secret. */
    static Object secret(String reference) {
        return Map.of(SECRET, List.of(reference));
    }

    /** Returns the body without placeholders. An object or a list all of whose parts are omitted is omitted too. */
    Map<String, Object> fill(Map<?, ?> body) {
        Map<String, Object> filled = new LinkedHashMap<>();
        body.forEach((name, part) -> value(part).ifPresent(value -> filled.put(name.toString(), value)));
        return filled;
    }

    private Optional<Object> value(Object part) {
        if (part instanceof List<?> list) {
            List<Object> filled =
                    list.stream().flatMap(entry -> value(entry).stream()).toList();
            return Optional.<Object>of(filled).filter(some -> list.isEmpty() || !filled.isEmpty());
        }
        if (!(part instanceof Map<?, ?> object)) {
            return Optional.of(part);
        }
        for (Map.Entry<?, ?> field : object.entrySet()) {
            if (field.getKey().toString().startsWith("$") && field.getValue() instanceof List<?> words) {
                return known(
                        field.getKey().toString(),
                        words.stream().map(Object::toString).toList());
            }
        }
        Map<String, Object> filled = fill(object);
        return Optional.<Object>of(filled).filter(some -> object.isEmpty() || !filled.isEmpty());
    }

    private Optional<Object> known(String placeholder, List<String> words) {
        return switch (placeholder) {
            case FACT ->
                Optional.of(facts.text(words.get(0), words.get(1)) + String.join("", words.subList(2, words.size())));
            case OPTIONAL -> facts.of(words.get(0), words.get(1)).map(fact -> fact);
            case FLAG -> Optional.of(Boolean.valueOf(facts.text(words.get(0), words.get(1))));
            case ZONE -> zone.map(tried -> tried);
            case OWN -> own.map(address -> address + words.get(0));
            case SECRET ->
                Optional.of(Secret.parse(words.get(0))
                        .orElseThrow(() -> new HarnessException("no reference to a password: " + words.get(0)))
                        .reveal());
            default -> throw new IllegalArgumentException("no placeholder: " + placeholder);
        };
    }
}
