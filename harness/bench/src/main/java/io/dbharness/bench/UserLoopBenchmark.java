package io.dbharness.bench;

import io.dbharness.exec.AsyncExecutor;
import io.dbharness.exec.BlockingExecutor;
import io.dbharness.exec.Executor;
import io.dbharness.exec.RunCounts;
import io.dbharness.exec.VirtualExecutor;
import io.dbharness.load.LoadModel;
import io.dbharness.load.Timeline;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.time.SystemClock;
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

/**
 * The lower bound of the harness's cost: whole runs against a target that takes no time, in wall-clock nanoseconds per invocation. The
 * figure includes start and end of the run, spread over a million invocations.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3)
@Measurement(iterations = 7)
@State(Scope.Benchmark)
public class UserLoopBenchmark {

    private static final int INVOCATIONS = 1_000_000;

    /** Requests a second of all users in virtual time together. */
    private static final int PER_SECOND = 100_000;

    /** Executors of the users. In virtual time an invocation is two events, its start and its end. */
    private enum Kind {
        BLOCKING,
        ASYNCHRONOUS,
        VIRTUAL
    }

    /** The users that send. */
    public enum Senders {
        ONE_USER_ONE_WORKER(Kind.BLOCKING, 1, 1),
        TWO_USERS_TWO_WORKERS(Kind.BLOCKING, 2, 2),
        EIGHT_USERS_ONE_WORKER(Kind.BLOCKING, 8, 1),
        EIGHT_USERS_TWO_WORKERS(Kind.BLOCKING, 8, 2),
        ONE_USER_ASYNCHRONOUSLY(Kind.ASYNCHRONOUS, 1, 1),
        EIGHT_USERS_ASYNCHRONOUSLY(Kind.ASYNCHRONOUS, 8, 8),
        TEN_USERS_IN_VIRTUAL_TIME(Kind.VIRTUAL, 10, 10),
        /** The terminals of 2,000 TPC-C warehouses. */
        TERMINALS_IN_VIRTUAL_TIME(Kind.VIRTUAL, 20_000, 20_000);

        private final Kind kind;
        private final int users;
        private final int connections;

        Senders(Kind kind, int users, int connections) {
            this.kind = kind;
            this.users = users;
            this.connections = connections;
        }
    }

    @Param
    public Senders senders;

    @Benchmark
    @OperationsPerInvocation(INVOCATIONS)
    public RunCounts invocation() {
        RunPlan plan = RunPlan.of(
                LoadModel.closed(senders.users),
                senders.connections,
                Timeline.of(Duration.ZERO, Duration.ofHours(1)),
                Seed.DEFAULT);
        long service = TimeUnit.SECONDS.toNanos(senders.users) / PER_SECOND;
        Executor<InstantTarget.Nothing> executor = switch (senders.kind) {
            case BLOCKING -> new BlockingExecutor<>(new InstantTarget(), new SystemClock());
            case ASYNCHRONOUS -> new AsyncExecutor<>(new InstantTarget(), new SystemClock());
            case VIRTUAL -> new VirtualExecutor<>(ServiceModel.fixed(service));
        };
        return InstantWorkload.run(executor, plan, INVOCATIONS / senders.users);
    }
}
