package io.dbharness.run;

import io.dbharness.load.Slice;
import io.dbharness.model.HarnessException;
import io.dbharness.model.UsageException;
import io.dbharness.result.RunResult.WorkloadFacts;
import io.dbharness.simulation.SimulatedTarget;
import io.dbharness.spec.Catalog;
import io.dbharness.spec.RunSpec;
import io.dbharness.sut.Fault;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.ServerProbe;
import io.dbharness.sut.Session;
import io.dbharness.sut.Target;
import io.dbharness.sut.TargetSpec;
import io.dbharness.time.Polling;
import io.dbharness.time.RunClock;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Rehearsal;
import io.dbharness.workload.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A workload bound to its open target, ready to run. Closing it closes the target.
 *
 * @param facts      the workload's name and parameters, defaults filled in
 * @param workload   bound
 * @param target     open
 * @param at         where the target is and how it is entered
 * @param probes     make the probes that are asked during a run, new ones for each
 * @param server     what was started for it; empty for a server that was there already
 * @param limits     what figures of the server are declared to be unable to exceed, by name
 */
public record Bench<S extends Session>(
        WorkloadFacts facts,
        BoundWorkload<S> workload,
        Target<S> target,
        TargetSpec at,
        List<Supplier<ServerProbe>> probes,
        Optional<RunningServer> server,
        Map<String, Double> limits)
        implements AutoCloseable {

    /** As long as a load waits for a server that was broken. */
    private static final Duration RECOVERY = Duration.ofMinutes(5);

    public Bench {
        probes = List.copyOf(probes);
        limits = Map.copyOf(limits);
    }

    /** Of which only the target itself is asked. */
    public Bench(String name, Parameters parameters, BoundWorkload<S> workload, Target<S> target) {
        this(
                new WorkloadFacts(name, parameters.values()),
                workload,
                target,
                TargetSpec.of(""),
                List.of(target::probe),
                Optional.empty(),
                Map.of());
    }

    /**
     * Opens the target and binds the workload; any workload can be rehearsed on a simulation.
     *
     * @param server that was started for it
     * @param at     where the target is, which may be a server that was started for it
     */
    // Safe: the kinds of session are compared first.
    @SuppressWarnings("unchecked")
    static <S extends Session> Bench<?> open(
            RunSpec spec,
            Workload<S> kind,
            Parameters parameters,
            Optional<RunningServer> server,
            TargetSpec at,
            Catalog catalog,
            RunClock clock) {
        WorkloadFacts facts = new WorkloadFacts(spec.workload().name(), parameters.values());
        Map<String, Double> limits = spec.collecting().limits();
        Target<?> target = catalog.open(at);
        try {
            List<Supplier<ServerProbe>> probes = new ArrayList<>(List.of(target::probe));
            probes.addAll(
                    Collectors.of(spec.collecting(), at.url(), target.data().or(at::dataDir), clock));
            if (target instanceof SimulatedTarget simulated) {
                return new Bench<>(
                        facts, new Rehearsal(kind.rehearse(parameters)), simulated, at, probes, server, limits);
            }
            if (!kind.sessionType().isAssignableFrom(target.sessionType())) {
                throw new UsageException(List.of(Catalog.misfit(kind)));
            }
            Target<S> fitting = (Target<S>) target;
            return new Bench<>(facts, kind.bind(fitting, parameters), fitting, at, probes, server, limits);
        } catch (RuntimeException e) {
            target.close();
            throw e;
        }
    }

    /** The same for one of several processes that share a load: it neither looks after the data nor watches the server. */
    Bench<S> part(BoundWorkload<S> part, Slice slice) {
        return new Bench<>(
                facts, new PartOfRun.Workload<>(part, slice), target, at, List.of(), Optional.empty(), Map.of());
    }

    /** Breaks what it runs on and returns when that is over, and the server answers. */
    void suffer(Fault fault, RunClock clock) throws IOException, InterruptedException {
        RunningServer started =
                server.orElseThrow(() -> new HarnessException("only a server that the harness has started is broken"));
        if (fault.kind() == Fault.Kind.KILL_SESSIONS) {
            target.endSessions();
        } else {
            started.suffer(fault);
        }
        if (!new Polling(clock).until(RECOVERY, this::answers)) {
            throw new HarnessException("the server has not answered for " + RECOVERY.toSeconds() + " s since");
        }
    }

    private boolean answers() {
        try {
            target.info();
            return true;
        } catch (HarnessException e) {
            return false;
        }
    }

    @Override
    public void close() {
        target.close();
    }
}
