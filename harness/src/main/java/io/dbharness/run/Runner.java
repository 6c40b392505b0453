package io.dbharness.run;

import io.dbharness.exec.Accounts;
import io.dbharness.exec.Executor;
import io.dbharness.exec.Executor.Execution;
import io.dbharness.exec.StopSignal;
import io.dbharness.machine.ClientEnvironment;
import io.dbharness.measure.GeneratorHealth;
import io.dbharness.model.HarnessException;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.result.Recovery;
import io.dbharness.result.RunRecord;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.result.ServerStatistics;
import io.dbharness.result.Tally;
import io.dbharness.run.LoadSender.Sent;
import io.dbharness.run.Watch.ServerWatches;
import io.dbharness.spec.RunSpec.DataSpec;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.ServerProbe;
import io.dbharness.sut.Session;
import io.dbharness.sut.TargetInfo;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Makes runs on benches: prepare, check, run, check, judge, write.
 *
 * @param clock    of runs
 * @param tool     goes into results
 * @param listener follows
 * @param stop     ends a run early
 * @param sender   sends the loads
 */
public record Runner(RunClock clock, Tool tool, RunListener listener, StopSignal stop, LoadSender sender) {

    /** The checks after a run may take this long, or so many times as long as those before it: data grow, and locks may be held. */
    private static final Duration LAST_CHECKS = Duration.ofMinutes(1);

    private static final int TIMES_THE_FIRST_CHECKS = 10;

    /** How often it is looked whether the server of the run still is there, while it is checked. */
    private static final Duration LOOK = Duration.ofSeconds(1);

    /** Whose loads this process sends. */
    public Runner(RunClock clock, Tool tool, RunListener listener, StopSignal stop) {
        this(clock, tool, listener, stop, new LoadSender.Here(clock));
    }

    /** The same whose loads another sends. */
    Runner sending(LoadSender other) {
        return new Runner(clock, tool, listener, stop, other);
    }

    /** Brings the data set into the state that runs need. */
    public void prepare(Bench<?> bench, DataSpec data, Seed seed) {
        prepare(bench, data, seed, OwnLoads.forgotten());
    }

    /** The same; data of these loads may be replaced. */
    void prepare(Bench<?> bench, DataSpec data, Seed seed, OwnLoads own) {
        if (bench.workload().dataSet() == DataSet.NONE) {
            return;
        }
        new DataPreparation(
                        bench.workload().dataSet(),
                        bench.target().usableBytes(),
                        own,
                        progress -> sender.load(bench, data.loaders(), seed, progress, stop),
                        listener)
                .prepare(data.policy(), data.loaders(), seed);
    }

    /**
     * Runs and leaves {@code result.json}, {@code latency.hlog}, {@code intervals.csv} and, if the server tells about itself, {@code
     * server.csv} in the directory, if there is one.
     *
     * @param directory created, must not hold a result
     * @return what was measured
     * @throws UnwrittenResultException when it was measured and not all of that could be written
     * @throws HarnessException         when nothing could be measured; files of the attempt may remain
     */
    public <S extends Session> RunResult run(Bench<S> bench, RunPlan plan, Optional<Path> directory) {
        TargetInfo info = bench.target().info();
        DataSet dataSet = bench.workload().dataSet();
        listener.step("checking the data set");
        long checking = clock.now();
        List<Check> checks = new ArrayList<>(dataSet.check("before", listener));
        Duration first = Duration.ofNanos(clock.now() - checking);
        Instant started = clock.wallTime().truncatedTo(ChronoUnit.MILLIS);
        Map<String, String> environment = ClientEnvironment.capture();
        try (RunFiles files = new RunFiles(directory, started, listener)) {
            listener.step("waiting until the target has settled");
            dataSet.settle(listener);

            listener.step("opening " + plan.connections() + " connections");
            Tally tally = new Tally();
            Sent sent;
            List<Recovery.Done> broken;
            GeneratorHealth health;
            ServerStatistics server;
            Faults faults = new Faults(clock, plan.faults(), fault -> bench.suffer(fault, clock));
            try (Watch watch =
                    new Watch(clock, List.of(tally, files), listener, serverWatches(bench, plan, directory), faults)) {
                sent = sender.send(bench, new Execution<>(plan, bench.workload(), stop, watch), directory);
                broken = faults.end();
                GeneratorHealth own = watch.health();
                health = sent.health().orElse(own);
                server = watch.server().with(bench.limits());
            }
            RunRecord run = new RunRecord(
                    id(started, bench.facts().name()),
                    started.toString(),
                    tool,
                    bench.facts(),
                    bench.workload().operations(),
                    info,
                    environment,
                    plan,
                    tally,
                    sent.accounts(),
                    broken,
                    health,
                    server,
                    sent.agents());
            // Written before the last checks too, so that the measurement is kept even if they fail.
            files.write(run.judge(checks));
            checks.addAll(sent.checks());
            checks.addAll(checkAfter(bench, sent.accounts(), first));
            return files.end(run.judge(checks));
        }
    }

