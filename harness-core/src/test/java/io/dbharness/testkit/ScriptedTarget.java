package io.dbharness.testkit;

import io.dbharness.model.FailureKind;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.sut.ServerProbe;
import io.dbharness.sut.SessionSource;
import io.dbharness.sut.Target;
import io.dbharness.sut.Target.FailureClassifier;
import io.dbharness.sut.TargetInfo;
import io.dbharness.testkit.CountingWorkload.KeySession;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** A target in this process whose answers a test writes. Thread-safe when its answer is. */
public final class ScriptedTarget implements Target<KeySession> {

    /** What happens to one attempt. */
    @FunctionalInterface
    public interface Answer {
        Outcome to(Operation operation, long key) throws Exception;
    }

    /** A failure that says itself what it is. */
    public static final class Fault extends Exception {
        private static final long serialVersionUID = 1L;
        private final FailureKind kind;

        public Fault(FailureKind kind) {
            super("scripted " + kind);
            this.kind = kind;
        }
    }

    private final Answer answer;
    private final int sessionsThatOpen;
    private final AtomicInteger opened = new AtomicInteger();
    private final CountDownLatch aborted = new CountDownLatch(1);
    private ServerProbe probe = ServerProbe.SILENT;

    public ScriptedTarget(Answer answer) {
        this(answer, Integer.MAX_VALUE);
    }

    /** A target that refuses to open more than so many sessions over its life. */
    public ScriptedTarget(Answer answer, int sessionsThatOpen) {
        this.answer = answer;
        this.sessionsThatOpen = sessionsThatOpen;
    }

    /** The same target, telling about itself. */
    public ScriptedTarget probedBy(ServerProbe newProbe) {
        probe = newProbe;
        return this;
    }

    @Override
    public ServerProbe probe() {
        return probe;
    }

    /** Answers only when the session is cut, and then with a failure. */
    public Outcome whenAborted() throws Exception {
        aborted.await();
        throw new Fault(FailureKind.OTHER);
    }

    public int opened() {
        return opened.get();
    }

    private KeySession open() {
        if (opened.incrementAndGet() > sessionsThatOpen) {
            throw new TargetUnreachableException("the scripted target is closed for today", null);
        }
        return new KeySession() {
            private boolean broken;

            @Override
            public Outcome send(Operation operation, long key) throws Exception {
                try {
                    return answer.to(operation, key);
                } catch (Fault e) {
                    broken = e.kind == FailureKind.CONNECTION_LOST;
                    throw e;
                }
            }

            @Override
            public void reset() throws Exception {
                if (broken) {
                    throw new Fault(FailureKind.CONNECTION_LOST);
                }
            }

            @Override
            public void abort() {
                aborted.countDown();
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public Class<KeySession> sessionType() {
        return KeySession.class;
    }

    @Override
    public TargetInfo info() {
        return new TargetInfo("Scripted", "1", "scripted:", Map.of(), List.of());
    }

    @Override
    public SessionSource<KeySession> dedicatedSessions() {
        return new Source(new Semaphore(1));
    }

    @Override
    public SessionSource<KeySession> leasedSessions(int size) {
        return new Source(new Semaphore(size));
    }

    @Override
    public FailureClassifier failures() {
        return failure -> failure instanceof Fault fault ? fault.kind : FailureKind.OTHER;
    }

    @Override
    public OptionalLong usableBytes() {
        return OptionalLong.empty();
    }

    @Override
    public void close() {}

    private final class Source implements SessionSource<KeySession> {

        private final Semaphore permits;

        Source(Semaphore permits) {
            this.permits = permits;
        }

        @Override
        public KeySession acquire() {
            permits.acquireUninterruptibly();
            try {
                return open();
            } catch (TargetUnreachableException e) {
                permits.release();
                throw e;
            }
        }

        @Override
        public void release(KeySession session) {
            permits.release();
        }

        @Override
        public void discard(KeySession session) {
            permits.release();
        }

        @Override
        public void close() {}
    }
}
