package io.dbharness.workload;

import io.dbharness.load.ThinkTime;
import io.dbharness.model.Operation;
import io.dbharness.random.Seed;
import io.dbharness.sut.Session;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A workload without think times whose users share something that starts again in each run, such as a sequence of rows. Thread-safe.
 *
 * @param <S> the target's kind of session
 */
public final class SharedInputs<S extends Session> implements BoundWorkload<S> {

    private final List<Operation> operations;
    private final DataSet dataSet;
    private final int defaultUsers;
    private final String stream;
    private final Supplier<Users<S>> users;
    private @Nullable Users<S> ofThisRun;

    /** The users of one run and what they share. Thread-safe. */
    @FunctionalInterface
    public interface Users<S extends Session> {

        /** One more user, with randomness of its own. */
        OperationSource<S> user(RandomGenerator random);
    }

    /**
     * The workload.
     *
     * @param stream names the randomness of its users
     * @param users  asked for at the first user of each run, as the data set has to be there
     */
    public SharedInputs(
            List<Operation> operations, DataSet dataSet, int defaultUsers, String stream, Supplier<Users<S>> users) {
        this.operations = List.copyOf(operations);
        this.dataSet = dataSet;
        this.defaultUsers = defaultUsers;
        this.stream = stream;
        this.users = users;
    }

    @Override
    public List<Operation> operations() {
        return operations;
    }

    @Override
    public synchronized OperationSource<S> source(int user, Seed seed) {
        Users<S> shared = ofThisRun;
        if (user == 0 || shared == null) {
            shared = users.get();
            ofThisRun = shared;
        }
        return shared.user(seed.stream(stream, user));
    }

    @Override
    public int defaultUsers() {
        return defaultUsers;
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