    /** None in virtual time, because no server is involved. */
    private Optional<ServerWatches> serverWatches(Bench<?> bench, RunPlan plan, Optional<Path> directory) {
        if (Executor.on(bench.target(), clock, plan.seed()).isVirtual()) {
            return Optional.empty();
        }
        List<ServerProbe> probes = bench.probes().stream().map(Supplier::get).toList();
        return Optional.of(new ServerWatches(clock, plan.interval(), probes, directory));
    }

    /** Nothing of a target that is gone, nor after an interrupted run, to save time; the result says so. */
    private List<Check> checkAfter(Bench<?> bench, Accounts accounts, Duration first) {
        if (accounts.targetLost().isPresent() || accounts.windows().stoppedEarly()) {
            return List.of();
        }
        listener.step("checking the data set again");
        FutureTask<List<Check>> checks =
                new FutureTask<>(() -> bench.workload().dataSet().check("after", listener));
        stop.onRequest(() -> checks.cancel(true));
        Thread thread = new Thread(checks, "dbharness-check");
        // What waits for an answer of the server does not hear an interrupt; closing the target ends it.
        thread.setDaemon(true);
        thread.start();
        Duration limit = LAST_CHECKS.plus(first.multipliedBy(TIMES_THE_FIRST_CHECKS));
        try {
            return await(checks, limit, bench.server());
        } catch (CancellationException e) {
            return List.of();
        } catch (TimeoutException e) {
            listener.step("giving up the checks, which have not ended in " + limit.toSeconds()
                    + " s; does another session hold locks?");
            return List.of();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure
                    ? failure
                    : new HarnessException("the checks failed: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while checking the data set", e);
        }
    }

    /** Waits, but not for the answer of a server that was started for the run and has ended. */
    private static List<Check> await(FutureTask<List<Check>> checks, Duration limit, Optional<RunningServer> server)
            throws ExecutionException, InterruptedException, TimeoutException {
        for (Duration left = limit; ; left = left.minus(LOOK)) {
            try {
                return checks.get(Math.min(left.toNanos(), LOOK.toNanos()), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                if (server.isPresent() && !server.get().isAlive()) {
                    checks.cancel(true);
                    throw new TargetUnreachableException(
                            "the server that was started for the run has ended, so its data could not be checked"
                                    + server.get()
                                            .lastWords()
                                            .map(words -> ": " + words)
                                            .orElse(""),
                            e);
                }
                if (left.compareTo(LOOK) <= 0) {
                    throw e;
                }
            }
        }
    }

    private static String id(Instant started, String workload) {
        return DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'")
                        .withZone(ZoneOffset.UTC)
                        .format(started)
                + "-" + workload.replace(' ', '-');
    }
}
