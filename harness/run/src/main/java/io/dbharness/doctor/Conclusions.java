package io.dbharness.doctor;

import io.dbharness.doctor.Diagnosis.Conclusion;
import io.dbharness.measure.LatencyHistogram;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Concludes from the measurements which figures can be trusted:
 *
 * <ul>
 *   <li><b>Highest rate</b> = {@value #SHARE_OF_PROCESSORS} × usable processors / (processor time of a wake-up + that of the sending side
 *       of a round trip on the loopback). With half of the processors busy, threads queue only briefly for one. The driver and a database
 *       on this machine need further processor time, so that the rate is an upper bound.
 *   <li><b>One connection</b> = 1 / median round trip of the target, or of the loopback without one.
 *   <li><b>Response times</b>: at a percentile, times of at least {@value #TIMES_THE_LAG} × the wake-up lag at that percentile are accurate
 *       to 10 %. Response times count from the intended start of a request, so that they include a late wake-up.
 *   <li><b>Finest percentile</b> = the highest percentile at which {@value #TIMES_THE_LAG} × the wake-up lag is at most the reference time:
 *       the target's median round trip or, without a target, {@value #REFERENCE_NANOS} ns. Percentiles with fewer than ten samples above
 *       them are ignored.
 * </ul>
 */
final class Conclusions {

    static final double SHARE_OF_PROCESSORS = 0.5;
    static final int TIMES_THE_LAG = 10;
    static final long REFERENCE_NANOS = 1_000_000;

    private static final int LEAST_ABOVE = 10;
    private static final double SECOND = 1e9;
    private static final Map<String, Double> PERCENTILES = percentiles();

    private Conclusions() {}

    private static Map<String, Double> percentiles() {
        Map<String, Double> all = new LinkedHashMap<>();
        all.put("p50", 0.5);
        all.put("p90", 0.9);
        all.put("p99", 0.99);
        all.put("p99.9", 0.999);
        return all;
    }

    static List<Conclusion> conclusions(Measurements examined) {
        List<Conclusion> all = new ArrayList<>();
        examined.loopback().ifPresent(loopback -> rate(examined, loopback, all));
        examined.roundTrip().ifPresent(trips -> all.add(oneConnection(examined, trips)));
        all.add(responseTimes(examined.wakeUps().lag()));
        all.add(finestPercentile(examined));
        return all;
    }

    private static void rate(Measurements examined, Loopback loopback, List<Conclusion> all) {
        double cost = examined.wakeUps().cpuNanosEach() + loopback.cpuNanosEach();
        if (cost <= 0) {
            return;
        }
        double rate = SHARE_OF_PROCESSORS * examined.usableProcessors() * SECOND / cost;
        all.add(new Conclusion(
                "highest rate",
                FigureFormat.limit(rate) + " requests a second in all",
                "half of " + FigureFormat.number(examined.usableProcessors()) + " processors / ("
                        + FigureFormat.time(examined.wakeUps().cpuNanosEach()) + " to wake + "
                        + FigureFormat.time(loopback.cpuNanosEach())
                        + " to send and receive) of processor time; driver and"
                        + " database come on top",
                Map.of("perSecond", rate)));
    }

    private static Conclusion oneConnection(Measurements examined, LatencyHistogram trips) {
        double rate = SECOND / Math.max(1, trips.quantileNanos(0.5));
        boolean ofTarget = examined.target().stream().anyMatch(target -> target.roundTrip() == trips);
        return new Conclusion(
                "one connection",
                FigureFormat.limit(rate) + " requests a second, one after the other",
                "1 / median round trip of " + (ofTarget ? "the target" : "the loopback"),
                Map.of("perSecond", rate));
    }

    private static Conclusion responseTimes(LatencyHistogram lag) {
        Map<String, Double> figures = new TreeMap<>();
        List<String> words = new ArrayList<>();
        PERCENTILES.forEach((name, quantile) -> {
            if (isSupported(lag, quantile)) {
                double least = (double) TIMES_THE_LAG * lag.quantileNanos(quantile);
                figures.put(name + "Nanos", least);
                words.add(name + " from " + FigureFormat.time(least));
            }
        });
        return new Conclusion(
                "response times",
                String.join(", ", words) + " on",
                TIMES_THE_LAG + " x wake-up lag at the same percentile, so that the lag is at most a tenth",
                figures);
    }

    private static Conclusion finestPercentile(Measurements examined) {
        LatencyHistogram lag = examined.wakeUps().lag();
        double reference = examined.target()
                .map(TargetTrips::roundTrip)
                .filter(trips -> trips.count() > 0)
                .map(trips -> (double) trips.quantileNanos(0.5))
                .orElse((double) REFERENCE_NANOS);
        String finest = "none";
        Map<String, Double> figures = new TreeMap<>(Map.of("referenceNanos", reference));
        for (Map.Entry<String, Double> percentile : PERCENTILES.entrySet()) {
            double quantile = percentile.getValue();
            if (isSupported(lag, quantile) && (double) TIMES_THE_LAG * lag.quantileNanos(quantile) <= reference) {
                finest = percentile.getKey();
                figures.put("quantile", quantile);
            }
        }
        return new Conclusion(
                "finest percentile",
                finest + ", for response times of " + FigureFormat.time(reference),
                "the highest at which " + TIMES_THE_LAG + " x wake-up lag is no more than "
                        + (examined.target().isPresent() ? "the target's median round trip" : "a millisecond")
                        + "; service times do not contain the lag",
                figures);
    }

    private static boolean isSupported(LatencyHistogram lag, double quantile) {
        return Math.round(lag.count() * (1 - quantile)) >= LEAST_ABOVE;
    }
}
