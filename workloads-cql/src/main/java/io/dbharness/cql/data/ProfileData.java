package io.dbharness.cql.data;

import io.dbharness.cql.profile.CqlProfile;
import io.dbharness.cql.profile.Rows;
import io.dbharness.workload.DataSet;

/** The table of a profile, created and filled by this tool or by another. */
public sealed interface ProfileData extends DataSet permits CqlProfileDataSet, ForeignDataSet {

    /** Returns the name of the profile. */
    String name();

    /** Returns the part that runs use; throws a {@link io.dbharness.model.HarnessException} if the table does not exist. */
    Loaded loaded();

    /**
     * An existing table. Thread-safe.
     *
     * @param profile      with the table's columns
     * @param rows         content of its partitions
     * @param statements   of the table
     * @param acknowledged changes since this process first used the table
     * @param answers      to the queries of a run
     * @param there        partitions from 1 to this number exist, and remain as long as no statement removes them; 0 if that is unknown
     */
    record Loaded(
            CqlProfile profile,
            Rows rows,
            ProfileStatements statements,
            AcknowledgedRows acknowledged,
            ResponseCounts answers,
            long there) {}
}
