package io.dbharness.measure;

import io.dbharness.model.Internal;

/**
 * The state of the load generator itself during a measurement.
 *
 * @param cpuShare       processor time of this process over the window and the processors it may use, 0 to 1
 * @param collectionShare garbage collection over the window, 0 to 1
 * @param hiccups        how much longer than asked a sleeping thread slept, in nanoseconds
 * @param cpus           processors this process may use
 * @param peakHeapBytes  the most heap in use since the process started, summed over its pools
 * @param delays         what the client added to service times
 */
@Internal
public record GeneratorHealth(
        double cpuShare,
        double collectionShare,
        LatencyHistogram hiccups,
        int cpus,
        long peakHeapBytes,
        ClientDelays delays) {

    /** Returns the health for a run in virtual time, which this process cannot disturb. */
    public static GeneratorHealth unwatched() {
        return new GeneratorHealth(0, 0, new LatencyHistogram(), 0, 0, ClientDelays.UNKNOWN);
    }
}
