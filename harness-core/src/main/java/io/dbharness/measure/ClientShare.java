package io.dbharness.measure;

import java.util.LinkedHashMap;
import java.util.Map;

/** The sampled requests of one operation: what they took, and what they would have taken without the client. One thread. */
final class ClientShare {

    /** Shorter delays are the nature of a client: encoding, a system call, a wake-up. */
    static final long ORDINARY_NANOS = 50_000;

    /** Fewer samples beyond a percentile say nothing of it. */
    private static final double LEAST_BEYOND = 5;

    /** One-sided 95 %, of the normal distribution. */
    private static final double Z95 = 1.645;

    private final LatencyHistogram others = new LatencyHistogram();
    private long samples;
    private double service;
    private double waited;
    private double delayed;

    /** @param paused how much of the sample's service time may be pauses of the whole process */
    void add(ClientSampler.Sample sample, long paused) {
        long took = sample.ended() - sample.started();
        long waiting = Math.min(took, sample.queued() + paused);
        long client = Math.min(took, sample.cpu() + waiting);
        samples++;
        service += (double) took * sample.weight();
        waited += (double) waiting * sample.weight();
        delayed += client > ORDINARY_NANOS ? sample.weight() : 0;
        others.record(took - client, sample.weight());
    }

    long samples() {
        return samples;
    }

    /** Returns the share of the requests' time, 0 to 1, in which their threads waited for a processor or the process was paused. */
    double waitedShare() {
        return service == 0 ? 0 : waited / service;
    }

    /** How many requests the client made more than 50 us longer, by the samples. */
    long delayed() {
        return Math.round(delayed);
    }

    /**
     * Returns a lower bound of each percentile without the client, in nanoseconds: the lower end of its one-sided 95 % confidence interval,
     * whose
     * rank lies {@code z sqrt(q (1 - q) / n)} below (order statistics, normal approximation of the binomial). Percentiles with too few
     * samples are missing.
     */
    Map<String, Long> othersNanos() {
        Map<String, Long> found = new LinkedHashMap<>();
        Quantiles.BY_NAME.forEach((name, quantile) -> {
            if (samples * (1 - quantile) >= LEAST_BEYOND) {
                double lower = quantile - Z95 * Math.sqrt(quantile * (1 - quantile) / samples);
                found.put(name, others.quantileNanos(Math.max(0, lower)));
            }
        });
        return found;
    }
}
