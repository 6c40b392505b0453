package io.dbharness.study;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

    /** Text of a cell that could have been measured and was not. */
    public static final String TBD = "TBD";
    /** Text of a cell without a meaning. */
    public static final String NOT_APPLICABLE = "–";
    /** In front of what a publication did not print and that follows from what it did. */
    static final String DERIVED = "†";

    public StudyTable {
        for (Row row : rows) {
            if (row.cells().size() != columns.size()) {
                throw new IllegalArgumentException(
                        id + " has " + row.cells().size() + " cells for " + columns.size() + " columns");
            }
        }
    }

    /** Returns this table with other rows and notes. */
    StudyTable with(List<Row> newRows, List<String> newNotes) {
        return new StudyTable(id, kind, title, head, columns, newRows, newNotes);
    }

    boolean has(Basis basis) {
        return rows.stream().flatMap(row -> row.cells().stream()).anyMatch(cell -> cell.basis() == basis);
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

        /** Returns the word for it in files. */
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
    public record Column(String group, String label, String unit) {

        /** Returns group, label and unit in one line. */
        public String full() {
            return (group.isEmpty() ? "" : group + " ") + withUnit(label, unit);
        }

        /** Returns the label below the name of its group, which has the unit. */
        public String below() {
            return group.isEmpty() ? full() : label;
        }
    }

    private static String withUnit(String label, String unit) {
        return unit.isEmpty() ? label : label + ", " + unit;
    }

    /** The name of each column's group with the unit of its cells, in order; empty for those without a group. */
    public List<String> groups() {
        Map<String, String> units = new HashMap<>();
        columns.forEach(c -> units.merge(c.group(), c.unit(), (first, next) -> first.isEmpty() ? next : first));
        return columns.stream()
                .map(c -> c.group().isEmpty() ? "" : withUnit(c.group(), units.getOrDefault(c.group(), "")))
                .toList();
    }

    /**
     * A row.
     *
     * @param label its head
     * @param unit  of its cells; empty where columns have units
     */
    public record Row(String label, String unit, List<Cell> cells) {

        /** Label and unit. */
        public String full() {
            return withUnit(label, unit);
        }
    }

    /** The kind of a cell's content. */
    public enum State {
        NUMBER,
        TEXT,
        /** Could have been measured and was not. */
        TBD,
        NOT_APPLICABLE
    }

    /** Where what a cell holds is from. */
    public enum Basis {
        /** A run, of ours or imported. */
        MEASURED,
        /** A publication, unchanged. */
        PRINTED,
        /** Calculated here from what a publication printed. */
        DERIVED,
        /** Measured over published. */
        RATIO,
        /** None of these. */
        NONE;

        /** Returns the word for it in files; empty for none. */
        public String word() {
            return this == NONE ? "" : name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A cell.
     *
     * @param state what it holds
     * @param text  as printed, without unit and mark
     * @param value behind the text, in the unit of row or column; only of numbers
     * @param mark  a letter or two that a note explains, such as {@code !} for an invalid run; may be empty
     * @param tone  whether a change is for better or worse
     * @param basis where it is from
     * @param why   why it holds nothing, of what could have been measured; may be empty
     */
    public record Cell(
            State state, String text, OptionalDouble value, String mark, Tone tone, Basis basis, String why) {

        /** One that holds something, or never will. */
        public Cell(State state, String text, OptionalDouble value, String mark, Tone tone, Basis basis) {
            this(state, text, value, mark, tone, basis, "");
        }

        /** Creates a cell for a figure that was not measured. */
        public static Cell tbd(String why) {
            return new Cell(State.TBD, StudyTable.TBD, OptionalDouble.empty(), "", Tone.NEUTRAL, Basis.NONE, why);
        }

        public static Cell notApplicable() {
            return new Cell(State.NOT_APPLICABLE, NOT_APPLICABLE, OptionalDouble.empty(), "", Tone.NEUTRAL, Basis.NONE);
        }

        public static Cell text(String text) {
            return new Cell(State.TEXT, text, OptionalDouble.empty(), "", Tone.NEUTRAL, Basis.NONE);
        }

        static Cell number(String text, double value, String mark) {
            return new Cell(State.NUMBER, text, OptionalDouble.of(value), mark, Tone.NEUTRAL, Basis.NONE);
        }

        Cell toned(Tone newTone) {
            return new Cell(state, text, value, mark, newTone, basis);
        }

        Cell marked(String newMark) {
            return new Cell(state, text, value, newMark, tone, basis);
        }

        /** Returns this cell with a basis; a cell without content has none. */
        Cell from(Basis newBasis) {
            boolean holds = state == State.NUMBER || state == State.TEXT;
            return holds ? new Cell(state, text, value, mark, tone, newBasis) : this;
        }

        /** Text and mark. */
        public String marked() {
            return mark.isEmpty() ? text : text + " " + mark;
        }

        /** Text and mark, behind a sign where it is derived. */
        public String shown() {
            return basis == Basis.DERIVED ? DERIVED + marked() : marked();
        }
    }

    /** The direction of a change. */
    public enum Tone {
        NEUTRAL,
        BETTER,
        WORSE
    }
}
