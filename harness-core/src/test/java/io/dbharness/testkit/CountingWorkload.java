package io.dbharness.testkit;

import io.dbharness.load.ThinkTime;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.model.Outcome;
import io.dbharness.random.Seed;
import io.dbharness.sut.Session;
import io.dbharness.workload.AsyncInvocation;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;

/** A workload of one read and one write, whose only input is a key; a session decides what happens. */
public final class CountingWorkload implements BoundWorkload<CountingWorkload.KeySession> {

    public static final Operation READ = new Operation(0, "Read", OperationKind.READ);
    public static final Operation WRITE = new Operation(1, "Write", OperationKind.WRITE);

    /** What an invocation is executed on. */
    public interface KeySession extends Session {
        Outcome send(Operation operation, long key) throws Exception;
    }

    /** Sends an operation and promises its answer. */
    @FunctionalInterface
    public interface Sender {
        CompletionStage<Outcome> send(Operation operation, long key);
    }

    private final Optional<Sender> sender;

    /** Invocations that a session executes. */
    public CountingWorkload() {
        this.sender = Optional.empty();
    }

    /** Invocations that are sent and answered later, past the session. */
    public CountingWorkload(Sender sender) {
        this.sender = Optional.of(sender);
    }

    /** An operation with its key drawn, answered later. */
    public record Sent(Operation operation, long key, Sender sender) implements AsyncInvocation<KeySession> {
        @Override
        public CompletionStage<Outcome> send(KeySession session) {
            return sender.send(operation, key);
        }
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
        return () -> {
            Operation operation = random.nextInt(10) < 9 ? READ : WRITE;
            long key = random.nextLong(1_000_000_000_000L);
            return sender.<Invocation<KeySession>>map(s -> new Sent(operation, key, s))
                    .orElseGet(() -> new Keyed(operation, key));
        };
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
