package io.dbharness.study;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * A finished table.
 *
 * @param id      as in the experiment file
 * @param kind    which of the six
 * @param title   one line
 * @param head    of the first column, which holds the labels of the rows
 * @param columns of the cells
 * @param rows    each with a cell a column
 * @param notes   what marks mean and what the numbers rest on, one sentence each
 */
public record StudyTable(
        String id, Kind kind, String title, String head, List<Column> columns, List<Row> rows, List<String> notes) {

    /** What a cell that could have been measured and was not says. */
    public static final String TBD = "TBD";
    /** What a cell says that has no meaning in its place. */
    public static final String NOT_APPLICABLE = "–";

    public StudyTable {
        for (Row row : rows) {
            if (row.cells().size() != columns.size()) {
                throw new IllegalArgumentException(
                        id + " has " + row.cells().size() + " cells for " + columns.size() + " columns");
            }
        }
    }

    /** The same with other rows and notes. */
    StudyTable with(List<Row> newRows, List<String> newNotes) {
        return new StudyTable(id, kind, title, head, columns, newRows, newNotes);
    }

    /** The kinds of table. */
    public enum Kind {
        /** Parameters by subject. */
        FACTS,
        /** Metrics by subject. */
        METRICS,
        /** Workloads, by relative change of each subject against a baseline. */
        COMPARE,
        /** Percentiles by kind of operation. */
        PERCENTILES,
        /** Subjects, by metric and repeat. */
        GRID,
        /** Levels of load, by metric and subject. */
        SWEEP;

        /** As it stands in a file. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A column.
     *
     * @param group what it has in common with its neighbours; may be empty
     * @param label its own head
     * @param unit  of its cells; empty where rows have units
     */
    public record Column(String group, String label, String unit) {}

    /**
     * A row.
     *
     * @param label its head
     * @param unit  of its cells; empty where columns have units
     */
    public record Row(String label, String unit, List<Cell> cells) {}

    /** What kind of thing a cell holds. */
    public enum State {
        NUMBER,
        TEXT,
        /** Could have been measured and was not. */
        TBD,
        NOT_APPLICABLE
    }

    /**
     * A cell.
     *
     * @param state what it holds
     * @param text  as printed, without unit and mark
     * @param value behind the text, in the unit of row or column; only of numbers
     * @param mark  a letter or two that a note explains, such as {@code !} for an invalid run; may be empty
     * @param tone  whether a change is for better or worse
     */
    public record Cell(State state, String text, OptionalDouble value, String mark, Tone tone) {

        public static Cell tbd() {
            return new Cell(State.TBD, StudyTable.TBD, OptionalDouble.empty(), "", Tone.NEUTRAL);
        }

        public static Cell notApplicable() {
            return new Cell(State.NOT_APPLICABLE, NOT_APPLICABLE, OptionalDouble.empty(), "", Tone.NEUTRAL);
        }

        public static Cell text(String text) {
            return new Cell(State.TEXT, text, OptionalDouble.empty(), "", Tone.NEUTRAL);
        }

        static Cell number(String text, double value, String mark) {
            return new Cell(State.NUMBER, text, OptionalDouble.of(value), mark, Tone.NEUTRAL);
        }

        Cell toned(Tone newTone) {
            return new Cell(state, text, value, mark, newTone);
        }

        /** Text and mark. */
        public String marked() {
            return mark.isEmpty() ? text : text + " " + mark;
        }
    }

    /** The direction of a change. */
    public enum Tone {
        NEUTRAL,
        BETTER,
        WORSE
    }
}
