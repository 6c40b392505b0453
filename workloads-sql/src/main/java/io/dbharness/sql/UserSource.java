package io.dbharness.sql;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.sql.profile.Weights;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import java.util.random.RandomGenerator;

/** What one user does: operations by their weights, their inputs drawn from the user's own randomness. One thread. */
final class UserSource implements OperationSource<JdbcSession> {

    private final Weights weights;
    private final Inputs inputs;
    private final Invocations invocations;
    private final RandomGenerator random;
    private final long[] done;

    /** Makes an invocation of an operation, by its place, and its inputs. */
    @FunctionalInterface
    interface Invocations {
        Invocation<JdbcSession> of(int operation, Object[] inputs);
    }

    UserSource(Weights weights, Inputs inputs, Invocations invocations, RandomGenerator random) {
        this.weights = weights;
        this.inputs = inputs;
        this.invocations = invocations;
        this.random = random;
        this.done = new long[weights.shares().size()];
    }

    @Override
    public Invocation<JdbcSession> next() {
        int operation = weights.draw(random);
        return invocations.of(operation, inputs.draw(operation, random, done[operation]++));
    }
}
