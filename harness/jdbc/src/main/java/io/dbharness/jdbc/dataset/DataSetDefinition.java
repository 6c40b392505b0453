package io.dbharness.jdbc.dataset;

import io.dbharness.random.Seed;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;

/** The definition of a workload's data set, which {@link MarkedDataSet} loads and checks. Statements are for the target's dialect. */
public interface DataSetDefinition {

    /** Returns the name of the workload in the marker, for example {@code tpcc}; at most 40 characters. */
    String workload();

    /** Returns the name of the workload in messages, for example {@code TPC-C}. */
    default String title() {
        return workload();
    }

    /** Returns the description of the scale, which is equal for interchangeable data sets; at most 200 characters. */
    String scale();

    /** Returns further constants of a load for the marker; at most 200 characters. */
    default String constants(Seed seed) {
        return "";
    }

    /** Returns the range of the data set that this client loads. Several clients can load one data set together. */
    default String range() {
        return "all";
    }

    /** Returns true if the range is the whole data set. */
    default boolean whole() {
        return true;
    }

    /** Returns true if this client's range overlaps another one. */
    default boolean overlaps(String otherRange) {
        return true;
    }

    /** Describes a range for messages, for example {@code warehouses 1-4}. */
    default String describeRange(String range) {
        return "rows";
    }

    /** Returns the tables of a data set with these constants. */
    List<String> tables(String constants);

    /** Returns the sequences of a data set with these constants, which are dropped with the tables. */
    default List<String> sequences(String constants) {
        return List.of();
    }

    /** Returns the stored procedures that a load creates. */
    default List<String> procedures() {
        return List.of();
    }

    /** Returns the scripts with the definitions: {@code tables}, {@code analyze} and {@code drop}, unless another method is overridden. */
    Scripts scripts();

    /** Returns the statements that create the tables, which do not exist yet. */
    default List<String> create() {
        return scripts().statements("tables");
    }

    /** Returns the statements that drop existing {@link #procedures}. */
    default List<String> dropProcedures() {
        return List.of();
    }

    /** Returns the statements that drop existing tables and {@link #sequences} of a data set with these constants. */
    default List<String> drop(String constants) {
        return scripts().statements("drop");
    }

    /**
     * Returns the parts of this client's range.
     *
     * @param loadedAt server time at the begin of the load, also of a resumed one
     */
    List<LoadPart> parts(Seed seed, LocalDateTime loadedAt);

    /** Returns the parts of the whole data set. */
    default List<LoadPart> allParts(Seed seed, LocalDateTime loadedAt) {
        return parts(seed, loadedAt);
    }

    /**
     * Returns the leading columns of the required indexes of each table. The first index is the key: numbers, texts or timestamps that no
     * run changes, by which loaded rows are found.
     */
    Map<String, List<List<String>>> keys();

    /**
     * Returns true if transactions change a column of a loaded row, in addition to the columns noted by {@link MarkedDataSet#changing}. A
     * column that was loaded without a value may get one in any case.
     *
     * @param row loaded values by column
     */
    default boolean changes(String column, Map<String, Object> row) {
        return false;
    }

    /** Returns true if a text that a run has written to a column is well-formed. */
    default boolean wellFormed(String column, String text) {
        return true;
    }

    /** Returns true if a run may set a column that it changes to null. */
    default boolean mayLoseValue(String column) {
        return false;
    }

    /** Returns the steps to execute once after all parts are loaded: keys, indexes, procedures. */
    List<Step> finish();

    /** Returns the steps after the rows were counted: statistics. */
    default List<Step> analyze() {
        return List.of(Step.of("analyze", "gather statistics", scripts().statements("analyze")));
    }

    /** Returns the steps that complete pending background work of the server; the data are correct without them. */
    default List<Step> settle() {
        return List.of();
    }

    /**
     * Statements with one purpose.
     *
     * @param phase   name in progress reports, for example {@code index}
     * @param purpose phrase that completes "could not", for example {@code build keys and indexes}
     * @param tasks   ordered statements of each of several independent tasks
     */
    record Step(String phase, String purpose, List<List<String>> tasks) {

        public Step {
            tasks = tasks.stream()
                    .filter(statements -> !statements.isEmpty())
                    .map(List::copyOf)
                    .toList();
        }

        /** Creates a step of independent statements. */
        public static Step of(String phase, String purpose, List<String> statements) {
            return new Step(phase, purpose, statements.stream().map(List::of).toList());
        }
    }
}
