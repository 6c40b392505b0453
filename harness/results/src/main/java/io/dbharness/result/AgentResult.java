package io.dbharness.result;

import io.dbharness.model.Internal;

/**
 * The part of one of several processes that sent a load together.
 *
 * @param name             where the others reach it, for example {@code 10.0.0.5:7800}
 * @param users            of the load's users
 * @param connections      of the load's sessions
 * @param intended         requests within the measurement window
 * @param started          of these, sent
 * @param completed        of these, ended as specified
 * @param failed           of these, ended in failure
 * @param throughput       completions a second within the measurement window
 * @param p99Nanos         of the response times
 * @param cpuShare         of its processors, 0 to 1
 * @param clockOffsetNanos how far its wall clock is ahead of the coordinator's, by the fastest of some exchanges
 * @param clockErrorNanos  how far the offset may be off: half of that exchange
 * @param startSkewNanos   how much later than planned its load began, within that error
 * @param lagNanos         how late its figures of a second came at most, after the end of that second
 * @param lost             why it did not get to the end; empty if it did
 */
@Internal
public record AgentResult(
        String name,
        int users,
        int connections,
        long intended,
        long started,
        long completed,
        long failed,
        double throughput,
        long p99Nanos,
        double cpuShare,
        long clockOffsetNanos,
        long clockErrorNanos,
        long startSkewNanos,
        long lagNanos,
        String lost) {

    /** Returns true if it was lost before the end. */
    public boolean wasLost() {
        return !lost.isEmpty();
    }
}
