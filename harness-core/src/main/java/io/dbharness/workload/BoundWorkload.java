package io.dbharness.workload;

import io.dbharness.load.Slice;
import io.dbharness.load.ThinkTime;
import io.dbharness.model.Operation;
import io.dbharness.random.Seed;
import io.dbharness.sut.Session;
import java.util.List;

/**
 * A workload bound to its target: statements resolved, steps chosen. Thread-safe.
 *
 * @param <S> the target's kind of session
 */
public interface BoundWorkload<S extends Session> {

    /** All operations, in the order of their indexes. */
    List<Operation> operations();

    /** Names of the steps that its invocations time one by one, in the order of their indexes; letters, digits and hyphens. */
    default List<String> steps() {
        return List.of();
    }

    /** Returns the operations of one user, drawn from the user's streams of the seed. */
    OperationSource<S> source(int user, Seed seed);

    /**
     * Returns the share of one of several processes: things that only one of them may use, such as new keys, are divided. Users keep the
     * numbers that they have among those of all processes.
     */
    default BoundWorkload<S> slice(Slice slice) {
        return this;
    }

    /** How many users the workload has by itself (TPC-C: terminals), when neither a user nor a rate is given. */
    int defaultUsers();

    /** The delays its users have by themselves. */
    default ThinkTime thinkTime() {
        return ThinkTime.NONE;
    }

    DataSet dataSet();
}
