package io.dbharness.agents;

import io.dbharness.agents.Message.Ended;
import io.dbharness.exec.RunCounts.Pending;
import io.dbharness.load.RunWindows.Phase;
import io.dbharness.measure.Counts;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.measure.IntervalSnapshot.OperationInterval;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.Operation;
import io.dbharness.result.AgentResult;
import io.dbharness.result.IntervalFiles;
import io.dbharness.result.RunResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jgroups.Address;
import org.jspecify.annotations.Nullable;

/** One agent in one run, as its coordinator knows it. One thread. */
final class Member {

    private final Address address;
    private final String name;
    private final ClockOffset clock;
    private final LoadAssignment load;
    private final Deque<IntervalSnapshot> unpublished = new ArrayDeque<>();
    private final Map<Operation, OperationInterval> measured = new HashMap<>();
    private final Optional<IntervalFiles> files;
    private int received;
    private int published;
    private long completedInside;
    private long lastEnd;
    private long inFlight;
    private long backlog;
    private long heard;
    private long lagNanos;
    private long startSkewNanos;
    private boolean ready;
    private volatile @Nullable Ended ended;
    private @Nullable RunResult result;
    private volatile String lost = "";

    Member(
            Address address,
            String name,
            ClockOffset clock,
            LoadAssignment load,
            Optional<IntervalFiles> files,
            long now) {
        this.address = address;
        this.name = name;
        this.clock = clock;
        this.load = load;
        this.files = files;
        this.heard = now;
    }

    Address address() {
        return address;
    }

    String name() {
        return name;
    }

    ClockOffset clock() {
        return clock;
    }

    LoadAssignment load() {
        return load;
    }

    void heard(long now) {
        heard = now;
    }

    /** Excludes time in which the coordinator itself did not run and could not receive messages. */
    void forgive(long nanos, long now) {
        heard = Math.min(now, heard + nanos);
    }

    long silentNanos(long now) {
        return now - heard;
    }

    void ready() {
        ready = true;
    }

    boolean isReady() {
        return ready;
    }

    void startSkew(long nanos) {
        startSkewNanos = nanos;
    }

    /** An interval came; each in its turn, none twice. */
    void add(int number, IntervalSnapshot interval, long lag) {
        if (number != received) {
            return;
        }
        received++;
        lagNanos = Math.max(lagNanos, lag);
        lastEnd = interval.endNanos();
        inFlight = interval.inFlight();
        backlog = interval.backlog();
        unpublished.add(interval);
        files.ifPresent(into -> into.interval(interval));
        for (OperationInterval operation : interval.operations()) {
            completedInside += operation.counts().completedInside();
            if (operation.phase() == Phase.MEASUREMENT) {
                measured.merge(operation.operation(), operation, OperationInterval::plus);
            }
        }
    }

    /** Returns true if it has reported this interval, or has no more to report. */
    boolean hasTold(int number) {
        return received > number || !isAtWork();
    }

    /** Removes and returns the intervals up to this one. */
    List<IntervalSnapshot> take(int upTo) {
        List<IntervalSnapshot> taken = new ArrayList<>();
        while (published <= upTo && !unpublished.isEmpty()) {
            taken.add(unpublished.remove());
            published++;
        }
        return taken;
    }

    boolean hasUnpublished() {
        return !unpublished.isEmpty();
    }

    long inFlight() {
        return isAtWork() ? inFlight : 0;
    }

    long backlog() {
        return isAtWork() ? backlog : 0;
    }

    void ended(Ended told, RunResult itsResult) {
        ended = told;
        result = itsResult;
    }

    void lost(String why) {
        lost = why;
    }

    Optional<Ended> ended() {
        return Optional.ofNullable(ended);
    }

    Optional<RunResult> result() {
        return Optional.ofNullable(result);
    }

    /** Neither ended nor lost. */
    boolean isAtWork() {
        return ended == null && lost.isEmpty();
    }

    boolean isLost() {
        return !lost.isEmpty();
    }

    private Counts counts() {
        return measured.values().stream().map(OperationInterval::counts).reduce(Counts.ZERO, Counts::plus);
    }

    /** Returns the requests that it has reported as sent in the measurement. */
    long started() {
        return counts().started();
    }

    /** Returns the least ages of requests whose end it has not reported. */
    List<Pending> unanswered(long now) {
        List<Pending> pending = new ArrayList<>();
        measured.forEach((operation, interval) -> {
            Counts counts = interval.counts();
            long missing = counts.started() - counts.completed() - counts.failed();
            long age = Math.max(0, now - lastEnd);
            for (long i = 0; i < missing; i++) {
                pending.add(new Pending(operation.name(), age, age));
            }
        });
        return pending;
    }

    /** @param seconds the length of the measurement */
    AgentResult summary(double seconds) {
        Counts counts = counts();
        LatencyHistogram response = new LatencyHistogram();
        measured.values().forEach(interval -> response.add(interval.response()));
        RunResult known = result;
        return new AgentResult(
                name,
                load.users(),
                load.connections(),
                known == null ? counts.started() : known.totals().intended(),
                counts.started(),
                counts.completed(),
                counts.failed(),
                completedInside / seconds,
                response.quantileNanos(0.99),
                known == null ? 0 : known.health().cpuShare(),
                clock.wallNanos(),
                clock.errorNanos(),
                startSkewNanos,
                lagNanos,
                lost);
    }

    void close() {
        files.ifPresent(IntervalFiles::close);
    }
}
