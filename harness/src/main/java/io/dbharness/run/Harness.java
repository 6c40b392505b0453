package io.dbharness.run;

import io.dbharness.exec.StopSignal;
import io.dbharness.load.Slice;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.result.RunResult.WorkloadFacts;
import io.dbharness.run.ExperimentRunner.Completion;
import io.dbharness.spec.AgentsSpec;
import io.dbharness.spec.Catalog;
import io.dbharness.spec.CollectSpec;
import io.dbharness.spec.ExperimentSpec.Variant;
import io.dbharness.spec.RunSpec;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.TargetSpec;
import io.dbharness.time.RunClock;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Progress;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;

/**
 * The harness as a library: starts or reaches a server, loads data, runs, and judges.
 *
 * <pre>{@code
 * try (Harness harness = Harness.create()) {
 *     RunResult result = harness.run(RunSpec.of(Tpcc.warehouses(1)).with("think-time", "none").closed(8)
 *             .warmUp(Duration.ofSeconds(10)).duration(Duration.ofSeconds(30)));
 *     long p99 = result.operation("NewOrder").orElseThrow().response().percentilesNanos().get("p99");
 * }
 * }</pre>
 *
 * <p>Servers that it starts run until it is closed, and serve every run that asks for the same. It ends no process, handles no signal, prints nothing and
 * writes only into directories that it is given. One thread at a time, but {@link #stop} and {@link #close} are for any thread; several harnesses
 * in one JVM do not know of each other.
 */
public final class Harness implements AutoCloseable {

    private final Catalog catalog;
    private final Runner runner;
    private final Servers servers;
    private final Map<AgentsSpec, LoadSender> senders = new HashMap<>();
    private Optional<OwnLoads> own = Optional.empty();

    private Harness(Catalog catalog, Runner runner) {
        this.catalog = catalog;
        this.runner = runner;
        this.servers = new Servers(catalog, runner.listener());
    }

    /** With every workload, target and server on the class path. */
    public static Harness create() {
        return create(RunListener.SILENT);
    }

    /** The same with somebody who follows its work. */
    public static Harness create(RunListener listener) {
        String version = Optional.ofNullable(Harness.class.getPackage().getImplementationVersion())
                .orElse("unknown");
        return of(Catalog.found(), new SystemClock(), new Tool("dbharness", version, "unknown"), listener);
    }

    /** Of parts that the caller chooses. */
    public static Harness of(Catalog catalog, RunClock clock, Tool tool, RunListener listener) {
        return new Harness(catalog, new Runner(clock, tool, listener, new StopSignal()));
    }

    /**
     * From now on data of these loads are replaced where a run needs others, and what is loaded is added to them. Without this only the runs of one
     * sweep replace what the sweep itself has loaded.
     */
    public void replaces(OwnLoads loads) {
        own = Optional.of(loads);
    }

    /**
     * One run, leaving no files.
     *
     * @throws UsageException                           when something about the spec can never work, with every problem
     * @throws io.dbharness.model.TargetUnreachableException when no session can be opened
     * @throws HarnessException                         when nothing could be measured
     */
    public RunResult run(RunSpec spec) {
        return run(spec, Optional.empty());
    }

    /** One run that leaves its result, interval files and reports in a directory, which must not hold a result. */
    public RunResult run(RunSpec spec, Path directory) {
        return run(spec, Optional.of(directory));
    }

    private RunResult run(RunSpec spec, Optional<Path> directory) {
        if (!spec.experiment().isSingle()) {
            throw new IllegalArgumentException("a spec of several runs is an experiment");
        }
        return on(
                spec,
                benches -> measure(benches, spec.load().plan(benches.bench().workload()), directory));
    }

