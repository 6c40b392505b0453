package io.dbharness.measure;

import io.dbharness.model.Internal;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * How much the client itself added to the service times of a run, by samples of its requests.
 *
 * @param queueingTold    true if the system reports how long threads wait for a processor; otherwise that part is unknown
 * @param samples         requests that were sampled; 0 where nothing is known
 * @param waitedShare     of the time that requests took, the part in which the client's threads waited for a processor or were paused
 * @param delayedRequests requests that the client made more than 50 us longer, by the samples
 * @param othersNanos     operation, or {@code total}, to percentile to what it is at least without the client, in nanoseconds
 * @param pauses          when the whole process stood still for 1 ms or more: the longest ones, in time order
 * @param pauseCount      of all such pauses
 * @param pausedNanos     their sum
 */
@Internal
public record ClientDelays(
        boolean queueingTold,
        long samples,
        double waitedShare,
        long delayedRequests,
        Map<String, Map<String, Long>> othersNanos,
        List<Pause> pauses,
        long pauseCount,
        long pausedNanos) {

    /** Most pauses that are listed, the longest ones. */
    private static final int LISTED = 50;

    /** The group of all operations. */
    public static final String TOTAL = "total";

    /** Delays of a run that was not sampled. */
    public static final ClientDelays UNKNOWN = of(false, new Sampled(0, 0, 0, Map.of()), new Stops(List.of(), 0, 0));

    /**
     * A pause of the whole process.
     *
     * @param atSeconds from the start of the measurement
     * @param nanos     how long
     * @param cause     {@code collection} of garbage, or {@code stopped}: by a signal, a processor limit or the machine
     */
    public record Pause(double atSeconds, long nanos, String cause) {}

    /** The requests that were sampled, with the components of {@link ClientDelays}. */
    public record Sampled(
            long samples, double waitedShare, long delayedRequests, Map<String, Map<String, Long>> othersNanos) {}

    /** The pauses of the process, with the components of {@link ClientDelays}. */
    public record Stops(List<Pause> pauses, long pauseCount, long pausedNanos) {}

    public static ClientDelays of(boolean queueingTold, Sampled sampled, Stops stops) {
        return new ClientDelays(
                queueingTold,
                sampled.samples,
                sampled.waitedShare,
                sampled.delayedRequests,
                sampled.othersNanos,
                stops.pauses,
                stops.pauseCount,
                stops.pausedNanos);
    }

    public ClientDelays {
        Map<String, Map<String, Long>> copy = new TreeMap<>();
        Objects.requireNonNullElse(othersNanos, Map.<String, Map<String, Long>>of())
                .forEach((name, values) -> copy.put(name, Collections.unmodifiableMap(new LinkedHashMap<>(values))));
        othersNanos = Collections.unmodifiableMap(copy);
        pauses = List.copyOf(Objects.requireNonNullElse(pauses, List.of()));
    }

    static ClientDelays of(boolean queueingTold, Map<String, ClientShare> shares, Pauses pauses, long origin) {
        List<Pauses.Pause> all = pauses.all();
        ClientShare total = shares.getOrDefault(TOTAL, new ClientShare());
        Map<String, Map<String, Long>> others = new TreeMap<>();
        shares.forEach((name, share) -> others.put(name, share.othersNanos()));
        return of(
                queueingTold,
                new Sampled(total.samples(), total.waitedShare(), total.delayed(), others),
                new Stops(
                        all.stream()
                                .sorted(Comparator.comparingLong(Pauses.Pause::nanos)
                                        .reversed())
                                .limit(LISTED)
                                .sorted(Comparator.comparingLong(Pauses.Pause::surely))
                                .map(p -> new Pause(
                                        (p.surely() - origin) / 1e9,
                                        p.nanos(),
                                        p.cause().name().toLowerCase(Locale.ROOT)))
                                .toList(),
                        all.size(),
                        all.stream().mapToLong(Pauses.Pause::nanos).sum()));
    }

    /** Merges two clients or two runs: a percentile of both is never below the lower of the two. */
    public ClientDelays plus(ClientDelays other) {
        Map<String, Map<String, Long>> others = new TreeMap<>(othersNanos);
        other.othersNanos.forEach((name, values) -> others.merge(name, values, ClientDelays::lower));
        return of(
                queueingTold && other.queueingTold,
                new Sampled(
                        samples + other.samples,
                        Math.max(waitedShare, other.waitedShare),
                        delayedRequests + other.delayedRequests,
                        others),
                new Stops(
                        Stream.concat(pauses.stream(), other.pauses.stream())
                                .sorted(Comparator.comparingDouble(Pause::atSeconds)
                                        .thenComparingLong(Pause::nanos)
                                        .thenComparing(Pause::cause))
                                .toList(),
                        pauseCount + other.pauseCount,
                        pausedNanos + other.pausedNanos));
    }

    private static Map<String, Long> lower(Map<String, Long> a, Map<String, Long> b) {
        Map<String, Long> lower = new LinkedHashMap<>();
        Quantiles.BY_NAME.keySet().stream()
                .filter(name -> a.containsKey(name) && b.containsKey(name))
                .forEach(name -> lower.put(name, Math.min(a.getOrDefault(name, 0L), b.getOrDefault(name, 0L))));
        return lower;
    }

    /**
     * How much of a percentile of the service time may be the client's, in nanoseconds: never less than what it is, but for one case in
     * twenty. Empty where too few requests were sampled.
     *
     * @param operation    or {@code total}
     * @param serviceNanos the percentile as it was recorded
     */
    public OptionalLong mostNanos(String operation, String percentile, long serviceNanos) {
        Long others = othersNanos.getOrDefault(operation, Map.of()).get(percentile);
        return others == null ? OptionalLong.empty() : OptionalLong.of(Math.max(0, serviceNanos - others));
    }
}
