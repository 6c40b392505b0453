package io.dbharness.bench;

import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.cql.driver.CqlTargetProvider;
import io.dbharness.exec.Executor;
import io.dbharness.exec.Executor.Execution;
import io.dbharness.exec.Executor.RunObserver;
import io.dbharness.exec.StopSignal;
import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.JdbcTargetProvider;
import io.dbharness.load.ClosedLoop;
import io.dbharness.load.LoadModel;
import io.dbharness.load.RunWindows;
import io.dbharness.load.ThinkTime;
import io.dbharness.load.Timeline;
import io.dbharness.measure.ClientSampler;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.measure.Pauses;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Operation;
import io.dbharness.model.Problems;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.sut.Session;
import io.dbharness.sut.Target;
import io.dbharness.sut.TargetSpec;
import io.dbharness.sysbench.Sysbench;
import io.dbharness.time.RunClock;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Workload;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * Measures what a request costs this process: rate, processor time, allocation and response times of sysbench's point selects or inserts,
 * or of CQL point selects, against an {@link InstantServer}. Arguments are {@code name=value}: {@code target} (an address), {@code test},
 * {@code connections}, {@code users} (left out, one each), {@code rate} (requests a second; 0: closed), {@code think} (mean in ms),
 * {@code warmup} and {@code seconds}. Prints one line of JSON.
 */
public final class RequestCost {

    private static final Map<String, String> DEFAULTS = Map.of(
            "test",
            "point-select",
            "connections",
            "8",
            "users",
            "0",
            "rate",
            "0",
            "think",
            "0",
            "warmup",
            "5",
            "seconds",
            "10");

    private final Map<String, String> given;
    private final RunClock clock = new SystemClock();

    private RequestCost(Map<String, String> given) {
        this.given = given;
    }

    /** A command-line program, so it prints. */
    public static void main(String[] arguments) {
        Map<String, String> given = new HashMap<>(DEFAULTS);
        Arrays.stream(arguments).map(text -> text.split("=", 2)).forEach(pair -> given.put(pair[0], pair[1]));
        System.out.println(new RequestCost(given).measure());
    }

    private String measure() {
        String url = given.getOrDefault("target", "");
        if (url.startsWith("cassandra:")) {
            try (CqlTarget target = new CqlTargetProvider().open(TargetSpec.of(url))) {
                return run(
                        target,
                        new CqlPointSelect(target.driver().prepare("SELECT c FROM bench.point WHERE id = ?"), think()));
            }
        }
        TargetSpec spec = new TargetSpec(
                url, Optional.of("bench"), Optional.empty(), Optional.empty(), Map.of("dialect", "postgresql"));
        try (JdbcTarget target = new JdbcTargetProvider().open(spec)) {
            return run(target, sysbench(target));
        }
    }

    @SuppressWarnings("unchecked")
    private BoundWorkload<JdbcSession> sysbench(JdbcTarget target) {
        Workload<JdbcSession> test = (Workload<JdbcSession>) new Sysbench()
                .workloads().stream()
                        .filter(workload -> workload.descriptor().name().equals("sysbench " + given.get("test")))
                        .findFirst()
                        .orElseThrow();
        Problems problems = new Problems();
        Parameters parameters =
                Parameters.of(test.descriptor().parameters(), Map.of("tables", "4", "table-size", "100000"), problems);
        problems.throwIfAny();
        return test.bind(target, parameters);
    }

    private <S extends Session> String run(Target<S> target, BoundWorkload<S> workload) {
        int connections = whole("connections");
        int users = whole("users") == 0 ? connections : whole("users");
        LoadModel load = whole("rate") > 0 ? LoadModel.open(whole("rate"), users) : new ClosedLoop(users, think());
        Timeline timeline = Timeline.of(Duration.ofSeconds(whole("warmup")), Duration.ofSeconds(whole("seconds")));
        Window window = new Window(clock, whole("seconds"));
        Executor.on(target, clock, Seed.DEFAULT)
                .run(new Execution<>(
                        RunPlan.of(load, connections, timeline, Seed.DEFAULT), workload, new StopSignal(), window));
        return window.json();
    }

