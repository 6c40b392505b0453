package io.dbharness.result.study;

import io.dbharness.result.study.StudyChart.Line;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** What the series of a sweep come to, as upright marks: their knees and the last levels that keep a service level. */
final class SweepFindings {

    /** Fewer levels have no bend. */
    private static final int KNEE_LEVELS = 3;

    private SweepFindings() {}

    /**
     * One for each level at which something was found.
     *
     * @param by factors whose levels are series
     */
    static List<Line> of(StudyDesign design, List<String> by, Scope scope) {
        Map<Double, Map<String, List<String>>> found = new TreeMap<>();
        for (Map<String, String> levels : Combinations.of(design, by, scope.observations())) {
            Scope one = scope.with(levels);
            if (one.levels().size() >= KNEE_LEVELS) {
                String series = design.words(levels);
                Value knee = Tails.knee(one);
                note(
                        found,
                        knee.isNumber() ? OptionalDouble.of(knee.number()) : OptionalDouble.empty(),
                        "knee",
                        series);
                design.serviceLevels().forEach((name, claim) -> {
                    Optional<String> last = KeptLevels.of(one, claim).last();
                    last.ifPresent(level -> note(found, StudyDesign.number(level), name, series));
                });
            }
        }
        List<Line> lines = new ArrayList<>();
        found.forEach((level, what) -> {
            List<String> words = new ArrayList<>();
            what.forEach((name, series) -> words.add(name + " of " + String.join(", ", series)));
            lines.add(new Line(String.join(", ", words), level, true));
        });
        return lines;
    }

    private static void note(
            Map<Double, Map<String, List<String>>> found, OptionalDouble level, String what, String series) {
        level.ifPresent(l -> found.computeIfAbsent(l, x -> new LinkedHashMap<>())
                .computeIfAbsent(what, w -> new ArrayList<>())
                .add(series));
    }
}