    private RunResult measure(Benches benches, RunPlan plan, Optional<Path> directory) {
        Bench<?> bench = benches.of(plan);
        RunResult result = runner(benches.variant(plan).spec()).run(bench, plan, directory);
        benches.used();
        try {
            directory.map(ResultFiles::new).ifPresent(ResultFiles::writeDerived);
        } catch (HarnessException e) {
            throw new UnwrittenResultException(result, e);
        }
        return result;
    }

    /**
     * All runs of a sweep, a search or of repeats, each in a directory of its own below the given one. Runs whose results are there already are not made again,
     * so an experiment that was killed goes on where it ended. The report is there, also of a part, whatever happens.
     *
     * @throws HarnessException when a run failed altogether; those before it are kept
     */
    public Completion experiment(RunSpec spec, Path directory) {
        return on(spec, benches -> {
            List<Variant> variants = spec.variants();
            List<RunPlan> plans = variants.size() == 1
                    ? List.of(variants.get(0)
                            .labelled(spec.load().plan(benches.bench().workload())))
                    : variants.stream().map(this::rehearsedPlan).toList();
            benches.of(plans.get(0));
            return new ExperimentRunner(
                            plan -> facts(benches.variant(plan).spec()),
                            directory,
                            ExperimentRecord.of(spec.experiment(), plans),
                            runner.listener(),
                            runner.stop())
                    .run(
                            spec.experiment().experiment(plans),
                            (plan, into) -> measure(benches, plan, Optional.of(into)));
        });
    }

    private Runner runner(RunSpec spec) {
        return spec.agents().map(this::coordinator).map(runner::sending).orElse(runner);
    }

    private LoadSender coordinator(AgentsSpec agents) {
        return senders.computeIfAbsent(
                agents,
                asked -> ServiceLoader.load(AgentsProvider.class)
                        .findFirst()
                        .orElseThrow(() -> new UsageException(List.of(
                                "loads by agents need the artifact harness-agents, which is not on the class path")))
                        .agents(asked, runner.clock(), runner.tool(), runner.listener()));
    }

    /**
     * This process's part of a run that others share. Neither loads nor checks data, and does not watch the server.
     *
     * @param workload  what is sent
     * @param target    where it is, with what it takes to enter it; nothing is started for it
     * @param plan      when this part of it is sent, made of the workload as a whole
     * @param directory for its result and interval files, must not hold a result
     */
    public PartOfRun part(
            WorkloadFacts workload, TargetSpec target, Function<BoundWorkload<?>, RunPlan> plan, Path directory) {
        try (Bench<?> bench = shared(workload, target)) {
            return PartOfRun.of(runner, bench, plan.apply(bench.workload()), directory);
        }
    }

    /**
     * This process's slice of a load that another has begun and holds.
     *
     * @param workload whose data they are
     * @param target   as for {@link #part}
     * @param loaders  connections to load with
     * @param seed     of the load
     * @param progress may throw to end it early
     */
    public void loadSlice(
            WorkloadFacts workload, TargetSpec target, Slice slice, int loaders, Seed seed, Progress progress) {
        try (Bench<?> bench = shared(workload, target)) {
            bench.workload().dataSet().loadSlice(slice, loaders, seed, progress);
        }
    }

    /** Of work that another process has begun. */
    private Bench<?> shared(WorkloadFacts workload, TargetSpec target) {
        RunSpec spec = RunSpec.of(new WorkloadSpec(workload.name(), workload.parameters()))
                .on(target)
                .with(CollectSpec.NONE);
        Workload<?> kind = workload(spec);
        return Bench.open(spec, kind, parameters(kind, spec), Optional.empty(), target, catalog, runner.clock());
    }

    private RunPlan rehearsedPlan(Variant variant) {
        RunSpec spec = variant.spec();
        Workload<?> workload = workload(spec);
        return variant.labelled(spec.load().plan(workload.rehearse(parameters(workload, spec))));
    }

    private WorkloadFacts facts(RunSpec spec) {
        return new WorkloadFacts(
                spec.workload().name(), parameters(workload(spec), spec).values());
    }

