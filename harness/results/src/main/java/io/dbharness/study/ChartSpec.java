package io.dbharness.study;

import io.dbharness.study.TableSpec.Selection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A chart as an experiment file asks for it.
 *
 * @param id        unique
 * @param kind      which of the five
 * @param title     one line
 * @param selection runs that it is about
 * @param by        factors whose levels are series; of bars, subjects are series and the levels of the others categories
 * @param panels    what it draws
 */
public record ChartSpec(
        String id, StudyChart.Kind kind, String title, Selection selection, List<String> by, Panels panels) {

    /**
     * What a chart draws.
     *
     * @param formulas   one panel each
     * @param operations of a percentile chart
     * @param lines      horizontal marks: label to value in the unit of the first panel
     */
    public record Panels(List<Formula> formulas, List<String> operations, Map<String, Double> lines) {}

    public Map<String, String> where() {
        return selection.where();
    }

    public List<String> per() {
        return selection.per();
    }

    public List<String> subjects() {
        return selection.subjects();
    }

    public List<Formula> formulas() {
        return panels.formulas();
    }

    public List<String> operations() {
        return panels.operations();
    }

    public Map<String, Double> lines() {
        return panels.lines();
    }

    /** Returns the same chart as bars by the levels of a factor, whose levels are words and have no place on an axis of numbers. */
    ChartSpec asBars(String factor) {
        List<String> categories =
                Stream.concat(by.stream(), Stream.of(factor)).distinct().toList();
        return new ChartSpec(id, StudyChart.Kind.BAR, title, selection, categories, panels);
    }
}
