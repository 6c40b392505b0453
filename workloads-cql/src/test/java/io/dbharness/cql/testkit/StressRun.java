package io.dbharness.cql.testkit;

import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.cql.driver.DriverSession;
import io.dbharness.exec.StopSignal;
import io.dbharness.load.LoadModel;
import io.dbharness.load.RunWindows;
import io.dbharness.load.Timeline;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.model.Problems;
import io.dbharness.plan.RunPlan;
import io.dbharness.plan.RunPlan.Limits;
import io.dbharness.random.Seed;
import io.dbharness.request.RunSpec.DataSpec;
import io.dbharness.request.RunSpec.LoadPolicy;
import io.dbharness.result.RunResult;
import io.dbharness.run.RunContext;
import io.dbharness.run.RunListener;
import io.dbharness.run.Runner;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Runs a stress workload like the command line. */
public final class StressRun {

    /** Longer than any test: a run until a number of requests ends by that number only. */
    private static final Duration NO_LIMIT = Duration.ofHours(1);

    private final CqlTarget target;
    private final Workload<DriverSession> workload;
    private final Parameters parameters;
    private final BoundWorkload<DriverSession> bound;

    public StressRun(CqlTarget target, Workload<DriverSession> workload, Map<String, String> given) {
        this.target = target;
        this.workload = workload;
        this.parameters = parameters(workload, given);
        this.bound = workload.bind(target, parameters);
    }

    public static Parameters parameters(Workload<?> workload, Map<String, String> given) {
        Problems problems = new Problems();
        Parameters parameters = Parameters.of(workload.descriptor().parameters(), given, problems);
        problems.throwIfAny();
        return parameters;
    }

    public BoundWorkload<DriverSession> bound() {
        return bound;
    }

    /** Actions of a test during a run. */
    public interface Meddler {

        /** Called before the load begins. */
        default void begin() {}

        /** Called after an interval, with the nanoseconds since the begin. */
        default void interval(long nanos) {}
    }

    /** Loads if necessary and runs until {@code requests} answers have arrived, however long that takes. */
    public RunResult runUntil(LoadModel load, long requests, Path directory) {
        return runUntil(load, requests, directory, new Meddler() {});
    }

    /** Loads if necessary and runs until {@code requests} answers have arrived, with actions during the run. */
    public RunResult runUntil(LoadModel load, long requests, Path directory, Meddler meddler) {
        return run(plan(load, NO_LIMIT).withLimits(Limits.DEFAULT.withCount(requests)), directory, meddler);
    }

    /** Loads if necessary and runs for a time, for tests of events at a given second. */
    public RunResult run(LoadModel load, Duration length, Path directory, Meddler meddler) {
        return run(plan(load, length), directory, meddler);
    }

    private static RunPlan plan(LoadModel load, Duration length) {
        return RunPlan.of(load, load.users(), Timeline.of(Duration.ZERO, length), Seed.DEFAULT);
    }

    private RunResult run(RunPlan plan, Path directory, Meddler meddler) {
        RunContext<DriverSession> bench = new RunContext<>(workload.descriptor().name(), parameters, bound, target);
        RunListener listener = new RunListener() {
            @Override
            public void begin(RunWindows windows) {
                meddler.begin();
            }

            @Override
            public void interval(IntervalSnapshot snapshot) {
                meddler.interval(snapshot.endNanos());
            }
        };
        Runner runner = new Runner(
                new SystemClock(), new RunResult.Tool("dbharness", "test", "unknown"), listener, new StopSignal());
        runner.prepare(bench, new DataSpec(LoadPolicy.AUTO, 2), Seed.DEFAULT);
        return runner.run(bench, plan, Optional.of(directory));
    }
}
