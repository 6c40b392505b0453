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
import org.jspecify.annotations.Nullable;

/** A stress workload on one cluster, or on none. Thread-safe. */
final class BoundStress implements BoundWorkload<CqlConversation> {

    /** As many as the peers' defaults have in flight or thereabouts. */
    private static final int USERS = 32;

    private final Mix mix;
    private final DataSet dataSet;
    private final Supplier<StressSource.Choice> choices;
    private StressSource.@Nullable Choice ofThisRun;

    /** @param choices asked for at the first user of each run, as a data set has to be there */
    BoundStress(Mix mix, DataSet dataSet, Supplier<StressSource.Choice> choices) {
        this.mix = mix;
        this.dataSet = dataSet;
        this.choices = choices;
    }

    @Override
    public List<Operation> operations() {
        return mix.operations();
    }

    /** Needs the data set. The first user of a run begins what its users share, such as a sequence. */
    @Override
    public synchronized OperationSource<CqlConversation> source(int user, Seed seed) {
        StressSource.Choice shared = ofThisRun;
        if (user == 0 || shared == null) {
            shared = choices.get();
            ofThisRun = shared;
        }
        return new StressSource(mix, shared, seed.stream("cql-user", user));
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
