package io.dbharness.workload;

import io.dbharness.model.Operation;
import io.dbharness.random.Seed;
import io.dbharness.sut.Session;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A workload without think times whose users share something that starts again in each run, such as a sequence of rows. Thread-safe.
 *
 * @param operations   all of them
 * @param dataSet      what they work on
 * @param defaultUsers how many there are when nothing is said
 * @param stream    names the randomness of its users
 * @param users     asked for at the first user of each run, as the data set has to be there
 * @param ofThisRun what the users of the run that goes on share
 * @param <S>       the target's kind of session
 */
public record SharedInputs<S extends Session>(
        List<Operation> operations,
        DataSet dataSet,
        int defaultUsers,
        String stream,
        Supplier<Users<S>> users,
        AtomicReference<@Nullable Users<S>> ofThisRun)
        implements BoundWorkload<S> {

    /** The users of one run and what they share. Thread-safe. */
    @FunctionalInterface
    public interface Users<S extends Session> {
        /** One more user, with randomness of its own. */
        OperationSource<S> user(RandomGenerator random);
    }

    /** The workload before its first run. */
    public SharedInputs(
            List<Operation> operations, DataSet dataSet, int defaultUsers, String stream, Supplier<Users<S>> users) {
        this(List.copyOf(operations), dataSet, defaultUsers, stream, users, new AtomicReference<>());
    }

    @Override
    public synchronized OperationSource<S> source(int user, Seed seed) {
        Users<S> shared = ofThisRun.get();
        if (user == 0 || shared == null) {
            shared = users.get();
            ofThisRun.set(shared);
        }
        return shared.user(seed.stream(stream, user));
    }
}
