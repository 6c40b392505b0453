package io.dbharness.run;

import io.dbharness.load.Slice;
import io.dbharness.load.ThinkTime;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.random.Seed;
import io.dbharness.sut.Session;
import io.dbharness.sut.SessionSource;
import io.dbharness.sut.Target;
import io.dbharness.sut.TargetInfo;
import io.dbharness.time.RunClock;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Steps;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A target whose connections carry a limited number of transactions. Then they are closed, and the worker that needs the next one opens it.
 * This time is part of the request's wait for a connection, thus of its response time and not of its service time, and it is recorded as
 * the step {@link #CONNECT} of {@link #workload}. Thread-safe.
 *
 * @param target       opens the connections
 * @param transactions of a connection, at least 1
 * @param clock        of the run
 * @param opened       nanoseconds that it took to open those sessions that have carried no invocation yet
 */
record Reconnecting<S extends Session>(Target<S> target, int transactions, RunClock clock, Map<S, Long> opened)
        implements Target<S> {

    /** The name of the step. */
    static final String CONNECT = "connect";

    Reconnecting(Target<S> target, int transactions, RunClock clock) {
        this(target, transactions, clock, new ConcurrentHashMap<>());
    }

    /** Returns a workload whose steps include the opening of connections of this target. */
    BoundWorkload<S> workload(BoundWorkload<S> sent) {
        return new Timed<>(sent, opened);
    }

    @Override
    public Class<S> sessionType() {
        return target.sessionType();
    }

    @Override
    public TargetInfo info() {
        return target.info();
    }

    @Override
    public SessionSource<S> dedicatedSessions() {
        return leasedSessions(1);
    }

    @Override
    public SessionSource<S> leasedSessions(int size) {
        return new Connections(size);
    }

    @Override
    public FailureClassifier failures() {
        return target.failures();
    }

    @Override
    public void close() {
        target.close();
    }

    /** A number of connections that workers share. */
    private final class Connections implements SessionSource<S> {

        /** One of the connections. Used by the worker that has taken it from the queue. */
        private final class Place {
            private final SessionSource<S> source = target.dedicatedSessions();
            /** The executor acquires and releases each session once, so that all are open when the load begins. */
            private int carried = -1;

            private boolean closed;
        }

        private final List<Place> places = new ArrayList<>();
        private final BlockingQueue<Place> free = new LinkedBlockingQueue<>();
        private final Map<S, Place> used = new ConcurrentHashMap<>();

        Connections(int size) {
            for (int i = 0; i < size; i++) {
                places.add(new Place());
            }
            free.addAll(places);
        }

        @Override
        public S acquire() {
            Place place = take();
            long started = clock.now();
            try {
                S session = place.source.acquire();
                if (place.closed) {
                    place.closed = false;
                    opened.put(session, clock.now() - started);
                }
                used.put(session, place);
                return session;
            } catch (RuntimeException e) {
                free.add(place);
                throw e;
            }
        }

        private Place take() {
            try {
                return free.take();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new HarnessException("interrupted while waiting for a session", e);
            }
        }

        @Override
        public void release(S session) {
            Place place = returned(session);
            if (++place.carried >= transactions) {
                close(place, session);
            } else {
                place.source.release(session);
            }
            free.add(place);
        }

        @Override
        public void discard(S session) {
            Place place = returned(session);
            close(place, session);
            free.add(place);
        }

        private Place returned(S session) {
            opened.remove(session);
            Place place = used.remove(session);
            if (place == null) {
                throw new IllegalArgumentException("not acquired here");
            }
            return place;
        }

        private void close(Place place, S session) {
            place.source.discard(session);
            place.carried = 0;
            place.closed = true;
        }

        @Override
        public void close() {
            places.forEach(place -> place.source.close());
        }
    }

    /**
     * A workload that records how long its connections took to open.
     *
     * @param sent   the workload
     * @param opened nanoseconds, by session
     */
    private record Timed<S extends Session>(BoundWorkload<S> sent, Map<S, Long> opened) implements BoundWorkload<S> {

        @Override
        public List<Operation> operations() {
            return sent.operations();
        }

        @Override
        public List<String> steps() {
            List<String> steps = new ArrayList<>(sent.steps());
            steps.add(CONNECT);
            return List.copyOf(steps);
        }

        @Override
        public OperationSource<S> source(int user, Seed seed) {
            OperationSource<S> source = sent.source(user, seed);
            int connect = sent.steps().size();
            return () -> new Carried<>(source.next(), opened, connect);
        }

        @Override
        public BoundWorkload<S> slice(Slice slice) {
            return new Timed<>(sent.slice(slice), opened);
        }

        @Override
        public int defaultUsers() {
            return sent.defaultUsers();
        }

        @Override
        public ThinkTime thinkTime() {
            return sent.thinkTime();
        }

        @Override
        public DataSet dataSet() {
            return sent.dataSet();
        }
    }

    private record Carried<S extends Session>(Invocation<S> sent, Map<S, Long> opened, int connect)
            implements Invocation<S> {

        @Override
        public Operation operation() {
            return sent.operation();
        }

        @Override
        public Outcome execute(S session) throws Exception {
            return sent.execute(session);
        }

        @Override
        public Outcome execute(S session, Steps steps) throws Exception {
            Long nanos = opened.remove(session);
            if (nanos != null) {
                steps.end(connect, steps.start() - nanos);
            }
            return sent.execute(session, steps);
        }
    }
}
