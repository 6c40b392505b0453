package io.dbharness.result.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Combinations of levels, and what is called after them. */
final class Combinations {

    private Combinations() {}

    /** Every combination of the levels of some factors; of no factors, one that is empty. */
    static List<Map<String, String>> of(StudyDesign design, List<String> factors, List<Observation> observations) {
        List<Map<String, String>> combinations = List.of(Map.of());
        for (String factor : factors) {
            List<Map<String, String>> longer = new ArrayList<>();
            for (Map<String, String> combination : combinations) {
                for (String level : design.levelsOf(factor, observations)) {
                    Map<String, String> more = new LinkedHashMap<>(combination);
                    more.put(factor, level);
                    longer.add(more);
                }
            }
            combinations = longer;
        }
        return combinations;
    }

    /** Fit for the name of a file. */
    static String id(String id, String levels) {
        return levels.isEmpty() ? id : id + "-" + levels.replaceAll("[^A-Za-z0-9]+", "-");
    }

    /** A row of a percentile table as people read it: {@code 75th}, {@code 3-nines}. */
    static String percentile(String name) {
        if (name.matches("p\\d+")) {
            return name.substring(1) + "th";
        }
        return name.matches("n\\d") ? name.substring(1) + "-nines" : name;
    }

    /** The name of the metric of such a row. */
    static String rowName(String label) {
        if (label.endsWith("th")) {
            return "p" + label.substring(0, label.length() - 2);
        }
        return label.endsWith("-nines") ? "n" + label.charAt(0) : label;
    }
}
