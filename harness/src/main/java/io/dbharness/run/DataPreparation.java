package io.dbharness.run;

import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.spec.RunSpec.LoadPolicy;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.DataSetState.Kind;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * Brings a data set into the state a run needs, or says why it will not.
 *
 * @param dataSet     that is needed
 * @param usableBytes on the server's disk, where that is known
 * @param own         the loads whose data may make room
 * @param helpers     load together with this process
 * @param listener    follows
 */
record DataPreparation(
        DataSet dataSet, OptionalLong usableBytes, OwnLoads own, DataSet.Helpers helpers, RunListener listener) {

    private static final double GIGA = 1e9;

    /** Loads if the policy and what is found ask for it. */
    void prepare(LoadPolicy policy, int loaders, Seed seed) {
        dataSet.requireUsable();
        DataSetState found = dataSet.inspect();
        if (policy == LoadPolicy.NEVER) {
            if (found.kind() != Kind.COMPLETE) {
                throw new HarnessException(
                        "there is no complete data set (" + found.detail() + "); load it with --load only");
            }
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
            listener.step("using the data set that is there: " + found.detail());
            return;
        }
        if (found.kind() != Kind.ABSENT) {
            requireReplaceable(found, anew);
        }
        if (anew && found.kind() != Kind.ABSENT) {
            listener.step("dropping the data set that is there");
            dataSet.drop();
        } else if (found.kind() == Kind.DIFFERENT) {
            listener.step("replacing the data of an earlier run: " + found.detail());
            dataSet.drop();
        }
        load(loaders, seed);
    }

    /** An unfinished load of the same data is gone on with. */
    private void requireReplaceable(DataSetState found, boolean anew) {
        boolean asked = !own.only() && (anew || found.kind() == Kind.INCOMPLETE);
        if (!asked && !own.made(found, dataSet.describe())) {
            throw new HarnessException(found.detail()
                    + (own.only()
                            ? "; a study does not touch data that it has not made: give another database, or remove them first"
                            : "; use the same scale, another database, or --load always to replace it"));
        }
    }

    private void load(int loaders, Seed seed) {
        long needed = dataSet.bytesNeeded();
        if (usableBytes.isPresent() && usableBytes.getAsLong() < needed) {
            throw new HarnessException(String.format(
                    Locale.ROOT,
                    "%s needs about %.1f GB on the server's disk, %.1f GB are free; choose a smaller scale or, with --data-dir, a larger disk",
                    dataSet.describe(),
                    needed / GIGA,
                    usableBytes.getAsLong() / GIGA));
        }
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
