package io.dbharness.study;

import java.util.List;
import java.util.Map;

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
        Map<String, Double> lines) {}
