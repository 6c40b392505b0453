package io.dbharness.disk.testkit;

import io.dbharness.disk.Disk;
import io.dbharness.disk.device.BlockSession;
import io.dbharness.disk.device.FileTarget;
import io.dbharness.disk.device.FileTargetProvider;
import io.dbharness.exec.StopSignal;
import io.dbharness.load.ClosedLoop;
import io.dbharness.load.ThinkTime;
import io.dbharness.load.Timeline;
import io.dbharness.model.Problems;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.request.RunSpec.DataSpec;
import io.dbharness.request.RunSpec.LoadPolicy;
import io.dbharness.result.RunResult;
import io.dbharness.run.RunContext;
import io.dbharness.run.RunListener;
import io.dbharness.run.Runner;
import io.dbharness.sut.TargetSpec;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Parameters;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Runs the disk workload like the command line. */
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
        if (!given.containsKey("jobs")) {
            given.put("file", file.toString());
        }
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

    public Parameters parameters() {
        return parameters;
    }

    public BoundWorkload<BlockSession> bound() {
        return bound;
    }

    /** Creates the file by the policy. */
    public void prepare(LoadPolicy policy) {
        runner().prepare(bench(), new DataSpec(policy, 2), Seed.DEFAULT);
    }

    /** Creates the file if necessary and measures. */
    public RunResult run(int outstanding, Path directory) {
        prepare(LoadPolicy.AUTO);
        RunPlan plan = RunPlan.of(
                new ClosedLoop(outstanding, ThinkTime.NONE),
                outstanding,
                Timeline.of(Duration.ZERO, Duration.ofSeconds(1)),
                Seed.DEFAULT);
        return runner().run(bench(), plan, Optional.of(directory));
    }

    private RunContext<BlockSession> bench() {
        return new RunContext<>(Disk.NAME, parameters, bound, target);
    }

    private static Runner runner() {
        return new Runner(
                new SystemClock(),
                new RunResult.Tool("dbharness", "test", "unknown"),
                RunListener.SILENT,
                new StopSignal());
    }
}
