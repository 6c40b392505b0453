package io.dbharness.bench;

import io.dbharness.exec.Accounts;
import io.dbharness.exec.Execution;
import io.dbharness.exec.StopSignal;
import io.dbharness.exec.VirtualExecutor;
import io.dbharness.load.LoadModel;
import io.dbharness.load.Timeline;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.target.simulated.ServiceModel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Ten virtual seconds at 100,000 invocations a second; an invocation is two events, its start and its end. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3)
@Measurement(iterations = 7)
@State(Scope.Benchmark)
public class VirtualTimeBenchmark {

    private static final int SECONDS = 10;
    private static final int PER_SECOND = 100_000;

    /** The second is the number of terminals of 2,000 TPC-C warehouses. */
    @Param({"10", "20000"})
    public int users;

    @Benchmark
    @OperationsPerInvocation(SECONDS * PER_SECOND)
    public Accounts invocation() {
        StopSignal stop = new StopSignal();
        RunPlan plan = RunPlan.of(
                LoadModel.closed(users), users, Timeline.of(Duration.ZERO, Duration.ofSeconds(SECONDS)), Seed.DEFAULT);
        ServiceModel model = ServiceModel.fixed(TimeUnit.SECONDS.toNanos(users) / PER_SECOND);
        InstantWorkload workload = new InstantWorkload(Long.MAX_VALUE, stop, InstantWorkload.Blocking.INVOCATION);
        return new VirtualExecutor<InstantTarget.Nothing>(model)
                .run(new Execution<>(plan, workload, stop, Unobserved.OBSERVER));
    }
}
