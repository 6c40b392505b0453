package io.dbharness.run;

import io.dbharness.exec.Executor;
import io.dbharness.exec.Executor.Execution;
import io.dbharness.exec.RunCounts;
import io.dbharness.exec.StopSignal;
import io.dbharness.machine.ClientEnvironment;
import io.dbharness.measure.GeneratorHealth;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Internal;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.plan.RunPlan;
import io.dbharness.plan.RunPlan.Precision;
import io.dbharness.random.Seed;
import io.dbharness.report.EnvironmentDiff;
import io.dbharness.request.ConnectionOptions;
import io.dbharness.request.RunSpec.DataSpec;
import io.dbharness.request.SettingsSpec;
import io.dbharness.result.RateError;
import io.dbharness.result.Recovery;
import io.dbharness.result.RunRecord;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.result.ServerStatistics;
import io.dbharness.result.Tally;
import io.dbharness.run.LoadSender.Sent;
import io.dbharness.run.Watch.ServerWatches;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.ServerProbe;
import io.dbharness.sut.Session;
import io.dbharness.sut.Target;
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
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Makes runs on benches: prepares, checks, runs, checks again, judges and writes.
 *
 * @param clock    clock of the runs
 * @param tool     build of the harness, recorded in results
 * @param listener receives progress
 * @param stop     ends a run early
 * @param sender   sends the loads
 * @param settings settings of the server that are under test, recorded in results
 * @param texts    digests of the files that parameters of the workload name, by parameter, recorded in results
 */
