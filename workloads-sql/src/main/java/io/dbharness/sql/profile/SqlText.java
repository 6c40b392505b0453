package io.dbharness.sql.profile;

import io.dbharness.model.HarnessException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * An SQL text of a profile, with one variant for all products or several variants.
 *
 * @param variants texts by elements of a dialect's lineage
 * @param where    file, line and path, for messages
 */
public record SqlText(Map<String, String> variants, String where) {

    /** The last element of every lineage. */
    static final String ANY = "ansi";

    public SqlText {
        variants = Map.copyOf(variants);
    }

    /**
     * Returns the most specific variant for a lineage.
     *
     * @throws HarnessException if there is none, which {@link SqlProfile#missing} detects earlier
     */
    public String in(List<String> lineage) {
        return lineage.stream()
                .filter(variants::containsKey)
                .findFirst()
                .map(variants::get)
                .orElseThrow(() -> new HarnessException(missing(lineage)));
    }

    /** Returns one of the variants, always the same. */
    public String any() {
        return variants.getOrDefault(ANY, new TreeMap<>(variants).firstEntry().getValue());
    }

    boolean isMissing(List<String> lineage) {
        return lineage.stream().noneMatch(variants::containsKey);
    }

    String missing(List<String> lineage) {
        return where + " has no form for " + lineage.get(0) + "; it has those for "
                + String.join(", ", new TreeSet<>(variants.keySet()));
    }
}
