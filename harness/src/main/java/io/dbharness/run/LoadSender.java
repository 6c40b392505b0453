package io.dbharness.run;

import io.dbharness.exec.Accounts;
import io.dbharness.exec.Executor;
import io.dbharness.exec.Executor.Execution;
import io.dbharness.exec.StopSignal;
import io.dbharness.measure.GeneratorHealth;
import io.dbharness.random.Seed;
import io.dbharness.result.AgentResult;
import io.dbharness.sut.Session;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Check;
import io.dbharness.workload.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Loads data and sends the load of a run: this process by itself, or others that it coordinates. One thread; closed when no run follows. */
public interface LoadSender extends AutoCloseable {

    /**
     * Sends it from its begin to the end of its drain. Intervals and the begin are told to the execution's observer by the calling thread.
     *
     * @param bench     what the load is sent to, its data in place
     * @param execution when, how long and what
     * @param directory of the run, for files of what the senders did one by one; empty for none
     */
    <S extends Session> Sent send(Bench<S> bench, Execution<S> execution, Optional<Path> directory);

    /**
     * Has others load slices of the data, whose tables are there, and returns when each has loaded its own or is gone.
     *
     * @param bench   of the data
     * @param loaders connections to load with, of each process
     * @param stop    ends it early
     * @throws io.dbharness.model.HarnessException when one of them cannot
     */
    default void load(Bench<?> bench, int loaders, Seed seed, Progress progress, StopSignal stop) {}

    @Override
    default void close() {}

    /**
     * What became of a load.
     *
     * @param accounts what all its users counted
     * @param health   how the processes fared that sent it, if they are not this one
     * @param agents   these processes, if they are not this one
     * @param checks   what only they could check
     */
    record Sent(Accounts accounts, Optional<GeneratorHealth> health, List<AgentResult> agents, List<Check> checks) {

        public Sent {
            agents = List.copyOf(agents);
            checks = List.copyOf(checks);
        }
    }

    /**
     * This process, by itself.
     *
     * @param clock of its runs
     */
    record Here(RunClock clock) implements LoadSender {

        @Override
        public <S extends Session> Sent send(Bench<S> bench, Execution<S> execution, Optional<Path> directory) {
            Executor<S> executor =
                    Executor.on(bench.target(), clock, execution.plan().seed());
            return new Sent(executor.run(execution), Optional.empty(), List.of(), List.of());
        }
    }
}
