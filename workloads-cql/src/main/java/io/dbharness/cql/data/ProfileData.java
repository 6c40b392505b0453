package io.dbharness.cql.data;

import io.dbharness.cql.profile.Profile;
import io.dbharness.cql.profile.Rows;
import io.dbharness.workload.DataSet;

/** The table of a profile: one that this program has made and filled, or one that was there. */
public sealed interface ProfileData extends DataSet permits ProfileDataSet, ForeignDataSet {

    /** What runs use of it; throws a {@link io.dbharness.model.HarnessException} when it is not there. */
    Loaded loaded();

    /**
     * A table that is there. Thread-safe.
     *
     * @param profile      with the table's columns
     * @param rows         what its partitions hold
     * @param statements   of it
     * @param acknowledged what was written since it was first used by this process
     * @param answers      to the queries of a run
     * @param there        the partitions from 1 to this are there, and stay as long as no statement removes them; 0 when that is not known
     */
    record Loaded(
            Profile profile,
            Rows rows,
            ProfileStatements statements,
            LastRows acknowledged,
            Answers answers,
            long there) {}
}
