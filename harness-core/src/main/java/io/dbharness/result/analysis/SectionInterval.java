package io.dbharness.result.analysis;

import io.dbharness.measure.Distribution;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A confidence interval of a percentile within a run, by sectioning: the run is cut into consecutive sections, and Student's t is applied
 * to the logarithms of their percentiles, around that of the whole run (Asmussen and Glynn, Stochastic Simulation, section III.5). Unlike
 * the interval of order statistics it survives operations that are slow together.
 */
public final class SectionInterval {

    public static final int SECTIONS = 10;

    private SectionInterval() {}

    /**
     * In nanoseconds; empty unless the percentile is solid in every section.
     *
     * @param intervals one distribution for each reporting interval of the run, in order
     * @param quantile  between 0 and 1
     */
    public static Optional<Interval> of(List<Distribution> intervals, double quantile) {
        List<Distribution> sections = IntStream.range(0, SECTIONS)
                .mapToObj(s -> merged(intervals.subList(start(intervals, s), start(intervals, s + 1))))
                .toList();
        if (sections.stream().anyMatch(s -> PercentileSupport.of(s.count(), quantile) != PercentileSupport.SOLID)) {
            return Optional.empty();
        }
        double whole = log(merged(sections), quantile);
        double squares = sections.stream()
                .mapToDouble(s -> log(s, quantile) - whole)
                .map(d -> d * d)
                .sum();
        double error = Math.sqrt(squares / (SECTIONS - 1) / SECTIONS);
        return Optional.of(Interval.around(whole, error, SECTIONS - 1).exp());
    }

    /** A nanosecond stands in for latencies too short to be told from none. */
    private static double log(Distribution section, double quantile) {
        return Math.log((double) Math.max(1, section.quantileNanos(quantile)));
    }

    private static int start(List<Distribution> intervals, int section) {
        return intervals.size() * section / SECTIONS;
    }

    private static Distribution merged(List<Distribution> parts) {
        Distribution merged = new Distribution();
        parts.forEach(merged::add);
        return merged;
    }
}
