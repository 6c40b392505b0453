package io.dbharness.bench;

import io.dbharness.bench.InstantTarget.Nothing;
import io.dbharness.exec.Accounts;
import io.dbharness.exec.AsyncExecutor;
import io.dbharness.exec.BlockingExecutor;
import io.dbharness.exec.Execution;
import io.dbharness.exec.Executor;
import io.dbharness.exec.StopSignal;
import io.dbharness.load.LoadModel;
import io.dbharness.load.Timeline;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.Invocation;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The floor: whole runs against a target that takes no time, in wall-clock nanoseconds an invocation. Beginning and end of the run are
 * in it, spread over a million invocations.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3)
@Measurement(iterations = 7)
public class UserLoopBenchmark {

    private static final int INVOCATIONS = 1_000_000;

    @Benchmark
    @OperationsPerInvocation(INVOCATIONS)
    public Accounts blockingOneUserOneWorker() {
        return blocking(1, 1);
    }

    @Benchmark
    @OperationsPerInvocation(INVOCATIONS)
    public Accounts blockingTwoUsersTwoWorkers() {
        return blocking(2, 2);
    }

    @Benchmark
    @OperationsPerInvocation(INVOCATIONS)
    public Accounts blockingEightUsersOneWorker() {
        return blocking(8, 1);
    }

    @Benchmark
    @OperationsPerInvocation(INVOCATIONS)
    public Accounts blockingEightUsersTwoWorkers() {
        return blocking(8, 2);
    }

    @Benchmark
    @OperationsPerInvocation(INVOCATIONS)
    public Accounts asynchronousOneUser() {
        return asynchronous(1);
    }

    @Benchmark
    @OperationsPerInvocation(INVOCATIONS)
    public Accounts asynchronousEightUsers() {
        return asynchronous(8);
    }

    private static Accounts blocking(int users, int workers) {
        return run(
                new BlockingExecutor<>(new InstantTarget(), new SystemClock()),
                plan(users, workers),
                InstantWorkload.Blocking.INVOCATION);
    }

    private static Accounts asynchronous(int users) {
        return run(
                new AsyncExecutor<>(new InstantTarget(), new SystemClock()),
                plan(users, users),
                InstantWorkload.Asynchronous.INVOCATION);
    }

    private static RunPlan plan(int users, int connections) {
        return RunPlan.of(
                LoadModel.closed(users), connections, Timeline.of(Duration.ZERO, Duration.ofHours(1)), Seed.DEFAULT);
    }

    private static Accounts run(Executor<Nothing> executor, RunPlan plan, Invocation<Nothing> invocation) {
        StopSignal stop = new StopSignal();
        long quota = INVOCATIONS / plan.load().users();
        return executor.run(
                new Execution<>(plan, new InstantWorkload(quota, stop, invocation), stop, Unobserved.OBSERVER));
    }
}
