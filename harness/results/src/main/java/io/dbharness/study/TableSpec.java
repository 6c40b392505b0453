package io.dbharness.study;

import java.util.List;
import java.util.Map;

/**
 * A table as an experiment file asks for it.
 *
 * @param id          unique
 * @param kind        which of the six
 * @param title       one line; of several tables, what they have in common
 * @param where       levels that all cells are about
 * @param per         factors: one table for each combination of their levels
 * @param subjects    those that are shown; empty for all
 * @param formulas    rows of metrics and comparisons, columns of grids and sweeps
 * @param percentiles names of rows of a percentile table, {@code min} and {@code max} included
 * @param operations  columns of a percentile table: what to print over an operation's name
 * @param facts       of a table of facts, row by row
 * @param merged      whether the runs of a cell are one distribution; otherwise their values are averaged
 */
public record TableSpec(
        String id,
        StudyTable.Kind kind,
        String title,
        Map<String, String> where,
        List<String> per,
        List<String> subjects,
        List<Formula> formulas,
        List<String> percentiles,
        Map<String, String> operations,
        List<Fact> facts,
        boolean merged) {}
