package io.dbharness.run;

import io.dbharness.exec.StopSignal;
import io.dbharness.load.Slice;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Internal;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.request.AgentsSpec;
import io.dbharness.request.Catalog;
import io.dbharness.request.CollectSpec;
import io.dbharness.request.ExperimentSpec.Variant;
import io.dbharness.request.RunSpec;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.result.RunResult.WorkloadFacts;
import io.dbharness.run.RunOutcome.Judgement;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.TargetSpec;
import io.dbharness.time.RunClock;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.Parameter;
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
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The harness as a library: starts or connects to a server, loads data, runs, and judges.
 *
 * <pre>{@code try (Harness harness = Harness.create()) { RunResult result = harness.run(RunSpec.of(Tpcc.warehouses(1)).with("think-time",
 * "none").closed(8) .warmUp(Duration.ofSeconds(10)).duration(Duration.ofSeconds(30))).result(); long p99 =
 * result.operation("NewOrder").orElseThrow().response().percentilesNanos().get("p99"); } }</pre>
 *
 * <p>Servers that the harness starts run until it is closed, and are shared by all runs with the same address and options. The harness does
 * not exit the JVM, handles no signals, prints nothing and writes only into the given directories. It may be used by one thread at a time;
 * {@link #stop} and {@link #close} may be called from any thread. Several harnesses in one JVM are independent.
 */
public final class Harness implements AutoCloseable {

    private final Catalog catalog;
    private final Runner runner;
    private final Servers servers;
    private final Map<AgentsSpec, LoadSender> senders = new HashMap<>();
    private Optional<LoadRegistry> own = Optional.empty();

    private Harness(Catalog catalog, Runner runner) {
        this.catalog = catalog;
        this.runner = runner;
        this.servers = new Servers(catalog, runner.listener());
    }

    /** Creates a harness with every workload, target and server on the class path. */
    public static Harness create() {
        return create(RunListener.SILENT);
    }

    /** Creates a harness with the given progress listener. */
    public static Harness create(RunListener listener) {
        return of(Catalog.found(), new SystemClock(), tool(), listener);
    }

    /** Returns this build of the library, as results name it. */
    @Internal
    public static Tool tool() {
        String version = Optional.ofNullable(Harness.class.getPackage().getImplementationVersion())
                .orElse("unknown");
        return new Tool("dbharness", version, "unknown");
    }

    /** Creates a harness from the given parts. */
    @Internal
    public static Harness of(Catalog catalog, RunClock clock, Tool tool, RunListener listener) {
        return new Harness(catalog, new Runner(clock, tool, listener, new StopSignal()));
    }

    /**
     * Allows the harness to replace the data of these loads if a run needs other data, and adds its own loads to them. By default, only a
     * sweep replaces data, and only its own.
     */
    @Internal
    public void allowReplacing(LoadRegistry loads) {
        own = Optional.of(loads);
    }

    /**
     * Makes one run without writing files, and evaluates the conditions of the specification.
     *
     * @throws UsageException                           if the specification is invalid, with every problem
     * @throws io.dbharness.model.TargetUnreachableException if no session can be opened
     * @throws HarnessException                         if nothing could be measured
     */
    public RunOutcome run(RunSpec spec) {
        return run(spec, Optional.empty());
    }

    /**
     * Makes one run and writes its result, interval files, outcomes of conditions and reports into a directory, which must not contain a
     * result.
     */
    public RunOutcome run(RunSpec spec, Path directory) {
        return run(spec, Optional.of(directory));
    }

    private RunOutcome run(RunSpec spec, Optional<Path> directory) {
        if (!spec.experiment().isSingle()) {
            throw new IllegalArgumentException("a spec of several runs is an experiment");
        }
        return on(spec, benches -> {
            RunResult result = measure(benches, spec.load().plan(benches.bench().workload()), directory);
            Map<String, RunResult> named = Map.of(result.workload().name(), result);
            Judgement judgement = Judgement.of(spec.judging(), named);
            directory.ifPresent(into -> written(result, () -> {
                judgement.write(named, into);
                new ResultFiles(into).writeDerived();
            }));
            return new RunOutcome(List.of(result), !result.cutShort(), judgement);
        });
    }

    private RunResult measure(VariantContexts benches, RunPlan plan, Optional<Path> directory) {
        benches.before(plan, directory);
        RunContext<?> bench = benches.of(plan);
        RunResult result = runner(benches.variant(plan).spec()).run(bench, plan, directory);
        benches.used();
        return result;
    }

    private static void written(RunResult result, Runnable files) {
        try {
            files.run();
        } catch (HarnessException e) {
            throw new UnwrittenResultException(result, e);
        }
    }

    /**
     * Makes all runs of a sweep, a search or of repeats, each in its own directory below the given one. Runs with existing results are not
     * repeated, so that a killed experiment continues where it ended. Evaluates the conditions of the specification: in a search, those of
     * its confirming runs. The report is always written, also of a partial experiment.
     *
     * @throws HarnessException if a run failed without a result; earlier runs are kept
     */
    public RunOutcome experiment(RunSpec spec, Path directory) {
        return on(spec, benches -> {
            List<Variant> variants = spec.variants();
            List<RunPlan> plans = variants.size() == 1
                    ? List.of(variants.get(0)
                            .planned(spec.load().plan(benches.bench().workload()), 0))
                    : IntStream.range(0, variants.size())
                            .mapToObj(i -> rehearsedPlan(variants.get(i), i))
                            .toList();
            benches.of(plans.get(0));
            return new ExperimentRunner(
                            plan -> facts(benches.variant(plan).spec()),
                            directory,
                            ExperimentRecord.of(spec.experiment(), plans),
                            spec.judging(),
                            runner.listener(),
                            runner.stop())
                    .run(spec.experiment().experiment(plans), (plan, into) -> {
                        RunResult result = measure(benches, plan, Optional.of(into));
                        written(result, () -> new ResultFiles(into).writeDerived());
                        return result;
                    });
        });
    }

    private Runner runner(RunSpec spec) {
        return spec.agents()
                .map(this::coordinator)
                .map(runner::sending)
                .orElse(runner)
                .recording(spec.settings(), texts(spec));
    }

    /** Returns digests of the files that parameters of the workload name, because an edited file is another workload. */
    private Map<String, String> texts(RunSpec spec) {
        Map<String, String> texts = new TreeMap<>();
        for (Parameter parameter : workload(spec).descriptor().parameters()) {
            String files = spec.workload().parameters().getOrDefault(parameter.name(), "");
            if (parameter.domain().label().startsWith("FILE") && !files.isEmpty()) {
                texts.put(parameter.name(), TextDigest.of(files));
            }
        }
        return texts;
    }

    private LoadSender coordinator(AgentsSpec agents) {
        return senders.computeIfAbsent(
                agents,
                asked -> ServiceLoader.load(AgentsProvider.class)
                        .findFirst()
                        .orElseThrow(
                                () -> new UsageException(
                                        List.of(
                                                "loads sent by agents need the artifact harness-agents, which is not on the class path")))
                        .agents(asked, runner.clock(), runner.tool(), runner.listener()));
    }

    /**
     * Makes this process's part of a run that several processes share. Neither loads nor checks data, and does not probe the server.
     *
     * @param workload  workload to send
     * @param target    address and credentials of the target; no server is started
     * @param plan      creates the plan of this part from the whole workload
     * @param directory directory for the result and interval files, which must not contain a result
     */
    @Internal
    public RunShare part(
            WorkloadFacts workload, TargetSpec target, Function<BoundWorkload<?>, RunPlan> plan, Path directory) {
        try (RunContext<?> bench = shared(workload, target)) {
            return RunShare.of(runner, bench, plan.apply(bench.workload()), directory);
        }
    }

    /**
     * Loads this process's slice of data, for a load that another process has begun and coordinates.
     *
     * @param workload workload of the data
     * @param target   address and credentials, as for {@link #part}
     * @param loaders  connections for loading
     * @param seed     seed of the load
     * @param progress receives progress; may throw to end the load early
     */
    @Internal
    public void loadSlice(
            WorkloadFacts workload, TargetSpec target, Slice slice, int loaders, Seed seed, Progress progress) {
        try (RunContext<?> bench = shared(workload, target)) {
            bench.workload().dataSet().loadSlice(slice, loaders, seed, progress);
        }
    }

    /** Opens the bench for work that another process has begun. */
    private RunContext<?> shared(WorkloadFacts workload, TargetSpec target) {
        RunSpec spec = RunSpec.of(new WorkloadSpec(workload.name(), workload.parameters()))
                .on(target)
                .with(CollectSpec.NONE);
        Workload<?> kind = workload(spec);
        return RunContext.open(spec, kind, parameters(kind, spec), Optional.empty(), target, catalog, runner.clock());
    }

    private RunPlan rehearsedPlan(Variant variant, int number) {
        RunSpec spec = variant.spec();
        Workload<?> workload = workload(spec);
        return variant.planned(spec.load().plan(workload.rehearse(parameters(workload, spec))), number);
    }

    private WorkloadFacts facts(RunSpec spec) {
        return new WorkloadFacts(
                spec.workload().name(), parameters(workload(spec), spec).values());
    }

    /** Loads or completes the data of a specification. Returns the resulting state. */
    public DataSetState load(RunSpec spec) {
        return on(spec, benches -> {
            benches.prepare(0);
            return benches.bench().workload().dataSet().inspect();
        });
    }

    /**
     * Checks the existing data.
     *
     * @throws HarnessException if there is no complete data set
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
     * Removes only the data that a specification describes: a data set of another scale may belong to another user.
     *
     * @return true if there were data to remove
     * @throws HarnessException if there is another data set, or one that is being loaded
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

    /** Ends the current run early. The run completes its last steps, and its partial result is kept and marked. No further run begins. */
    public void stop() {
        runner.stop().request();
    }

    /** Stops the servers that this harness started. A run in progress loses its server. */
    @Override
    public void close() {
        senders.values().forEach(LoadSender::close);
        servers.close();
    }

    private <T> T on(RunSpec spec, Function<VariantContexts, T> work) {
        List<RunningServer> used = new ArrayList<>();
        try (VariantContexts benches = new VariantContexts(
                spec.variants(),
                runner(spec),
                own.orElseGet(LoadRegistry::forgotten),
                variant -> open(variant, spec.sessions(), used))) {
            return work.apply(benches);
        } catch (HarnessException e) {
            // The sessions of a crashed server cannot report its reason, so it is added here.
            used.forEach(server -> server.crashMessage()
                    .ifPresent(words -> e.addSuppressed(new HarnessException("server: " + words))));
            throw e;
        }
    }

    private RunContext<?> open(RunSpec spec, int sessions, List<RunningServer> used) {
        Workload<?> workload = workload(spec);
        Parameters parameters = parameters(workload, spec);
        TargetSpec asked = spec.target().url().isEmpty()
                ? spec.on(workload.descriptor().address().apply(parameters)).target()
                : spec.target();
        Optional<RunningServer> server = servers.of(asked, spec.settings().server(), sessions);
        server.filter(s -> !used.contains(s)).ifPresent(used::add);
        TargetSpec at = server.map(s -> Servers.client(s, asked)).orElse(asked);
        return RunContext.open(spec, workload, parameters, server, at, catalog, runner.clock());
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
