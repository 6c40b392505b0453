package io.dbharness.report;

import io.dbharness.result.LatencyResult;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.CombinedResult;
import io.dbharness.result.analysis.PercentileSupport;
import io.dbharness.result.analysis.RightTail;
import io.dbharness.result.analysis.RightTail.Shape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Response times of reads, writes and everything together, and the shape of their slow end. Pure functions of a result. */
public final class CombinedTables {

    /** The percentile that a shape rests on. */
    private static final double NEEDED = 0.99;

    private static final List<String> INTENDED_PERCENTILES = List.of("p50", "p95", "p99");

    private CombinedTables() {}

    /** Whether there is more to say than the table of the operations does. */
    public static boolean tell(RunResult result) {
        return !result.combined().isEmpty()
                && (result.operations().size() > 1 || result.totals().skipped() > 0);
    }

    /** The columns read, write and total; beside them what was intended, where not all of that was sent. */
    public static Table percentiles(RunResult result) {
        Map<String, LatencyResult> columns = new LinkedHashMap<>();
        result.combined().forEach(c -> columns.put(c.name(), c.response()));
        if (result.totals().skipped() > 0) {
            result.combined("total").ifPresent(c -> columns.put("intended", c.intendedResponse()));
        }
        return OperationTable.percentiles(columns);
    }

    /** What requesters waited when not all requests were sent; empty when all were. */
    public static String intended(RunResult result) {
        if (result.totals().skipped() == 0) {
            return "";
        }
        return result.combined("total")
                .map(CombinedResult::intendedResponse)
                .map(latency -> INTENDED_PERCENTILES.stream()
                        .map(name -> name + " " + LatencyCell.percentile(latency, name))
                        .collect(Collectors.joining(
                                ", ", "response, ms, of all intended requests, not sent being infinite: ", "")))
                .orElse("");
    }

    /** The shape of each column that has enough samples to show one. */
    public static List<String> tails(RunResult result) {
        return result.combined().stream()
                .filter(c -> PercentileSupport.of(c.response().count(), NEEDED) == PercentileSupport.SOLID)
                .map(c -> c.name() + ": " + words(c.response()))
                .toList();
    }

    /** The shape of everything, where it has one and enough samples to show it; otherwise empty. */
    public static String tail(RunResult result) {
        return tails(result).stream()
                .filter(line -> line.startsWith("total: ") && !line.startsWith("total: " + Shape.NONE))
                .findFirst()
                .orElse("");
    }

    private static String words(LatencyResult latency) {
        RightTail tail = RightTail.of(latency.distribution());
        StringBuilder words = new StringBuilder(
                tail.shapes().stream().sorted().map(Shape::name).collect(Collectors.joining(" + ")));
        if (tail.shapes().equals(Set.of(Shape.NONE))) {
            return words + ", no second, slower regime";
        }
        if (tail.shapes().contains(Shape.SHAPED)) {
            words.append(String.format(
                    Locale.ROOT,
                    ", p99 is %s times p25 and the median %s times the minimum",
                    Numbers.of(ratio(latency.nanos("p99"), latency.nanos("p25"))),
                    Numbers.of(ratio(latency.nanos("p50"), latency.minNanos()))));
        }
        tail.onset()
                .ifPresent(onset -> words.append(String.format(
                        Locale.ROOT,
                        ", %s times slower from %s to %s",
                        Numbers.of(onset.ratio()),
                        onset.from().name(),
                        onset.to().name())));
        tail.modes()
                .ifPresent(modes -> words.append(String.format(
                        Locale.ROOT,
                        ", two modes around %s and %s ms",
                        Numbers.millis(modes.fastNanos()),
                        Numbers.millis(modes.slowNanos()))));
        tail.crossing()
                .ifPresent(crossing -> words.append(String.format(
                        Locale.ROOT, ", %s beyond twice the median", Numbers.percent(crossing.shareBeyond()))));
        return words.toString();
    }

    private static double ratio(long value, long reference) {
        return (double) value / Math.max(1, reference);
    }
}
