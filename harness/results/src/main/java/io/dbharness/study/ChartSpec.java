package io.dbharness.study;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A chart as an experiment file asks for it.
 *
 * @param id         unique
 * @param kind       which of the five
 * @param title      one line
 * @param where      levels that all of it is about
 * @param per        factors: one chart for each combination of their levels
 * @param by         factors whose levels are series; of bars, subjects are series and the levels of the others categories
 * @param subjects   those that are drawn; empty for all
 * @param formulas   one panel each
 * @param operations of a percentile chart
 * @param lines      horizontal marks: label to value in the unit of the first panel
 */
public record ChartSpec(
        String id,
        StudyChart.Kind kind,
        String title,
        Map<String, String> where,
        List<String> per,
        List<String> by,
        List<String> subjects,
        List<Formula> formulas,
        List<String> operations,
        Map<String, Double> lines) {

    /** Returns the same chart as bars by the levels of a factor, whose levels are words and have no place on an axis of numbers. */
    ChartSpec asBars(String factor) {
        List<String> categories =
                Stream.concat(by.stream(), Stream.of(factor)).distinct().toList();
        return new ChartSpec(
                id, StudyChart.Kind.BAR, title, where, per, categories, subjects, formulas, operations, lines);
    }
}
