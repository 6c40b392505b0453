package io.dbharness.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.measure.Quantiles;
import io.dbharness.model.Internal;
import io.dbharness.model.UsageException;
import io.dbharness.result.analysis.MeanInterval;
import io.dbharness.result.analysis.PercentileSupport;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * A distribution as stored. Count, minimum, mean and maximum are exact; percentiles have three significant digits from 1 us on and are the
 * value of rank max(1, ceil(q n)); the histogram is the truth from which any other figure can be made later.
 *
 * @param count            values
 * @param minNanos         0 when empty
 * @param meanNanos        0 when empty
 * @param maxNanos         0 when empty
 * @param percentilesNanos {@code p25} ... {@code p99}, {@code n3} (99.9) ... {@code n9}
 * @param atLeast          names of figures that rest on requests without an end: the true value is at least the printed one
 * @param infinite         names of percentiles that fall on a request that was never sent: no value at all
 * @param ci95Nanos        {@code mean} and percentiles to the two ends of their 95 % confidence interval within the run; by order
 *                         statistics of as many independent requests as the requests are worth, which are slow together; missing where
 *                         these are too few
 * @param effectiveSamples how many independent requests the requests are worth for each percentile that enough of them support; empty
 *     where it is not known
 * @param pendingNanos     how long invocations that had not ended had taken so far, in order; each has a rank in the percentiles
 * @param unsentNanos      how long requests that were due and not sent at the end had waited, to how many had; each has a rank, too
 * @param histogram        HdrHistogram V2, compressed, base64
 */
