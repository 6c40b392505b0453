package io.dbharness.bench;

import io.dbharness.load.ClosedLoop;
import io.dbharness.load.LoadModel;
import io.dbharness.load.OpenArrivals;
import io.dbharness.load.OpenArrivals.Spacing;
import io.dbharness.load.Pacer;
import io.dbharness.load.RateProfile;
import io.dbharness.load.RunWindows;
import io.dbharness.load.ThinkTime;
import io.dbharness.load.Timeline;
import io.dbharness.random.Seed;
import io.dbharness.tpcc.TpccThinkTime;
import io.dbharness.tpcc.operation.TransactionType;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Measures one question to a pacer: the time of the next start. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Benchmark)
public class PacerBenchmark {

    private static final double RATE = 10_000;

    /** The load models of interest. */
    public enum Model {
        CLOSED(new ClosedLoop(1, ThinkTime.NONE)),
        CLOSED_TPCC_THINK_TIME(new ClosedLoop(1, new TpccThinkTime())),
        OPEN_UNIFORM(open(RateProfile.constant(RATE), Spacing.UNIFORM)),
        OPEN_POISSON(open(RateProfile.constant(RATE), Spacing.POISSON)),
        /** Longer than the benchmark. */
        RAMP_UNIFORM(open(RateProfile.ramp(1, RATE, Duration.ofDays(30)), Spacing.UNIFORM)),
        RAMP_POISSON(open(RateProfile.ramp(1, RATE, Duration.ofDays(30)), Spacing.POISSON));

        // Load models are immutable.
        @SuppressWarnings("ImmutableEnumChecker")
        private final LoadModel load;

        Model(LoadModel load) {
            this.load = load;
        }

        private static LoadModel open(RateProfile rate, Spacing spacing) {
            return new OpenArrivals(rate, spacing, OpenArrivals.LatePolicy.QUEUE, 1);
        }
    }

    @Param
    public Model model;

    private Pacer pacer;
    private long previousEnd;

    @Setup
    public void begin() {
        RunWindows windows = new RunWindows(Timeline.of(Duration.ZERO, Duration.ofDays(30)), 0);
        pacer = model.load.begin(Seed.DEFAULT, windows).pacerFor(0);
        previousEnd = 0;
    }

    @Benchmark
    public long intendedStart() {
        previousEnd += 1_000_000;
        return pacer.intendedStart(TransactionType.NEW_ORDER.operation(), previousEnd);
    }
}
