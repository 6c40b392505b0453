package io.dbharness.disk.testkit;

import io.dbharness.disk.Disk;
import io.dbharness.disk.target.BlockSession;
import io.dbharness.disk.target.FileTarget;
import io.dbharness.disk.target.FileTargetProvider;
import io.dbharness.exec.StopSignal;
import io.dbharness.experiment.LoadPolicy;
import io.dbharness.experiment.RunListener;
import io.dbharness.experiment.RunRequest;
import io.dbharness.experiment.Runner;
import io.dbharness.load.ClosedLoop;
import io.dbharness.load.RunWindows;
import io.dbharness.load.ThinkTime;
import io.dbharness.load.Timeline;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.model.Problems;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.result.RunResult;
import io.dbharness.target.TargetSpec;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Parameters;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** Runs the probe as the command line does. */
public final class DiskRun {

    private final FileTarget target;
    private final Parameters parameters;
    private final BoundWorkload<BlockSession> bound;

    /** @param words such as {@code size=8m} */
    public DiskRun(Path file, String... words) {
        this.parameters = parameters(file, words);
        this.target = target(new Disk().descriptor().address().apply(parameters));
        this.bound = new Disk().bind(target, parameters);
    }

    private static Parameters parameters(Path file, String... words) {
        Map<String, String> given = Arrays.stream(words)
                .map(word -> word.split("=", 2))
                .collect(Collectors.toMap(word -> word[0], word -> word[1]));
        given.put("file", file.toString());
        Problems problems = new Problems();
        Parameters parameters = Parameters.of(new Disk().descriptor().parameters(), given, problems);
        problems.throwIfAny();
        return parameters;
    }

    public static FileTarget target(String url) {
        return new FileTargetProvider().open(TargetSpec.of(url));
    }

    public FileTarget target() {
        return target;
    }

    public BoundWorkload<BlockSession> bound() {
        return bound;
    }

    /** Makes the file as the policy says. */
    public void prepare(LoadPolicy policy) {
        runner().prepare(request(1, Path.of("unused")), policy, 2, new Deaf());
    }

    /** Makes the file if need be and measures. */
    public RunResult run(int outstanding, Path directory) {
        prepare(LoadPolicy.AUTO);
        return runner().run(request(outstanding, directory), new Deaf());
    }

    private RunRequest<BlockSession> request(int outstanding, Path directory) {
        RunPlan plan = RunPlan.of(
                new ClosedLoop(outstanding, ThinkTime.NONE),
                outstanding,
                Timeline.of(Duration.ZERO, Duration.ofSeconds(2)),
                Seed.DEFAULT);
        return new RunRequest<>(Disk.NAME, parameters, bound, target, plan, directory, new StopSignal());
    }

    private static Runner runner() {
        return new Runner(new SystemClock(), new RunResult.Tool("dbharness", "test", "unknown"));
    }

    private static final class Deaf implements RunListener {
        @Override
        public void step(String description) {}

        @Override
        public void begin(RunWindows windows) {}

        @Override
        public void interval(IntervalSnapshot snapshot) {}

        @Override
        public void advance(String phase, long done, long total, String unit) {}
    }
}
