package io.dbharness.study;

import java.util.List;
import java.util.Map;

/**
 * A table as an experiment file asks for it.
 *
 * @param id        unique
 * @param kind      which of the six
 * @param title     one line; of several tables, what they have in common
 * @param selection runs that it is about
 * @param cells     what its cells show
 * @param merged    whether the runs of a cell are one distribution; otherwise their values are averaged
 */
public record TableSpec(
        String id, StudyTable.Kind kind, String title, Selection selection, Cells cells, boolean merged) {

    /**
     * The runs that tables or charts are about.
     *
     * @param where    levels that all of it is about
     * @param per      factors: one table or chart for each combination of their levels
     * @param subjects those that are shown; empty for all
     */
    public record Selection(Map<String, String> where, List<String> per, List<String> subjects) {

        /** All runs, in one table. */
        public static final Selection ALL = new Selection(Map.of(), List.of(), List.of());
    }

    /**
     * What the cells of a table show.
     *
     * @param formulas    rows of metrics and comparisons, columns of grids and sweeps
     * @param percentiles names of rows of a percentile table, {@code min} and {@code max} included
     * @param operations  columns of a percentile table: what to print over an operation's name
     * @param facts       of a table of facts, row by row
     */
    public record Cells(
            List<Formula> formulas, List<String> percentiles, Map<String, String> operations, List<Fact> facts) {}

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
        return cells.formulas();
    }

    public List<String> percentiles() {
        return cells.percentiles();
    }

    public Map<String, String> operations() {
        return cells.operations();
    }

    public List<Fact> facts() {
        return cells.facts();
    }
}