    /** Loads the data of a spec, or completes them. Returns what is there then. */
    public DataSetState load(RunSpec spec) {
        return on(spec, benches -> {
            benches.prepare();
            return benches.bench().workload().dataSet().inspect();
        });
    }

    /**
     * Checks data that are there.
     *
     * @throws HarnessException when there is no complete data set
     */
    public List<Check> check(RunSpec spec) {
        return on(spec, benches -> {
            DataSet dataSet = benches.bench().workload().dataSet();
            DataSetState found = dataSet.inspect();
            if (found.kind() != DataSetState.Kind.COMPLETE) {
                throw new HarnessException("there is no complete data set to check: " + found.detail());
            }
            return dataSet.check("now", runner.listener());
        });
    }

    /**
     * Removes the data that a spec describes, and only them: a data set of another scale may belong to someone else.
     *
     * @return whether there was anything to remove
     * @throws HarnessException when there is another data set, or one that is being loaded
     */
    public boolean drop(RunSpec spec) {
        return on(spec, benches -> {
            DataSet dataSet = benches.bench().workload().dataSet();
            DataSetState found = dataSet.inspect();
            return switch (found.kind()) {
                case ABSENT -> false;
                case COMPLETE, INCOMPLETE -> {
                    runner.listener().step("removing " + dataSet.describe());
                    dataSet.drop();
                    yield true;
                }
                case DIFFERENT ->
                    throw new HarnessException(
                            found.detail() + "; to remove it, give the options that it was loaded with");
                case FOREIGN ->
                    throw new HarnessException(
                            found.detail() + "; drop them yourself: this tool drops only what it loaded");
                case BUSY -> throw new HarnessException(found.detail() + "; wait until the other load has ended");
            };
        });
    }

    /** Ends the run that goes on, early and for good: it is settled and its partial result is kept and marked. No other run begins after it. */
    public void stop() {
        runner.stop().request();
    }

    /** Stops the servers that it started. A run that still goes on loses them. */
    @Override
    public void close() {
        senders.values().forEach(LoadSender::close);
        servers.close();
    }

    private <T> T on(RunSpec spec, Function<Benches, T> work) {
        List<RunningServer> used = new ArrayList<>();
        try (Benches benches = new Benches(
                spec.variants(),
                runner(spec),
                own.orElseGet(OwnLoads::forgotten),
                variant -> open(variant, spec.sessions(), used))) {
            return work.apply(benches);
        } catch (HarnessException e) {
            // A server that breaks down takes its sessions with it, and these cannot say why.
            used.forEach(server ->
                    server.lastWords().ifPresent(words -> e.addSuppressed(new HarnessException("server: " + words))));
            throw e;
        }
    }

    private Bench<?> open(RunSpec spec, int sessions, List<RunningServer> used) {
        Workload<?> workload = workload(spec);
        Parameters parameters = parameters(workload, spec);
        TargetSpec asked = spec.target().url().isEmpty()
                ? spec.on(workload.descriptor().address().apply(parameters)).target()
                : spec.target();
        Optional<RunningServer> server = servers.of(asked, sessions);
        server.filter(s -> !used.contains(s)).ifPresent(used::add);
        TargetSpec at = server.map(s -> Servers.client(s, asked)).orElse(asked);
        return Bench.open(spec, workload, parameters, server, at, catalog, runner.clock());
    }

    private Workload<?> workload(RunSpec spec) {
        String name = spec.workload().name();
        return catalog.workload(name)
                .orElseThrow(() -> new UsageException(
                        List.of("unknown workload '" + name + "'; known: " + String.join(", ", catalog.names()))));
    }

    private static Parameters parameters(Workload<?> workload, RunSpec spec) {
        Problems problems = new Problems();
        Parameters parameters = Parameters.of(
                workload.descriptor().parameters(), spec.workload().parameters(), problems);
        problems.throwIfAny();
        return parameters;
    }
}
