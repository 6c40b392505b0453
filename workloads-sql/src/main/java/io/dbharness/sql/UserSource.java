package io.dbharness.sql;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.profile.Weights;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import java.util.random.RandomGenerator;

/** The operations of one user: drawn by weight, with inputs from the user's own random stream. Not thread-safe. */
final class UserSource implements OperationSource<JdbcSession> {

    private final Weights weights;
    private final Inputs inputs;
    private final Invocations invocations;
    private final RandomGenerator random;
    private final long[] done;

    /** Creates an invocation of an operation, by its index, with inputs; {@code done} runs when the server has acknowledged it. */
    @FunctionalInterface
    interface Invocations {
        Invocation<JdbcSession> of(int operation, Object[] inputs, Runnable done);
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
        Object[] drawn = inputs.draw(operation, random, done[operation]++);
        return invocations.of(operation, drawn, inputs.acknowledgement(operation, drawn));
    }
}
