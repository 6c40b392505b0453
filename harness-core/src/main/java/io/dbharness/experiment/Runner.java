package io.dbharness.experiment;

import io.dbharness.exec.Accounts;
import io.dbharness.exec.Execution;
import io.dbharness.exec.Executor;
import io.dbharness.measure.ClientEnvironment;
import io.dbharness.measure.GeneratorHealth;
import io.dbharness.model.HarnessException;
import io.dbharness.result.IntervalFiles;
import io.dbharness.result.ResultCodec;
import io.dbharness.result.RunRecord;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.result.RunResult.WorkloadFacts;
import io.dbharness.result.ServerStatistics;
import io.dbharness.result.Tally;
import io.dbharness.target.Session;
import io.dbharness.target.TargetInfo;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns a request into a written result: prepare, check, run, check, judge, write. */
public final class Runner {

    private final RunClock clock;
    private final Tool tool;

    public Runner(RunClock clock, Tool tool) {
        this.clock = clock;
        this.tool = tool;
    }

    /** Brings the data set into the state the run needs. */
    public void prepare(RunRequest<?> request, LoadPolicy policy, int loaders, RunListener listener) {
        new DataPreparation(request.workload().dataSet(), request.target().usableBytes(), listener)
                .prepare(policy, loaders, request.seed());
    }

    /**
     * Runs and leaves {@code result.json}, {@code latency.hlog}, {@code intervals.csv} and, if the server tells about itself, {@code
     * server.csv} in the request's directory.
     *
     * @return what was written
     * @throws HarnessException when nothing could be measured; files of the attempt may remain
     */
    public <S extends Session> RunResult run(RunRequest<S> request, RunListener listener) {
        TargetInfo info = request.target().info();
        DataSet dataSet = request.workload().dataSet();
        listener.step("checking the data set");
        List<Check> checks = dataSet.check("before", listener);
        Instant started = clock.wallTime().truncatedTo(ChronoUnit.MILLIS);
        Map<String, String> environment = ClientEnvironment.capture();
        create(request.directory());
        listener.step("waiting until the target has settled");
        dataSet.settle(listener);

        listener.step("opening " + request.plan().connections() + " connections");
        Executor<S> executor = Executor.on(request.target(), clock, request.seed());
        Tally tally = new Tally();
        Accounts accounts;
        GeneratorHealth health;
        ServerStatistics server;
        try (IntervalFiles files = new IntervalFiles(request.directory(), started);
                Watch watch = new Watch(clock, List.of(tally, files), listener, serverWatches(request, executor))) {
            accounts = executor.run(new Execution<>(request.plan(), request.workload(), request.stop(), watch));
            health = watch.health();
            server = watch.server().with(request.beside().limits());
        }
        RunRecord unchecked = new RunRecord(
                id(started, request.name()),
                started.toString(),
                tool,
                new WorkloadFacts(request.name(), request.parameters().values()),
                request.workload().operations(),
                info,
                environment,
                request.plan(),
                tally,
                accounts,
                health,
                server,
                checks);
        // Written before the last checks, too: whatever happens to them, what was measured is kept.
        write(unchecked, request.directory());
        return write(unchecked.checked(checkAfter(dataSet, accounts, listener)), request.directory());
    }

    /** None in virtual time, in which no server does anything. */
    private Optional<ServerWatches> serverWatches(RunRequest<?> request, Executor<?> executor) {
        return executor.isVirtual()
                ? Optional.empty()
                : Optional.of(
                        new ServerWatches(clock, request.plan().interval(), request.probes(), request.directory()));
    }

    private static RunResult write(RunRecord run, Path directory) {
        RunResult result = run.judge();
        new ResultCodec().write(result, directory);
        return result;
    }

    /** A target that is gone cannot be checked, and the result says so; an interrupted run is not kept waiting for it. */
    private static List<Check> checkAfter(DataSet dataSet, Accounts accounts, RunListener listener) {
        if (accounts.targetLost().isPresent()) {
            return List.of(
                    new Check("reachable", "after", false, accounts.targetLost().get()));
        }
        if (accounts.windows().stoppedEarly()) {
            return List.of();
        }
        listener.step("checking the data set again");
        return dataSet.check("after", listener);
    }

    private static String id(Instant started, String workload) {
        return DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'")
                        .withZone(ZoneOffset.UTC)
                        .format(started)
                + "-" + workload.replace(' ', '-');
    }

    private static void create(Path directory) {
        if (Files.exists(directory.resolve(ResultCodec.FILE))) {
            throw new HarnessException(directory + " already holds a result; give another --out");
        }
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new HarnessException("cannot create " + directory + ": " + e.getMessage(), e);
        }
    }
}
