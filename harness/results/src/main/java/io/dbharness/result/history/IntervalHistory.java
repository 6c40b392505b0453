package io.dbharness.result.history;

import io.dbharness.model.Internal;
import io.dbharness.result.IntervalFiles;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The course of a run over time, from the files of {@link IntervalFiles}; several intervals are merged where there are many. Immutable.
 *
 * @param stretchSeconds length of a stretch
 * @param stretches      in time order without a hole, warm-up and drain included; none when there are no files
 */
@Internal
public record IntervalHistory(double stretchSeconds, List<Stretch> stretches) {

    /** The history of a run without interval files, such as a merged result. */
    public static final IntervalHistory NONE = new IntervalHistory(1, List.of());

    /** Latencies are distinguished by a quarter of an octave, which is finer than an eye distinguishes colours. */
    static final int BUCKETS_PER_OCTAVE = 4;

    private static final double FIRST_BUCKET_NANOS = 1_000;

    /**
     * Some intervals one after the other.
     *
     * @param startSeconds from the start of the measurement; negative in the warm-up
     * @param operations   what ended in it, by operation
     * @param all          the same of all operations together
     * @param buckets      response times of all operations: bucket to count; see {@link IntervalHistory#lowestNanos(int)}
     * @param inFlight     invocations started and not ended, at its end
     * @param backlog      starts due and not made, at its end
     */
    public record Stretch(
            double startSeconds,
            Map<String, Ended> operations,
            Ended all,
            Map<Integer, Long> buckets,
            long inFlight,
            long backlog) {

        public Stretch {
            operations = Collections.unmodifiableMap(new TreeMap<>(operations));
            buckets = Collections.unmodifiableMap(new TreeMap<>(buckets));
        }
    }

    /**
     * The requests that ended in a stretch.
     *
     * @param completed as specified
     * @param failed    in failure
     * @param p50Nanos  response time of those that completed; 0 if none did
     * @param p99Nanos  99th percentile
     * @param maxNanos  maximum
     */
    public record Ended(long completed, long failed, long p50Nanos, long p99Nanos, long maxNanos) {

        /** Nothing did. */
        public static final Ended NOTHING = new Ended(0, 0, 0, 0, 0);
    }

    /** Returns the names of the operations of all stretches. */
    public SortedSet<String> operations() {
        SortedSet<String> names = new TreeSet<>();
        stretches.forEach(stretch -> names.addAll(stretch.operations().keySet()));
        return names;
    }

    /** Without the drain: only stretches that begin before this second of the measurement. */
    public IntervalHistory until(double seconds) {
        // Readings are a little late, which must not make a stretch of them.
        double end = seconds - stretchSeconds / 10;
        return new IntervalHistory(
                stretchSeconds,
                stretches.stream().filter(s -> s.startSeconds() < end).toList());
    }

    /** The least response time of a bucket; the first holds all that is less, too. */
    public static double lowestNanos(int bucket) {
        return FIRST_BUCKET_NANOS * Math.pow(2, (double) bucket / BUCKETS_PER_OCTAVE);
    }

    /** The bucket of a response time. */
    static int bucket(long nanos) {
        return (int)
                Math.max(0, Math.floor(BUCKETS_PER_OCTAVE * Math.log(nanos / FIRST_BUCKET_NANOS) / Math.log(2) + 1e-9));
    }
}
