package io.dbharness.run;

import io.dbharness.load.ThinkTime;
import io.dbharness.model.Internal;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.random.Seed;
import io.dbharness.simulation.SimulatedTarget.SimulatedSession;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import java.util.List;

/**
 * A workload against a simulation: the same users, mix, inputs and delays, but each operation only takes time.
 *
 * @param rehearsed the workload without a target
 */
@Internal
public record Rehearsal(BoundWorkload<?> rehearsed) implements BoundWorkload<SimulatedSession> {

    /** An operation that a simulation serves. Its inputs were drawn, as always, and are not needed. */
    private record Asked(Invocation<?> rehearsed) implements Invocation<SimulatedSession> {
        @Override
        public Operation operation() {
            return rehearsed.operation();
        }

        @Override
        public Outcome execute(SimulatedSession session) throws Exception {
            Outcome outcome = session.ask(operation());
            simulated();
            return outcome;
        }

        @Override
        public void simulated() {
            rehearsed.simulated();
        }
    }

    @Override
    public List<Operation> operations() {
        return rehearsed.operations();
    }

    @Override
    public OperationSource<SimulatedSession> source(int user, Seed seed) {
        OperationSource<?> source = rehearsed.source(user, seed);
        return () -> new Asked(source.next());
    }

    @Override
    public int defaultUsers() {
        return rehearsed.defaultUsers();
    }

    @Override
    public ThinkTime thinkTime() {
        return rehearsed.thinkTime();
    }

    @Override
    public DataSet dataSet() {
        return DataSet.NONE;
    }
}
