package io.dbharness.cql;

import io.dbharness.cql.target.CqlConversation;
import io.dbharness.load.ThinkTime;
import io.dbharness.model.Operation;
import io.dbharness.random.Seed;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.OperationSource;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A workload on one cluster, or on none. Thread-safe. */
final class BoundStress implements BoundWorkload<CqlConversation> {

    /** As many as the peers' defaults have in flight or thereabouts. */
    private static final int USERS = 32;

    private final List<Operation> operations;
    private final DataSet dataSet;
    private final Supplier<Users> users;
    private @Nullable Users ofThisRun;

    /** The users of one run and what they share. Thread-safe. */
    @FunctionalInterface
    interface Users {

        /** One more user, with randomness of its own. */
        OperationSource<CqlConversation> user(RandomGenerator random);
    }

    /** @param users asked for at the first user of each run, as a data set has to be there */
    BoundStress(List<Operation> operations, DataSet dataSet, Supplier<Users> users) {
        this.operations = operations;
        this.dataSet = dataSet;
        this.users = users;
    }

    @Override
    public List<Operation> operations() {
        return operations;
    }

    /** Needs the data set. The first user of a run begins what its users share, such as a sequence. */
    @Override
    public synchronized OperationSource<CqlConversation> source(int user, Seed seed) {
        Users shared = ofThisRun;
        if (user == 0 || shared == null) {
            shared = users.get();
            ofThisRun = shared;
        }
        return shared.user(seed.stream("cql-user", user));
    }

    @Override
    public int defaultUsers() {
        return USERS;
    }

    @Override
    public ThinkTime thinkTime() {
        return ThinkTime.NONE;
    }

    @Override
    public DataSet dataSet() {
        return dataSet;
    }
}
