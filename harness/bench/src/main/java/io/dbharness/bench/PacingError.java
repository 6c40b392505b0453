package io.dbharness.bench;

import io.dbharness.exec.BlockingExecutor;
import io.dbharness.exec.Executor.Execution;
import io.dbharness.exec.Executor.RunObserver;
import io.dbharness.exec.StopSignal;
import io.dbharness.load.LoadModel;
import io.dbharness.load.RunWindows;
import io.dbharness.load.Timeline;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.time.SystemClock;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Locale;

/**
 * Measures how late the harness itself starts due requests: evenly spaced arrivals at a target that takes no time. Prints schedule lag and
 * service time in microseconds, one line for each way to share connections. Arguments: arrivals a second (10000), seconds (10).
 */
public final class PacingError {

    private static final int USERS = 4;
    private static final Duration WARM_UP = Duration.ofSeconds(3);

    private final double perSecond;
    private final Duration measurement;
    private final PrintStream out;

    private PacingError(double perSecond, Duration measurement, PrintStream out) {
        this.perSecond = perSecond;
        this.measurement = measurement;
        this.out = out;
    }

    /** A command-line program, so it prints. */
    public static void main(String[] arguments) {
        double perSecond = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 10_000;
        long seconds = arguments.length > 1 ? Long.parseLong(arguments[1]) : 10;
        PacingError benchmark = new PacingError(perSecond, Duration.ofSeconds(seconds), System.out);
        benchmark.measure("1 user, 1 connection", 1, 1);
        benchmark.measure("4 users, 4 connections", USERS, USERS);
        benchmark.measure("4 users, 2 connections", USERS, 2);
    }

    private void measure(String shape, int users, int connections) {
        Window window = new Window();
        RunPlan plan = RunPlan.of(
                LoadModel.open(perSecond, users), connections, Timeline.of(WARM_UP, measurement), Seed.DEFAULT);
        StopSignal stop = new StopSignal();
        InstantWorkload workload = new InstantWorkload(Long.MAX_VALUE, stop);
        long cpuBefore = cpuNanos();
        new BlockingExecutor<InstantTarget.Nothing>(new InstantTarget(), new SystemClock())
                .run(new Execution<>(plan, workload, stop, window));
        double cores =
                (double) (cpuNanos() - cpuBefore) / WARM_UP.plus(measurement).toNanos();
        out.printf(
                Locale.ROOT,
                "%-24s %8d starts  lag %s  service %s  wait %s  cpu %.2f cores%n",
                shape,
                window.lag.count(),
                line(window.lag),
                line(window.service),
                line(window.wait),
                cores);
    }

    private static String line(LatencyHistogram seen) {
        return String.format(
                Locale.ROOT,
                "mean %.1f p50 %.1f p99 %.1f p99.9 %.1f max %.1f us",
                seen.meanNanos() / 1e3,
                seen.quantileNanos(0.5) / 1e3,
                seen.quantileNanos(0.99) / 1e3,
                seen.quantileNanos(0.999) / 1e3,
                seen.maxNanos() / 1e3);
    }

    private static long cpuNanos() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean process
                ? process.getProcessCpuTime()
                : 0;
    }

    /** Adds up the intervals of the measurement. */
    private static final class Window implements RunObserver {

        private final LatencyHistogram lag = new LatencyHistogram();
        private final LatencyHistogram service = new LatencyHistogram();
        private final LatencyHistogram wait = new LatencyHistogram();

        @Override
        public void begin(RunWindows windows) {}

        @Override
        public void interval(IntervalSnapshot snapshot) {
            if (snapshot.phase() == RunWindows.Phase.WARM_UP) {
                return;
            }
            lag.add(snapshot.dispatch());
            snapshot.operations().forEach(operation -> {
                service.add(operation.service());
                wait.add(operation.connectionWait());
            });
        }
    }
}
