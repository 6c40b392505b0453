package io.dbharness.jdbc.dataset;

import io.dbharness.random.Seed;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;

/** What a workload says of its data set; {@link MarkedDataSet} does the rest. Statements are for the target's dialect. */
public interface DataSetDefinition {

    /** The word by which the marker knows the workload, for example {@code tpcc}; at most 40 characters. */
    String workload();

    /** The workload in messages, for example {@code TPC-C}. */
    default String title() {
        return workload();
    }

    /** What makes two data sets of the workload alike, in words; at most 200 characters. */
    String scale();

    /** What else the marker keeps of a load; at most 200 characters. */
    default String constants(Seed seed) {
        return "";
    }

    /** The range of the data set that this client loads. Several clients can load one data set together. */
    default String range() {
        return "all";
    }

    /** Whether the range is all of the data set. */
    default boolean whole() {
        return true;
    }

    /** Whether this client's range and another one have something in common. */
    default boolean overlaps(String otherRange) {
        return true;
    }

    /** What a range is in messages, for example {@code warehouses 1-4}. */
    default String describeRange(String range) {
        return "rows";
    }

    /** The tables of a data set with these constants. */
    List<String> tables(String constants);

    /** The sequences of a data set with these constants; they are dropped with the tables. */
    default List<String> sequences(String constants) {
        return List.of();
    }

    /** The stored procedures that a load makes. */
    default List<String> procedures() {
        return List.of();
    }

    /** The definitions: unless another method says otherwise {@code tables}, {@code analyze} and {@code drop}. */
    Scripts scripts();

    /** Makes the tables, which are not there. */
    default List<String> create() {
        return scripts().statements("tables");
    }

    /** Drops the {@link #procedures}, those that are there. */
    default List<String> dropProcedures() {
        return List.of();
    }

    /** Drops the tables and the {@link #sequences} of a data set with these constants, those that are there. */
    default List<String> drop(String constants) {
        return scripts().statements("drop");
    }

    /**
     * The parts of this client's range.
     *
     * @param loadedAt the server's time when the load began, also when it goes on now
     */
    List<LoadPart> parts(Seed seed, LocalDateTime loadedAt);

    /** The parts of the whole data set. */
    default List<LoadPart> allParts(Seed seed, LocalDateTime loadedAt) {
        return parts(seed, loadedAt);
    }

    /**
     * The columns with which the indexes of each table must begin. The first are its key, numbers, texts or points in time that no run changes: by
     * these a loaded row is found again.
     */
    Map<String, List<List<String>>> keys();

    /**
     * Whether transactions change a column of a loaded row, beside the columns that {@link MarkedDataSet#changing} has noted. A column that
     * was loaded without a value may get one in any case.
     *
     * @param row the loaded values by column
     */
    default boolean changes(String column, Map<String, Object> row) {
        return false;
    }

    /** Whether a text that a run has put into a column looks as it should. */
    default boolean wellFormed(String column, String text) {
        return true;
    }

    /** Whether a run may take the value out of a column that it changes. */
    default boolean mayLoseValue(String column) {
        return false;
    }

    /** What follows once all parts are in and is done once: keys, indexes, procedures. */
    List<Step> finish();

    /** What follows when the rows have been counted: statistics. */
    default List<Step> analyze() {
        return List.of(Step.of("analyze", "gather statistics", scripts().statements("analyze")));
    }

    /** What leaves the server nothing to catch up with; the data are right without it. */
    default List<Step> settle() {
        return List.of();
    }

    /**
     * Statements of one purpose.
     *
     * @param phase   as progress names it, for example {@code index}
     * @param purpose completes "could not", for example {@code build keys and indexes}
     * @param tasks   statements in their order, for each of several tasks that do not depend on each other
     */
    record Step(String phase, String purpose, List<List<String>> tasks) {

        public Step {
            tasks = tasks.stream()
                    .filter(statements -> !statements.isEmpty())
                    .map(List::copyOf)
                    .toList();
        }

        /** Statements that do not depend on each other. */
        public static Step of(String phase, String purpose, List<String> statements) {
            return new Step(phase, purpose, statements.stream().map(List::of).toList());
        }
    }
}
