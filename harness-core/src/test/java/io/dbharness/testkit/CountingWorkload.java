package io.dbharness.testkit;

import io.dbharness.load.ThinkTime;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.model.Outcome;
import io.dbharness.random.Seed;
import io.dbharness.target.Session;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import java.util.List;
import java.util.random.RandomGenerator;

/** A workload of one read and one write, whose only input is a key; a session decides what happens. */
public final class CountingWorkload implements BoundWorkload<CountingWorkload.KeySession> {

    public static final Operation READ = new Operation(0, "Read", OperationKind.READ);
    public static final Operation WRITE = new Operation(1, "Write", OperationKind.WRITE);

    /** What an invocation is executed on. */
    public interface KeySession extends Session {
        Outcome send(Operation operation, long key) throws Exception;
    }

    /** An operation with its key drawn. */
    public record Keyed(Operation operation, long key) implements Invocation<KeySession> {
        @Override
        public Outcome execute(KeySession session) throws Exception {
            return session.send(operation, key);
        }
    }

    @Override
    public List<Operation> operations() {
        return List.of(READ, WRITE);
    }

    @Override
    public OperationSource<KeySession> source(int user, Seed seed) {
        RandomGenerator random = seed.stream("keys", user);
        return () -> new Keyed(random.nextInt(10) < 9 ? READ : WRITE, random.nextLong(1_000_000));
    }

    @Override
    public int defaultUsers() {
        return 1;
    }

    @Override
    public ThinkTime thinkTime() {
        return ThinkTime.NONE;
    }

    @Override
    public DataSet dataSet() {
        throw new UnsupportedOperationException("this workload has no data");
    }
}
