package io.dbharness.bench;

import io.dbharness.bench.InstantTarget.Nothing;
import io.dbharness.exec.Executor;
import io.dbharness.exec.Executor.RunObserver;
import io.dbharness.exec.RunCounts;
import io.dbharness.exec.StopSignal;
import io.dbharness.load.RunWindows;
import io.dbharness.load.ThinkTime;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.model.Outcome;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.workload.AsyncInvocation;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A workload of one operation that has no inputs and does nothing, with a quota.
 *
 * @param quota invocations of one user after which the run is stopped
 * @param stop  stops the run
 */
record InstantWorkload(long quota, StopSignal stop) implements BoundWorkload<Nothing> {

    static final Operation OPERATION = new Operation(0, "Nothing", OperationKind.READ);

    /** Runs {@code quota} invocations of each user, without an observer. */
    static RunCounts run(Executor<Nothing> executor, RunPlan plan, long quota) {
        StopSignal stop = new StopSignal();
        RunObserver nobody = new RunObserver() {
            @Override
            public void begin(RunWindows windows) {}

            @Override
            public void interval(IntervalSnapshot snapshot) {}
        };
        return executor.run(new Executor.Execution<>(plan, new InstantWorkload(quota, stop), stop, nobody));
    }

    /** Returns at once, or completes before it has been sent. */
    private enum Empty implements AsyncInvocation<Nothing> {
        INVOCATION;

        @Override
        public Operation operation() {
            return OPERATION;
        }

        @Override
        public Outcome execute(Nothing session) {
            return Outcome.COMPLETED;
        }

        @Override
        public CompletionStage<Outcome> send(Nothing session) {
            return CompletableFuture.completedFuture(Outcome.COMPLETED);
        }
    }

    @Override
    public List<Operation> operations() {
        return List.of(OPERATION);
    }

    @Override
    public OperationSource<Nothing> source(int user, Seed seed) {
        return new Counted();
    }

    @Override
    public int defaultUsers() {
        return 1;
    }

    @Override
    public ThinkTime thinkTime() {
        return ThinkTime.NONE;
    }

    @Override
    public DataSet dataSet() {
        throw new UnsupportedOperationException("nothing needs no data");
    }

    /** Each user has a separate count, so that counting causes no contention. */
    private final class Counted implements OperationSource<Nothing> {

        private long drawn;

        @Override
        public Invocation<Nothing> next() {
            if (++drawn > quota) {
                stop.request();
            }
            return Empty.INVOCATION;
        }
    }
}
