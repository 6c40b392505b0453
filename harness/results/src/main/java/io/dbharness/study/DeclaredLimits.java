package io.dbharness.study;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * The limits and the price that a file declares for a subject. Values are texts: a number, or {@code TBD} where it is not known yet.
 *
 * @param limits       by the name of the level that they limit, in order
 * @param pricePerHour of everything that belongs to the subject
 */
public record DeclaredLimits(Map<String, String> limits, Optional<String> pricePerHour) {

    public static final DeclaredLimits NOTHING = new DeclaredLimits(Map.of(), Optional.empty());

    public DeclaredLimits {
        limits = Collections.unmodifiableMap(new LinkedHashMap<>(limits));
    }

    OptionalDouble limit(String name) {
        return number(Optional.ofNullable(limits.get(name)));
    }

    /** Every limit whose value is known, by its name. */
    public Map<String, Double> known() {
        Map<String, Double> known = new TreeMap<>();
        limits.keySet().forEach(name -> limit(name).ifPresent(value -> known.put(name, value)));
        return known;
    }

    static OptionalDouble number(Optional<String> text) {
        return text.filter(t -> !t.equals(StudyTable.TBD)).stream()
                .mapToDouble(Double::parseDouble)
                .findFirst();
    }
}
