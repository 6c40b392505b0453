package io.dbharness.run;

import io.dbharness.exec.Executor;
import io.dbharness.exec.Executor.Execution;
import io.dbharness.exec.RunCounts;
import io.dbharness.exec.StopSignal;
import io.dbharness.measure.GeneratorHealth;
import io.dbharness.model.Internal;
import io.dbharness.random.Seed;
import io.dbharness.request.ConnectionOptions;
import io.dbharness.result.AgentResult;
import io.dbharness.sut.Session;
import io.dbharness.sut.Target;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Check;
import io.dbharness.workload.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Loads data and sends the load of a run, from this process or from others that it coordinates. Not thread-safe; closed after the last run.
 */
@Internal
public interface LoadSender extends AutoCloseable {

    /**
     * Sends the load from its begin to the end of its drain. The calling thread reports the begin and the intervals to the execution's
     * observer.
     *
     * @param bench     target of the load, with its data loaded
     * @param execution plan and workload of the load
     * @param directory directory of the run, for the files of each sender; empty for no files
     */
    <S extends Session> Sent send(RunContext<S> bench, Execution<S> execution, Optional<Path> directory);

    /**
     * Loads slices of the data in other processes, into existing tables. Returns when each process has loaded its slice or has
     * disconnected.
     *
     * @param bench   bench of the data
     * @param loaders connections of each process for loading
     * @param stop    ends the load early
     * @throws io.dbharness.model.HarnessException if a process cannot load its slice
     */
    default void load(RunContext<?> bench, int loaders, Seed seed, Progress progress, StopSignal stop) {}

    @Override
    default void close() {}

    /**
     * The outcome of a load.
     *
     * @param accounts counts of all its users
     * @param health   health of the sending processes; empty if this process sent the load
     * @param agents   results of the sending processes; none if this process sent the load
     * @param checks   checks that only the sending processes could make
     */
    record Sent(RunCounts accounts, Optional<GeneratorHealth> health, List<AgentResult> agents, List<Check> checks) {

        public Sent {
            agents = List.copyOf(agents);
            checks = List.copyOf(checks);
        }
    }

    /**
     * Sends the load from this process.
     *
     * @param clock clock of the runs
     */
    record Here(RunClock clock) implements LoadSender {

        @Override
        public <S extends Session> Sent send(RunContext<S> bench, Execution<S> execution, Optional<Path> directory) {
            int transactions = ConnectionOptions.of(bench.at()).transactions();
            Target<S> target = bench.target();
            Execution<S> sent = execution;
            if (transactions > 0) {
                Reconnecting<S> reconnecting = new Reconnecting<>(target, transactions, clock);
                target = reconnecting;
                sent = new Execution<>(
                        execution.plan(),
                        reconnecting.workload(execution.workload()),
                        execution.stop(),
                        execution.observer());
            }
            Executor<S> executor = Executor.on(target, clock, execution.plan().seed());
            if (!executor.isVirtual() && !execution.plan().timeline().warmUp().isZero()) {
                // What the preparation left is collected now, and the JVM gives the memory back that it took for it.
                System.gc();
            }
            return new Sent(executor.run(sent), Optional.empty(), List.of(), List.of());
        }
    }
}
