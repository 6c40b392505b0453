package io.dbharness.junit;

import io.dbharness.report.ComparisonReport;
import io.dbharness.report.ComparisonReport.Configuration;
import io.dbharness.report.Numbers;
import io.dbharness.report.ReportSentences;
import io.dbharness.result.Metric;
import io.dbharness.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A run in the message of an assertion that failed. */
final class RunText {

    private RunText() {}

    /** The verdict, what was run, and what there is to say against it. */
    static String line(RunResult result) {
        return Stream.concat(
                        Stream.of(verdict(result) + " " + ReportSentences.title(result)),
                        result.caveats().stream().map(ReportSentences::caveat))
                .collect(Collectors.joining("; "));
    }

    private static String verdict(RunResult result) {
        return result.verdict() + ReportSentences.verdicts(result);
    }

    static String about(RunResult result, String why) {
        return about(result, why, List.of(), Optional.empty());
    }

    /** Why, the figures in question with their intervals, the verdict with its caveats, and how it was measured; a line each. */
    static String about(RunResult result, String why, List<Metric> metrics, Optional<RunResult> baseline) {
        List<String> lines = new ArrayList<>(List.of("", why));
        for (Metric metric : metrics) {
            lines.add("  figure    " + figure(metric, result)
                    + baseline.map(b -> "; baseline " + figure(metric, b)).orElse(""));
        }
        lines.add("  verdict   " + verdict(result));
        result.caveats()
                .forEach(
                        caveat -> lines.add("  caveat    " + caveat.severity() + " " + ReportSentences.caveat(caveat)));
        lines.add("  run       " + ReportSentences.title(result) + ", " + result.createdAt());
        ReportSentences.setting(result)
                .forEach((name, value) -> lines.add("  " + (name + " ".repeat(10)).substring(0, 10) + value));
        baseline.ifPresent(b -> lines.add(comparison(List.of(b), List.of(result))));
        return String.join(System.lineSeparator(), lines);
    }

    /** Both sides in a table, with what else differs between them. */
    static String comparison(List<RunResult> baseline, List<RunResult> results) {
        return new ComparisonReport(new Configuration("baseline", baseline), List.of(new Configuration("now", results)))
                .text();
    }

    private static String figure(Metric metric, RunResult result) {
        String value = metric.of(result).stream()
                .mapToObj(v -> printed(metric, v))
                .findFirst()
                .orElse("nothing: there was none");
        String interval =
                metric.interval95(result).stream().map(v -> printed(metric, v)).collect(Collectors.joining(" to "));
        return metric + " is " + value
                + (interval.isEmpty() ? "" : " (95 % confidence within the run: " + interval + ")");
    }

    private static String printed(Metric metric, double value) {
        return metric.isLatency()
                ? Numbers.millis(value) + " ms"
                : metric.name().equals("errors") || metric.name().equals("skipped")
                        ? Numbers.percent(value)
                        : Numbers.of(value);
    }
}
