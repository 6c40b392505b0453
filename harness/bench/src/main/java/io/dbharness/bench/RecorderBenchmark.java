package io.dbharness.bench;

import io.dbharness.load.RunWindows;
import io.dbharness.load.Timeline;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.measure.Recorder;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.random.Seed;
import io.dbharness.tpcc.operation.TransactionType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/** Measures recording the start and the sample of one invocation, by one thread and by several, and reading an interval. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RecorderBenchmark {

    private static final int MOST_THREADS = 8;
    private static final TransactionType[] MIX = TransactionType.values();

    /** The recorder of one run, in the middle of its measurement. */
    @State(Scope.Benchmark)
    public static class Shared {

        private final RunWindows windows = new RunWindows(Timeline.of(Duration.ofHours(1), Duration.ofHours(1)), 0);
        private final Recorder recorder = new Recorder(TransactionType.operations(), List.of(), windows, MOST_THREADS);
    }

    /** One worker with latencies of 1 to 10 ms, so that the histograms are hit in many places. */
    @State(Scope.Thread)
    public static class Worker {

        private static final int LATENCIES = 1024;

        private int index;
        private long[] latencies;
        private int next;

        @Setup
        public void draw(ThreadParams thread) {
            index = thread.getThreadIndex();
            latencies = Seed.DEFAULT.stream("latencies", index)
                    .longs(LATENCIES, 1_000_000, 10_000_000)
                    .toArray();
        }
    }

    @Benchmark
    @Threads(1)
    public void byOneThread(Shared run, Worker worker) {
        invocation(run, worker);
    }

    @Benchmark
    @Threads(2)
    public void byTwoThreads(Shared run, Worker worker) {
        invocation(run, worker);
    }

    @Benchmark
    @Threads(MOST_THREADS)
    public void byEightThreads(Shared run, Worker worker) {
        invocation(run, worker);
    }

    /** Measures the reading once per interval by a separate thread, after one worker has recorded each operation. */
    @Benchmark
    @Threads(1)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public IntervalSnapshot reading(Shared run, Worker worker) {
        for (int n = 0; n < MIX.length; n++) {
            invocation(run, worker);
        }
        return run.recorder.cut(run.windows.measureFrom(), 0);
    }

    private static void invocation(Shared run, Worker worker) {
        int n = worker.next++;
        var operation = MIX[Math.floorMod(n, MIX.length)].operation();
        long intended = run.windows.measureFrom() + n;
        long started = intended + 50_000;
        long ended = started + worker.latencies[n & (Worker.LATENCIES - 1)];
        run.recorder.started(worker.index, operation, intended);
        run.recorder.record(
                worker.index,
                new Sample(operation, intended, started, ended, 0, Outcome.COMPLETED, FailureKind.NONE, 1));
    }

    /** A completed invocation. */
    private record Sample(
            Operation operation,
            long intended,
            long started,
            long ended,
            long connectionWait,
            Outcome outcome,
            FailureKind failure,
            int attempts)
            implements Recorder.Finished {}
}