@Internal
public record Runner(
        RunClock clock,
        Tool tool,
        RunListener listener,
        StopSignal stop,
        LoadSender sender,
        SettingsSpec settings,
        Map<String, String> texts) {

    /** The environment of a result has the digests of files with this prefix. */
    public static final String TEXT = "text.";

    /** The time limit of the checks after a run, plus a multiple of the time of the checks before it: data grow, and locks may be held. */
    private static final Duration LAST_CHECKS = Duration.ofMinutes(1);

    private static final int TIMES_THE_FIRST_CHECKS = 10;

    /** The interval at which the checks after a run test whether the server is alive. */
    private static final Duration LOOK = Duration.ofSeconds(1);

    /** Creates a runner whose loads this process sends. */
    public Runner(RunClock clock, Tool tool, RunListener listener, StopSignal stop) {
        this(clock, tool, listener, stop, new LoadSender.Here(clock), SettingsSpec.NONE, Map.of());
    }

    /** Returns a runner with another sender of loads. */
    Runner sending(LoadSender other) {
        return new Runner(clock, tool, listener, stop, other, settings, texts);
    }

    /** Returns a runner whose results record these settings and digests of files. */
    Runner recording(SettingsSpec others, Map<String, String> digests) {
        return new Runner(clock, tool, listener, stop, sender, others, digests);
    }

    /** Prepares the data set for runs. */
    public void prepare(RunContext<?> bench, DataSpec data, Seed seed) {
        prepare(bench, data, seed, 0, LoadRegistry.forgotten());
    }

    /**
     * Prepares the data set for runs; data of these loads may be replaced.
     *
     * @param sessions the most that runs measure at once; 0 for a load alone
     */
    void prepare(RunContext<?> bench, DataSpec data, Seed seed, int sessions, LoadRegistry own) {
        if (bench.workload().dataSet() == DataSet.NONE) {
            return;
        }
        new DataPreparation(
                        bench.workload().dataSet(),
                        needs -> Preflight.of(bench.target(), needs, clock),
                        sessions,
                        own,
                        progress -> sender.load(bench, data.loaders(), seed, progress, stop),
                        listener)
                .prepare(data.policy(), data.loaders(), seed);
    }

    /**
     * Makes a run. If there is a directory, writes {@code result.json}, {@code latency.hlog} and {@code intervals.csv} into it, and
     * {@code server.csv} if the server reports metrics.
     *
     * @param directory directory to create, which must not contain a result
     * @return result of the run
     * @throws UnwrittenResultException if the run was measured but a file could not be written
     * @throws HarnessException         if nothing could be measured; files of the attempt may remain
     */
    public <S extends Session> RunResult run(RunContext<S> bench, RunPlan plan, Optional<Path> directory) {
        ConnectionOptions connections = ConnectionOptions.of(bench.at());
        TargetInfo info = connections.describe(bench.target().info());
        DataSet dataSet = bench.workload().dataSet();
        listener.step("checking the data set");
        long checking = clock.now();
        List<Check> checks = new ArrayList<>(dataSet.check("before", listener));
        Duration first = Duration.ofNanos(clock.now() - checking);
        Instant started = clock.wallTime().truncatedTo(ChronoUnit.MILLIS);
        Map<String, String> environment = new TreeMap<>(ClientEnvironment.capture());
        settings.all().forEach((name, value) -> environment.put(EnvironmentDiff.UNDER_TEST + name, value));
        texts.forEach((name, digest) -> environment.put(TEXT + name, digest));
        if (!settings.accepted().isEmpty()) {
            environment.put("accepted", String.join(", ", new TreeSet<>(settings.accepted())));
        }
        try (RunFiles files = new RunFiles(directory, started, listener);
                IdleConnections<S> idle = idle(bench.target(), connections.idle())) {
            listener.step("waiting until the target has settled");
            dataSet.settle(listener);

            listener.step("opening " + plan.connections() + " connections");
            Tally tally = new Tally();
            Sent sent;
            List<Recovery.Done> broken;
            GeneratorHealth health;
            ServerStatistics server;
            Faults faults = new Faults(clock, plan.faults(), fault -> bench.injectFault(fault, clock));
            try (Watch watch = new Watch(
                    clock,
                    List.of(tally, files),
                    listener,
                    () -> isPrecise(tally, plan),
                    serverWatches(bench, plan, directory),
                    faults)) {
                sent = sender.send(bench, new Execution<>(plan, bench.workload(), stop, watch), directory);
                broken = faults.end();
                GeneratorHealth own = watch.health();
                health = sent.health().orElse(own);
                server = watch.server().with(bench.limits());
            }
            String id = id(started, bench.facts().name());
            RunRecord run = new RunRecord(
                    new RunRecord.Origin(id, started.toString(), tool, bench.facts(), environment),
                    bench.workload().operations(),
                    info,
                    plan,
                    tally,
                    sent.accounts(),
                    new RunRecord.Conditions(broken, health, server, sent.agents()));
            // Also written before the last checks, so that the measurement is kept even if they fail.
            files.write(judge(run, checks));
            checks.addAll(sent.checks());
            checks.addAll(checkAfter(bench, idle, sent.accounts(), first));
            return files.end(judge(run, checks));
        }
    }

    /** Returns true if the measurement is to end because its mean rate is known well enough, and reports how well it is. */
    private boolean isPrecise(Tally tally, RunPlan plan) {
        if (plan.limits().precision().isEmpty()) {
            return false;
        }
        Precision asked = plan.limits().precision().get();
        RateError error = tally.rateError();
        listener.precision(error, asked);
        return error.reaches(asked);
    }

    private RunResult judge(RunRecord run, List<Check> checks) {
        return run.judge(checks).accepting(settings.accepted());
    }

    private <S extends Session> IdleConnections<S> idle(Target<S> target, int number) {
        if (number > 0) {
            listener.step("opening " + number + " idle connections");
        }
        return IdleConnections.open(target, number);
    }

    /** Creates the watches of the server; none in virtual time, because no server is involved. */
    private Optional<ServerWatches> serverWatches(RunContext<?> bench, RunPlan plan, Optional<Path> directory) {
        if (Executor.on(bench.target(), clock, plan.seed()).isVirtual()) {
            return Optional.empty();
        }
        List<ServerProbe> probes = bench.probes().stream().map(Supplier::get).toList();
        return Optional.of(new ServerWatches(clock, plan.interval(), probes, directory));
    }

    /** Makes the checks after a run. Skips them if the target is lost or the run was interrupted, which the result records. */
    private List<Check> checkAfter(RunContext<?> bench, IdleConnections<?> idle, RunCounts accounts, Duration first) {
        if (accounts.targetLost().isPresent() || accounts.windows().stoppedEarly()) {
            return List.of();
        }
        listener.step("checking the data set again");
        FutureTask<List<Check>> checks = new FutureTask<>(() -> {
            List<Check> all = new ArrayList<>(idle.check());
            all.addAll(bench.workload().dataSet().check("after", listener));
            return all;
        });
        stop.onRequest(() -> checks.cancel(true));
        Thread thread = new Thread(checks, "dbharness-check");
        // A thread that waits for the server ignores interrupts; closing the target ends it.
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

    /** Waits for the checks, but stops waiting if the server that was started for the run has ended. */
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
                                            .crashMessage()
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
