package io.dbharness.sut;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Reads a server's own figures while it is under load, over a separate connection. One thread at a time. A probe that throws leaves a
 * gap in the result and is read again; it never ends a run.
 */
public interface ServerProbe extends AutoCloseable {

    /** The probe of a target that reports no figures. */
    ServerProbe SILENT = new ServerProbe() {};

    /**
     * The levels of this moment, read once an interval, by name in camel case with its unit where it has one: {@code
     * pendingCompactions}, {@code walBytesPerSecond}, {@code cpuPercent}. A name that is missing is not known now.
     */
    default Map<String, Double> read() throws Exception {
        return Map.of();
    }

    /** Counts that only grow, read at start and end of the measurement; their difference is what the run caused: {@code commits}. */
    default Map<String, Double> counters() throws Exception {
        return Map.of();
    }

    /**
     * Returns the statements that took most of the server's time since the last call, from its own statistics; the first call only
     * begins to count. Called at start and end of the measurement.
     */
    default BusyStatements busyStatements() throws Exception {
        return BusyStatements.UNKNOWN;
    }

    /**
     * The statements that took most of a server's time.
     *
     * @param source  the server's statistics, for example {@code pg_stat_statements}; empty if there are none
     * @param note    why there are none; empty if there are
     * @param seconds that all counted statements took together
     * @param top     those that took most, longest first; at most ten
     */
    record BusyStatements(String source, String note, double seconds, List<BusyStatement> top) {
        /** The statements of a server without a probe of them. */
        public static final BusyStatements UNKNOWN = new BusyStatements("", "", 0, List.of());

        public BusyStatements {
            top = List.copyOf(top);
        }
    }

    /**
     * All executions of a statement.
     *
     * @param text    as the server normalises it, at most 200 characters
     * @param calls   executions
     * @param seconds on the server, together
     * @param rows    returned or changed, together
     */
    record BusyStatement(String text, long calls, double seconds, long rows) {}

    /**
     * The load is about to begin, and these are the ends of its measurement, in nanoseconds of the run's clock. Called once, by another
     * thread than the others.
     */
    default void measures(long from, long until) {}

    /**
     * Returns the work of each node of a cluster for this client in the measurement, and its absences; empty for a single server. Called at
     * the end.
     */
    default List<NodeWork> nodes() throws Exception {
        return List.of();
    }

    /**
     * The part of one node.
     *
     * @param name       as operators know it
     * @param datacenter where it is
     * @param answers    how long it took for each request that it answered, in nanoseconds from 1 us to 1 h
     * @param sumNanos   of these, exact
     * @param failed     requests that it answered with an error, or that were lost on the way to it
     * @param absences   in the order of time
     */
    record NodeWork(
            String name, String datacenter, Histogram answers, long sumNanos, long failed, List<Absence> absences) {

        public NodeWork {
            absences = List.copyOf(absences);
        }
    }

    /**
     * A time without a node.
     *
     * @param how  in words that follow "the node ", for example {@code was down}
     * @param from when that was seen
     * @param to   when it was seen again; empty while it is away
     */
    record Absence(String how, Instant from, Optional<Instant> to) {}

    /**
     * Returns figures that another system recorded of the server during the run and delivers afterwards, such as a cloud's monitoring.
     * Called once, last; may wait for figures that are not there yet.
     *
     * @param from the beginning of the measurement
     * @param to   its end
     */
    default List<Recording> recorded(Instant from, Instant to) throws Exception {
        return List.of();
    }

    /**
     * A level over time that was recorded in separate intervals.
     *
     * @param name     as in {@link #read}
     * @param start    when its first interval begins
     * @param interval length of each
     * @param values   one for each interval, null where none was recorded
     */
    record Recording(String name, Instant start, Duration interval, List<@Nullable Double> values) {

        public Recording {
            // List.copyOf refuses nulls.
            values = Collections.unmodifiableList(new ArrayList<>(values));
        }
    }

    /** Closes what it reads from, if anything stays open between readings. */
    @Override
    default void close() {}
}
