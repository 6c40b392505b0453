package io.dbharness.exec;

import io.dbharness.exec.Executor.Execution;
import io.dbharness.load.ClosedLoop;
import io.dbharness.load.LoadModel.Arrivals;
import io.dbharness.load.Pacer;
import io.dbharness.load.RunWindows;
import io.dbharness.load.RunWindows.Phase;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.FailureKind;
import io.dbharness.sut.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** All users of a run and the arrivals they share. Settled once, at the end. */
final class Users<S extends Session> {

    /** An arrival of an open load that waits longer for a user ends the run, so that the memory of the backlog stays bounded. */
    private static final long LONGEST_WAIT = Duration.ofMinutes(1).toNanos();

    private final Execution<S> execution;
    private final RunWindows windows;
    private final Arrivals arrivals;
    private final AtomicLong left;
    private final List<User<S>> users;

    /** Draws every user's first invocation before the run begins, because that takes time when there are many users. */
    static <S extends Session> List<User.Prepared<S>> prepare(Execution<S> execution) {
        return IntStream.range(0, execution.plan().load().users())
                .mapToObj(user ->
                        execution.workload().source(user, execution.plan().seed()))
                .map(source -> new User.Prepared<>(source, source.next()))
                .toList();
    }

    Users(Execution<S> execution, RunWindows windows, List<User.Prepared<S>> prepared) {
        this.execution = execution;
        this.windows = windows;
        this.arrivals = execution.plan().load().begin(execution.plan().seed(), windows);
        this.left = new AtomicLong(execution.plan().limits().count().orElse(Long.MAX_VALUE));
        this.users = IntStream.range(0, prepared.size())
                .mapToObj(user -> new User<>(prepared.get(user), pacer(user), windows))
                .toList();
    }

    private Pacer pacer(int user) {
        Pacer pacer = arrivals.pacerFor(user);
        return execution.plan().limits().count().isEmpty() ? pacer : counted(pacer);
    }

    /** Hands out starts until so many have been intended in the measurement, over all users. */
    private Pacer counted(Pacer pacer) {
        return (next, previousEnd) -> {
            if (left.get() <= 0) {
                return Pacer.NEVER;
            }
            long intended = pacer.intendedStart(next, previousEnd);
            boolean counts = windows.phaseOf(intended) == Phase.MEASUREMENT;
            return counts && left.getAndDecrement() <= 0 ? Pacer.NEVER : intended;
        };
    }

    /** Returns true if an arrival has waited too long. */
    boolean overloaded(long now) {
        return arrivals.longestWait(now) > LONGEST_WAIT;
    }

    /** Returns true if as many starts have been handed out as the run is limited to. */
    boolean exhausted() {
        return left.get() <= 0;
    }

    List<User<S>> users() {
        return users;
    }

    /** Arrivals due before {@code instant} that no user has taken. */
    long unclaimedBefore(long instant) {
        return exhausted() ? 0 : arrivals.unclaimedBetween(windows.start(), instant);
    }

    /** Ends every user and counts what is left of the measurement window at {@code now}. */
    RunCounts settle(
            long now, Map<FailureKind, String> firstFailures, Optional<String> targetLost, boolean overloaded) {
        // A counted run that has sent its count has no backlog.
        long[] due = exhausted() ? new long[0] : arrivals.dueUnclaimed(windows.measureFrom(), windows.end());
        boolean closed = execution.plan().load() instanceof ClosedLoop;
        Map<Long, Long> unsent = new HashMap<>();
        LatencyHistogram cells = new LatencyHistogram();
        for (long instant : due) {
            unsent.merge(cells.leastInCellOf(windows.end() - instant), 1L, Long::sum);
        }
        long backlog = due.length;
        long starts = 0;
        long delays = 0;
        List<RunCounts.Pending> pending = new ArrayList<>();
        for (User<S> user : users) {
            User.Settlement settlement = user.settle();
            starts += user.startsMeasured();
            delays += user.delaysMeasured();
            if (windows.measures(user.intended())) {
                if (settlement == User.Settlement.STILL_RUNNING) {
                    pending.add(new RunCounts.Pending(
                            user.invocation().operation().name(), now - user.intended(), now - user.started()));
                } else {
                    backlog++;
                    if (!closed) {
                        unsent.merge(cells.leastInCellOf(windows.end() - user.intended()), 1L, Long::sum);
                    }
                }
            }
        }
        double meanDelay = closed && starts > 0 ? (double) delays / starts : 0;
        return new RunCounts(
                windows,
                new RunCounts.Arrived(starts, arrivals.skippedMeasured(), backlog, unsent),
                pending,
                meanDelay,
                firstFailures,
                new RunCounts.EarlyEnd(targetLost, overloaded));
    }
}
