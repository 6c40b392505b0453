package io.dbharness.run;

import io.dbharness.load.Slice;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Internal;
import io.dbharness.model.UsageException;
import io.dbharness.request.Catalog;
import io.dbharness.request.ConnectionOptions;
import io.dbharness.request.RunSpec;
import io.dbharness.result.RunResult.WorkloadFacts;
import io.dbharness.simulation.SimulatedTarget;
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
import io.dbharness.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A workload bound to its open target, ready to run. Closing it closes the target.
 *
 * @param facts      name and parameters of the workload, including defaults
 * @param workload   bound workload
 * @param target     open target
 * @param at         address and credentials of the target
 * @param probes     factories of the probes of a run; each run gets new probes
 * @param server     server that was started for the workload; empty for an existing server
 * @param limits     declared upper limits of server metrics, by name
 */
@Internal
public record RunContext<S extends Session>(
        WorkloadFacts facts,
        BoundWorkload<S> workload,
        Target<S> target,
        TargetSpec at,
        List<Supplier<ServerProbe>> probes,
        Optional<RunningServer> server,
        Map<String, Double> limits)
        implements AutoCloseable {

    /** The time limit for the recovery of a broken server, the same as for the load. */
    private static final Duration RECOVERY = Duration.ofMinutes(5);

    public RunContext {
        probes = List.copyOf(probes);
        limits = Map.copyOf(limits);
    }

    /** Creates a bench whose only probe is that of the target. */
    public RunContext(String name, Parameters parameters, BoundWorkload<S> workload, Target<S> target) {
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
     * @param server server that was started for the workload
     * @param at     address of the target, which may be a server that was started for the workload
     */
    // Safe: the session types are compared first.
    @SuppressWarnings("unchecked")
    static <S extends Session> RunContext<?> open(
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
            ConnectionOptions.of(at).require(at, catalog);
            List<Supplier<ServerProbe>> probes = new ArrayList<>(List.of(target::probe));
            probes.addAll(Collectors.of(
                    spec.collecting(), at.url(), target.data().or(at::dataDir), volumes(target, at), clock));
            if (target instanceof SimulatedTarget simulated) {
                return new RunContext<>(
                        facts, new Rehearsal(kind.rehearse(parameters)), simulated, at, probes, server, limits);
            }
            if (!kind.sessionType().isAssignableFrom(target.sessionType())) {
                throw new UsageException(List.of(Catalog.misfit(kind)));
            }
            Target<S> fitting = (Target<S>) target;
            return new RunContext<>(facts, kind.bind(fitting, parameters), fitting, at, probes, server, limits);
        } catch (RuntimeException e) {
            target.close();
            throw e;
        }
    }

    /** Returns the directories of data and log of a server if they are apart, or those that the target knows. */
    private static Map<String, Path> volumes(Target<?> target, TargetSpec at) {
        Optional<Path> data = target.data().or(at::dataDir);
        String log = at.options().get("log-dir");
        return data.isPresent() && log != null ? Map.of("data", data.get(), "log", Path.of(log)) : target.volumes();
    }

    /**
     * Returns the bench for one of several processes that share a load. It neither prepares and checks data nor probes the server, and
     * opens no idle connections.
     */
    RunContext<S> part(BoundWorkload<S> part, Slice slice) {
        return new RunContext<>(
                facts,
                new RunShare.Workload<>(part, slice),
                target,
                ConnectionOptions.withoutIdle(at),
                List.of(),
                Optional.empty(),
                Map.of());
    }

    /** Injects a fault into the server and returns when the fault is over and the server responds. */
    void injectFault(Fault fault, RunClock clock) throws IOException, InterruptedException {
        RunningServer started = server.orElseThrow(
                () -> new HarnessException("faults can be injected only into servers that the harness starts"));
        if (fault.kind() == Fault.Kind.KILL_SESSIONS) {
            target.endSessions();
        } else {
            started.injectFault(fault);
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
