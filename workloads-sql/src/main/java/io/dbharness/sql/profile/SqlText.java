package io.dbharness.sql.profile;

import io.dbharness.model.HarnessException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A piece of SQL of a profile, in one form for all products or in several.
 *
 * @param variants the text by an element of a dialect's lineage
 * @param where    the file, the line and the place, for messages
 */
public record SqlText(Map<String, String> variants, String where) {

    /** What every lineage ends with. */
    static final String ANY = "ansi";

    public SqlText {
        variants = Map.copyOf(variants);
    }

    /**
     * The most specific form for a lineage.
     *
     * @throws HarnessException when there is none; {@link Profile#missing} finds that out before
     */
    public String in(List<String> lineage) {
        return lineage.stream()
                .filter(variants::containsKey)
                .findFirst()
                .map(variants::get)
                .orElseThrow(() -> new HarnessException(missing(lineage)));
    }

    /** One of the forms, always the same, where it does not matter which. */
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
