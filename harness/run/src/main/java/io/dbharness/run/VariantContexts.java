package io.dbharness.run;

import io.dbharness.plan.RunPlan;
import io.dbharness.request.ConnectionOptions;
import io.dbharness.request.ExperimentSpec.Variant;
import io.dbharness.request.RunSpec;
import io.dbharness.request.RunSpec.LoadPolicy;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Opens the benches of an experiment's variants, one at a time. A variant that needs other data than its predecessor replaces them only if
 * this harness loaded them. Not thread-safe.
 */
final class VariantContexts implements AutoCloseable {

    private final List<Variant> variants;
    private final Runner runner;
    private final LoadRegistry own;
    private final Function<RunSpec, RunContext<?>> open;
    private Variant current;
    private RunContext<?> bench;
    private boolean prepared;
    private boolean changed;

    /**
     * Opens the bench of the first variant.
     *
     * @param variants variants, at least one
     * @param runner   runner that prepares their data
     * @param own      loads whose data may be replaced
     * @param open     creates a bench and starts its server
     */
    VariantContexts(List<Variant> variants, Runner runner, LoadRegistry own, Function<RunSpec, RunContext<?>> open) {
        this.variants = List.copyOf(variants);
        this.runner = runner;
        this.own = own;
        this.open = open;
        this.current = this.variants.get(0);
        this.bench = open.apply(current.spec());
    }

    /** Returns the open bench. */
    RunContext<?> bench() {
        return bench;
    }

    /**
     * Runs the command that prepares the server for a run, if there is one. The next bench has new sessions, because the command may
     * restart the server.
     *
     * @param directory directory of the run
     */
    void before(RunPlan plan, Optional<Path> directory) {
        variant(plan).spec().settings().command().ifPresent(command -> {
            runner.listener().step("running " + command);
            new BeforeCommand(command).run(directory);
            changed = true;
        });
    }

    /** Returns the bench for a plan, with its data set prepared. */
    RunContext<?> of(RunPlan plan) {
        Variant wanted = variant(plan);
        if (changed || !wanted.equals(current)) {
            change(wanted);
        }
        prepare(current.spec().experiment().connectionLimit(plan.connections())
                + ConnectionOptions.of(bench.at()).idle());
        return bench;
    }

    /**
     * Prepares the data set of the open bench, once.
     *
     * @param sessions the most that runs measure at once; 0 for a load alone
     */
    void prepare(int sessions) {
        if (!prepared) {
            RunSpec spec = current.spec();
            runner.prepare(bench, spec.data(), spec.load().seed(), sessions, own);
            prepared = true;
        }
    }

    /** Called after each run: if each run needs new data, the next call prepares them again. */
    void used() {
        prepared = current.spec().data().policy() != LoadPolicy.EACH;
    }

    /** Returns the variant that a plan was made for. */
    Variant variant(RunPlan plan) {
        return variants.get(plan.setting());
    }

    private void change(Variant wanted) {
        RunContext<?> next = open.apply(wanted.spec());
        bench.close();
        bench = next;
        current = wanted;
        prepared = false;
        changed = false;
    }

    @Override
    public void close() {
        bench.close();
    }
}