public record LatencyResult(
        long count,
        long minNanos,
        double meanNanos,
        long maxNanos,
        Map<String, Long> percentilesNanos,
        List<String> atLeast,
        List<String> infinite,
        @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, List<Long>> ci95Nanos,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
        Map<String, Long> effectiveSamples,

        @JsonSetter(nulls = Nulls.AS_EMPTY) List<Long> pendingNanos,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
        Map<Long, Long> unsentNanos,

        String histogram) {

    private static final double THREE_DIGITS = 1.001;

    /** Half a rank below, so that rounding does not reach the next. */
    private static final double HALF = 0.5;

    public LatencyResult {
        percentilesNanos = Collections.unmodifiableMap(new LinkedHashMap<>(percentilesNanos));
        atLeast = List.copyOf(atLeast);
        infinite = List.copyOf(infinite);
        ci95Nanos = Collections.unmodifiableMap(new TreeMap<>(ci95Nanos));
        effectiveSamples = Collections.unmodifiableMap(new TreeMap<>(effectiveSamples));
        pendingNanos = List.copyOf(pendingNanos);
        unsentNanos = Collections.unmodifiableMap(new TreeMap<>(unsentNanos));
    }

    @Internal
    public static LatencyResult of(LatencyHistogram distribution) {
        return of(distribution, List.of(), 0);
    }

    /**
     * With invocations that have not ended: each takes a rank at its age, and every percentile at or beyond the youngest of them is a
     * lower bound.
     *
     * <p>Requests that were never sent rank behind all others, infinitely slow.
     *
     * @param pending what pending invocations have taken so far, in nanoseconds
     * @param skipped requests that were intended and never sent
     */
    @Internal
    public static LatencyResult of(LatencyHistogram ended, List<Long> pending, long skipped) {
        return of(ended, pending, skipped, Map.of(), Map.of());
    }

    /**
     * With the confidence intervals of a run.
     *
     * @param batches what ended in each of consecutive parts of the measurement
     * @param unsent  how long requests that were due and not sent had waited, to how many had
     */
    static LatencyResult of(
            LatencyHistogram ended,
            List<Long> pending,
            long skipped,
            List<Batches.Cells> batches,
            Map<Long, Long> unsent) {
        LatencyResult all = of(ended, pending, skipped, EffectiveSamples.of(ended, batches), unsent);
        Map<String, List<Long>> intervals = new TreeMap<>(all.ci95Nanos);
        // A mean is as hard to know as the median where queues make it, and no interval covers one with waits of
        // unknown length.
        if (skipped == 0 && pending.isEmpty() && unsent.isEmpty() && intervals.containsKey("p50")) {
            MeanInterval.ofRatio(figures(batches, Batches.Cells::sumNanos), figures(batches, Batches.Cells::count))
                    .ifPresent(mean -> intervals.put("mean", List.of(Math.round(mean.low()), Math.round(mean.high()))));
        }
        return new LatencyResult(
                all.count,
                all.minNanos,
                all.meanNanos,
                all.maxNanos,
                all.percentilesNanos,
                all.atLeast,
                all.infinite,
                intervals,
                all.effectiveSamples,
                all.pendingNanos,
                all.unsentNanos,
                all.histogram);
    }

    /**
     * With confidence intervals of percentiles.
     *
     * @param effectiveSamples how many independent requests those that ended are worth, by the name of the percentile
     */
    @Internal
    public static LatencyResult of(
            LatencyHistogram ended, List<Long> pending, long skipped, Map<String, Long> effectiveSamples) {
        return of(ended, pending, skipped, effectiveSamples, Map.of());
    }

    /**
     * With requests that were due and not sent: each takes a rank at its age. A percentile is a lower bound where it would be another if
     * they took longer than all others.
     */
    static LatencyResult of(
            LatencyHistogram ended,
            List<Long> pending,
            long skipped,
            Map<String, Long> effectiveSamples,
            Map<Long, Long> unsent) {
        LatencyHistogram started = withPending(ended, pending);
        LatencyHistogram ranked = withUnsent(started, unsent);
        long youngest = pending.stream().mapToLong(ranked::leastInCellOf).min().orElse(Long.MAX_VALUE);
        long sent = ranked.count();
        Percentiles all = Percentiles.of(ranked, skipped);
        List<String> atLeast = new ArrayList<>();
        all.nanos().forEach((name, value) -> {
            boolean moves = !unsent.isEmpty() && isLonger(started, Quantiles.of(name) * (sent + skipped), value);
            if (!all.infinite().contains(name) && (value >= youngest || moves)) {
                atLeast.add(name);
            }
        });
        if (ranked.meanNanos() > THREE_DIGITS * ended.meanNanos()) {
            atLeast.add("mean");
        }
        if (ranked.maxNanos() > ended.maxNanos()) {
            atLeast.add("max");
        }
        Map<String, List<Long>> intervals = intervals(ranked, youngest, skipped, effectiveSamples);
        intervals.keySet().removeAll(atLeast);
        return new LatencyResult(
                ended.count(),
                ended.minNanos(),
                ended.meanNanos(),
                ended.maxNanos(),
                all.nanos(),
                atLeast,
                all.infinite(),
                intervals,
                effectiveSamples,
                pending.stream().sorted().toList(),
                unsent,
                encode(ended.histogram()));
    }

    /**
     * The percentiles of all intended requests.
     *
     * @param nanos    by name, in the order of {@link Quantiles#BY_NAME}
     * @param infinite names of those that fall on a request that was never sent
     */
    record Percentiles(Map<String, Long> nanos, List<String> infinite) {

        static Percentiles of(LatencyHistogram ranked, long skipped) {
            long sent = ranked.count();
            Map<String, Long> nanos = new LinkedHashMap<>();
            List<String> infinite = new ArrayList<>();
            Quantiles.BY_NAME.forEach((name, quantile) -> {
                // The rank among all intended requests, as a quantile of those that were sent.
                double rank = Math.max(1, Math.ceil(quantile * (sent + skipped)));
                if (skipped > 0 && rank > sent) {
                    infinite.add(name);
                }
                double among = skipped == 0 || sent == 0 ? quantile : Math.min(1, rank / sent);
                nanos.put(name, ranked.quantileNanos(among));
            });
            return new Percentiles(nanos, infinite);
        }
    }

    /** Computes the percentiles again from the stored distribution. */
    Percentiles percentiles(LatencyHistogram stored, long skipped) {
        return Percentiles.of(withUnsent(withPending(stored, pendingNanos), unsentNanos), skipped);
    }

    private static LatencyHistogram withPending(LatencyHistogram ended, List<Long> pending) {
        if (pending.isEmpty()) {
            return ended;
        }
        LatencyHistogram started = new LatencyHistogram();
        started.add(ended);
        pending.forEach(started::record);
        return started;
    }

    private static LatencyHistogram withUnsent(LatencyHistogram started, Map<Long, Long> unsent) {
        if (unsent.isEmpty()) {
            return started;
        }
        LatencyHistogram ranked = new LatencyHistogram();
        ranked.add(started);
        unsent.forEach((age, count) -> LongStream.range(0, count).forEach(i -> ranked.record(age)));
        return ranked;
    }

    /** Returns the intervals; none where an end falls on a request that has not ended. */
    private static Map<String, List<Long>> intervals(
            LatencyHistogram ranked, long youngest, long skipped, Map<String, Long> effectiveSamples) {
        Map<String, List<Long>> intervals = new TreeMap<>();
        effectiveSamples.forEach((name, effective) -> {
            PercentileSupport.Ranks ranks = PercentileSupport.ranks95(effective, Quantiles.of(name));
            double scale = (double) (ranked.count() + skipped) / effective;
            double last = scale * (ranks.high() - HALF);
            if (ranks.low() >= 1 && ranks.high() <= effective && last <= ranked.count()) {
                long high = atRank(ranked, last);
                if (high < youngest) {
                    intervals.put(name, List.of(atRank(ranked, scale * (ranks.low() - HALF)), high));
                }
            }
        });
        return intervals;
    }

    static double[] figures(List<Batches.Cells> batches, ToDoubleFunction<Batches.Cells> figure) {
        return batches.stream().mapToDouble(figure).toArray();
    }

    /** Returns true if the value of this rank is longer, to three digits, where unsent requests rank last. */
    private static boolean isLonger(LatencyHistogram started, double rank, long nanos) {
        double last = Math.max(1, Math.ceil(rank));
        return last > started.count() || started.quantileNanos(last / started.count()) > nanos * THREE_DIGITS;
    }

    private static long atRank(LatencyHistogram ranked, double rank) {
        return ranked.quantileNanos(rank / ranked.count());
    }

    /** The percentile of this name, in nanoseconds. */
    public long nanos(String percentile) {
        Long value = percentilesNanos.get(percentile);
        if (value == null) {
            throw new IllegalArgumentException("no percentile " + percentile + " among " + percentilesNanos.keySet());
        }
        return value;
    }

    /** A percentile, {@code mean}, {@code min} or {@code max}; infinite where it falls on a request that was never sent. */
    public double figureNanos(String name) {
        return switch (name) {
            case "mean" -> meanOfAllNanos();
            case "min" -> minNanos;
            case "max" -> Math.max(maxNanos, open().max().orElse(0));
            default -> infinite.contains(name) ? Double.POSITIVE_INFINITY : nanos(name);
        };
    }

    /** Ages of requests without an end. */
    private LongStream open() {
        return LongStream.concat(
                pendingNanos.stream().mapToLong(Long::longValue),
                unsentNanos.keySet().stream().mapToLong(Long::longValue));
    }

    private double meanOfAllNanos() {
        double ages = pendingNanos.stream().mapToDouble(Long::doubleValue).sum()
                + unsentNanos.entrySet().stream()
                        .mapToDouble(unsent -> (double) unsent.getKey() * unsent.getValue())
                        .sum();
        long all = count
                + pendingNanos.size()
                + unsentNanos.values().stream().mapToLong(Long::longValue).sum();
        return all == count ? meanNanos : (meanNanos * count + ages) / all;
    }

    /** The stored distribution, exact counters included. */
    @Internal
    public LatencyHistogram distribution() {
        return LatencyHistogram.of(decode(histogram), Math.round(meanNanos * count), minNanos, maxNanos);
    }

    /** Returns the components that a merge reads; they compare faster than all components of a record. */
    List<Object> mergedParts() {
        return List.of(histogram, meanNanos, minNanos, maxNanos, atLeast, effectiveSamples, pendingNanos, unsentNanos);
    }

    /** As results and interval logs hold it: HdrHistogram's compressed encoding in Base64. */
    static String encode(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    private static Histogram decode(String text) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
        } catch (DataFormatException | RuntimeException e) {
            // The exception depends on where the bytes are damaged.
            throw new UsageException(List.of("a histogram in the result file is damaged"));
        }
    }
}
