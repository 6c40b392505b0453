package io.dbharness.run;

import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.request.RunSpec.LoadPolicy;
import io.dbharness.sut.Finding;
import io.dbharness.sut.Needs;
import io.dbharness.sut.Needs.Access;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.DataSetState.Kind;
import java.util.List;
import java.util.function.Function;

/**
 * Prepares the data set of a run, or rejects the existing data with a reason.
 *
 * @param dataSet   required data set
 * @param preflight compares the target with needs
 * @param sessions  the most that are measured at once; 0 for a load alone
 * @param own       loads whose data may be replaced
 * @param helpers   processes that load together with this one
 * @param listener  receives progress
 */
record DataPreparation(
        DataSet dataSet,
        Function<Needs, List<Finding>> preflight,
        int sessions,
        LoadRegistry own,
        DataSet.Helpers helpers,
        RunListener listener) {

    /** Loads the data if the policy and the existing data require it. */
    void prepare(LoadPolicy policy, int loaders, Seed seed) {
        dataSet.requireUsable();
        DataSetState found = dataSet.inspect();
        if (policy == LoadPolicy.NEVER) {
            if (found.kind() != Kind.COMPLETE) {
                throw new HarnessException(
                        "there is no complete data set (" + found.detail() + "); load it with --load only");
            }
            require(new Needs(Access.READ, sessions, 0, 0));
            return;
        }
        if (found.kind() == Kind.BUSY) {
            throw new HarnessException(found.detail() + "; wait until the other load has ended");
        }
        if (found.kind() == Kind.FOREIGN) {
            throw new HarnessException(found.detail() + "; drop them yourself, or name another database or schema");
        }
        boolean anew = policy == LoadPolicy.ALWAYS || policy == LoadPolicy.EACH;
        if (found.kind() == Kind.COMPLETE && !anew) {
            require(new Needs(Access.READ, sessions, 0, 0));
            listener.step("using the existing data set: " + found.detail());
            return;
        }
        if (found.kind() != Kind.ABSENT) {
            requireReplaceable(found, anew);
        }
        require(new Needs(Access.LOAD, sessions, loaders, dataSet.bytesNeeded()));
        if (anew && found.kind() != Kind.ABSENT) {
            listener.step("dropping the existing data set");
            dataSet.drop();
        } else if (found.kind() == Kind.DIFFERENT) {
            listener.step("replacing the data of an earlier run: " + found.detail());
            dataSet.drop();
        }
        load(loaders, seed);
    }

    private void require(Needs needs) {
        Preflight.require(preflight.apply(needs), listener);
    }

    /** Requires that existing data may be replaced. An incomplete load of the same data is continued. */
    private void requireReplaceable(DataSetState found, boolean anew) {
        boolean asked = !own.only() && (anew || found.kind() == Kind.INCOMPLETE);
        if (!asked && !own.made(found, dataSet.describe())) {
            throw new HarnessException(found.detail()
                    + (own.only()
                            ? "; a study never changes data that it did not load: give another database, or remove them first"
                            : "; use the same scale, another database, or --load always to replace it"));
        }
    }

    private void load(int loaders, Seed seed) {
        listener.step("loading " + dataSet.describe());
        own.begins(dataSet.describe());
        dataSet.load(loaders, seed, listener, helpers);
        DataSetState now = dataSet.inspect();
        if (dataSet.whole() && now.kind() != Kind.COMPLETE) {
            throw new HarnessException("the load has ended, but its data set is not complete: " + now.detail()
                    + "; see what else changes it, and load again with --load always");
        }
        now.load().ifPresent(own::add);
    }
}
