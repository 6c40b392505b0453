package io.dbharness.target;

import java.util.Map;

/**
 * What a server tells about itself while it is under load, over a conversation of its own. One thread at a time. A probe that throws
 * leaves a gap in the result and is asked again; it never ends a run.
 */
public interface ServerProbe extends AutoCloseable {

    /** A target that tells nothing. */
    ServerProbe SILENT = new ServerProbe() {
        @Override
        public Map<String, Double> read() {
            return Map.of();
        }

        @Override
        public Map<String, Double> counters() {
            return Map.of();
        }

        @Override
        public void close() {}
    };

    /**
     * The levels of this moment, asked for once an interval, by name in camel case with its unit where it has one: {@code
     * pendingCompactions}, {@code walBytesPerSecond}, {@code cpuPercent}. A name that is missing is not known now.
     */
    Map<String, Double> read() throws Exception;

    /** Counts that only grow, asked for at start and end of the measurement; their difference is what the run caused: {@code commits}. */
    Map<String, Double> counters() throws Exception;

    @Override
    void close();
}
