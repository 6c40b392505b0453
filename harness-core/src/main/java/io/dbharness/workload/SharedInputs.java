package io.dbharness.workload;

import io.dbharness.load.Slice;
import io.dbharness.model.Operation;
import io.dbharness.random.Seed;
import io.dbharness.sut.Session;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
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
 * @param slice     whose users these are
 * @param ofThisRun what the users of the run that goes on share
 * @param <S>       the target's kind of session
 */
public record SharedInputs<S extends Session>(
        List<Operation> operations,
        DataSet dataSet,
        int defaultUsers,
        String stream,
        Function<Slice, Users<S>> users,
        Slice slice,
        AtomicReference<@Nullable Users<S>> ofThisRun)
        implements BoundWorkload<S> {

    /** The users of one run and what they share. Thread-safe. */
    @FunctionalInterface
    public interface Users<S extends Session> {
        /** Adds a user with its own randomness. */
        OperationSource<S> user(RandomGenerator random);

        /** Adds a user with its number, for workloads whose users differ. */
        default OperationSource<S> user(int number, RandomGenerator random) {
            return user(random);
        }
    }

    /** The workload before its first run. */
    public SharedInputs(
            List<Operation> operations, DataSet dataSet, int defaultUsers, String stream, Supplier<Users<S>> users) {
        this(operations, dataSet, defaultUsers, stream, slice -> users.get());
    }

    /** Creates inputs whose users share something that is divided among processes. */
    public SharedInputs(
            List<Operation> operations,
            DataSet dataSet,
            int defaultUsers,
            String stream,
            Function<Slice, Users<S>> users) {
        this(List.copyOf(operations), dataSet, defaultUsers, stream, users, Slice.WHOLE, new AtomicReference<>());
    }

    @Override
    public BoundWorkload<S> slice(Slice part) {
        return new SharedInputs<>(operations, dataSet, defaultUsers, stream, users, part, new AtomicReference<>());
    }

    @Override
    public synchronized OperationSource<S> source(int user, Seed seed) {
        Users<S> shared = ofThisRun.get();
        if (user == slice.firstUser() || shared == null) {
            shared = users.apply(slice);
            ofThisRun.set(shared);
        }
        return shared.user(user, seed.stream(stream, user));
    }
}