    private int whole(String name) {
        return Integer.parseInt(given.getOrDefault(name, ""));
    }

    /** Exponential, by the inverse of its distribution function, and at most ten times the mean, as in TPC-C (clause 5.2.5.4). */
    private ThinkTime think() {
        long mean = TimeUnit.MILLISECONDS.toNanos(whole("think"));
        return mean == 0
                ? ThinkTime.NONE
                : new ThinkTime() {
                    @Override
                    public long thinkNanos(Operation previous, RandomGenerator random) {
                        return (long) Math.min(10.0 * mean, -Math.log(1 - random.nextDouble()) * mean);
                    }
                };
    }

    /** Adds up the intervals of the measurement after the first, at whose end counting begins. */
    private static final class Window implements RunObserver {

        private final RunClock clock;
        private final int seconds;
        private final LatencyHistogram response = new LatencyHistogram();
        private final LatencyHistogram lag = new LatencyHistogram();
        private final Pauses pauses = new Pauses();
        private Optional<ClientSampler> sampler = Optional.empty();
        private Optional<ProcessUsage> first = Optional.empty();
        private ProcessUsage last = ProcessUsage.NONE;
        private double counted;
        private long failed;

        Window(RunClock clock, int seconds) {
            this.clock = clock;
            this.seconds = seconds;
        }

        @Override
        public void sampled(ClientSampler its) {
            sampler = Optional.of(its);
            its.begin();
        }

        @Override
        public void begin(RunWindows windows) {}

        @Override
        public void interval(IntervalSnapshot snapshot) {
            sampler.ifPresent(its -> its.explain(clock.now(), pauses));
            if (snapshot.phase() != RunWindows.Phase.MEASUREMENT) {
                return;
            }
            if (first.isEmpty()) {
                last = ProcessUsage.now();
                first = Optional.of(last);
                return;
            }
            // Only near the end: reading it costs as much as reading an interval.
            if (counted + snapshot.seconds() > seconds - 4) {
                ProcessUsage now = ProcessUsage.now();
                if (now.allocated() < last.allocated()) {
                    // The threads of the load have ended, and what they allocated is no longer known.
                    return;
                }
                last = now;
            }
            counted += snapshot.seconds();
            lag.add(snapshot.dispatch());
            snapshot.operations().forEach(operation -> {
                response.add(operation.response());
                failed += operation.counts().failed();
            });
        }

        /**
         * The usage is read a while after the end of an interval, as soon as this thread gets a processor, so it is not of the time in
         * which the requests were counted: as many are taken as there are in that time at their rate. Intervals end late where many threads
         * share few processors; what a few milliseconds count is no rate.
         */
        String json() {
            if (response.count() == 0) {
                throw new HarnessException("no whole interval was measured; give more seconds");
            }
            ProcessUsage from = first.orElseThrow();
            double used = (last.nanos() - from.nanos()) / 1e9;
            if (used < seconds / 2.0) {
                throw new HarnessException(String.format(
                        Locale.ROOT,
                        "whole intervals cover %.1f s of %d s, less than half; give more seconds",
                        used,
                        seconds));
            }
            return String.format(
                    Locale.ROOT,
                    "{%s, \"failed\": %d, \"p50Micros\": %.0f, \"p99Micros\": %.0f, \"p999Micros\": %.0f, \"lagP99Micros\": %.0f}",
                    last.since(from, Math.round(response.count() * used / counted)),
                    failed,
                    response.quantileNanos(0.5) / 1e3,
                    response.quantileNanos(0.99) / 1e3,
                    response.quantileNanos(0.999) / 1e3,
                    lag.quantileNanos(0.99) / 1e3);
        }
    }
}
