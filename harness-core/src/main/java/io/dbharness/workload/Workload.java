package io.dbharness.workload;

import io.dbharness.model.Problems;
import io.dbharness.sut.Session;
import io.dbharness.sut.Target;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A kind of work: what {@code harness list} shows and {@code describe} explains. Found by {@link java.util.ServiceLoader}. Immutable.
 *
 * @param <S> the kind of session it needs
 */
public interface Workload<S extends Session> {

    WorkloadDescriptor descriptor();

    /** The kind of session it needs. */
    Class<S> sessionType();

    /** Returns the file that describes the workload, for users who start from it; empty if there is none. */
    default Optional<String> profile() {
        return Optional.empty();
    }

    /** Notes what is wrong with parameters that are allowed one by one, before anything is opened. */
    default void review(Parameters parameters, Problems problems) {}

    /** Returns the number of users, each with a connection, that the parameters determine if the user types none; usually empty. */
    default OptionalInt users(Parameters parameters) {
        return OptionalInt.empty();
    }

    /** Resolves everything that depends on the target, once. Reports all unresolved statements together. */
    BoundWorkload<S> bind(Target<S> target, Parameters parameters);

    /** Returns the users and inputs without a target, for simulations. The invocations cannot be executed and it has no data set. */
    BoundWorkload<S> rehearse(Parameters parameters);
}
