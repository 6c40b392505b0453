package io.dbharness.run;

import io.dbharness.plan.RunPlan;
import io.dbharness.spec.ExperimentSpec.Variant;
import io.dbharness.spec.RunSpec;
import io.dbharness.spec.RunSpec.LoadPolicy;
import java.util.List;
import java.util.function.Function;

/**
 * The benches of an experiment's variants, one open at a time. A variant that needs other data than the one before it replaces them only if they were
 * loaded here. One thread.
 */
final class Benches implements AutoCloseable {

    private final List<Variant> variants;
    private final Runner runner;
    private final OwnLoads own;
    private final Function<RunSpec, Bench<?>> open;
    private Variant current;
    private Bench<?> bench;
    private boolean prepared;

    /**
     * Opens the first.
     *
     * @param variants at least one
     * @param runner   prepares their data
     * @param own      the loads whose data may be replaced
     * @param open     makes a bench, with its server started
     */
    Benches(List<Variant> variants, Runner runner, OwnLoads own, Function<RunSpec, Bench<?>> open) {
        this.variants = List.copyOf(variants);
        this.runner = runner;
        this.own = own;
        this.open = open;
        this.current = this.variants.get(0);
        this.bench = open.apply(current.spec());
    }

    /** The one that is open. */
    Bench<?> bench() {
        return bench;
    }

    /** The one that a plan is run on, with its data set in the state that runs need. */
    Bench<?> of(RunPlan plan) {
        Variant wanted = variant(plan);
        if (!wanted.equals(current)) {
            change(wanted);
        }
        prepare();
        return bench;
    }

    /** Brings the data set of the one that is open into the state that runs need, once. */
    void prepare() {
        if (!prepared) {
            RunSpec spec = current.spec();
            runner.prepare(bench, spec.data(), spec.load().seed(), own);
            prepared = true;
        }
    }

    /** A run has been made: where each needs data of its own, the next finds them loaded anew. */
    void used() {
        prepared = current.spec().data().policy() != LoadPolicy.EACH;
    }

    /** The one whose levels are among the plan's factors. */
    Variant variant(RunPlan plan) {
        return variants.stream().filter(v -> v.made(plan)).findFirst().orElse(current);
    }

    private void change(Variant wanted) {
        Bench<?> next = open.apply(wanted.spec());
        bench.close();
        bench = next;
        current = wanted;
        prepared = false;
    }

    @Override
    public void close() {
        bench.close();
    }
}
