package io.dbharness.report;

import io.dbharness.model.Internal;
import io.dbharness.report.ComparisonReport.Row;
import io.dbharness.result.analysis.Comparison;
import io.dbharness.result.analysis.Comparison.Polarity;
import io.dbharness.result.analysis.Comparison.Power;
import io.dbharness.result.analysis.Comparison.Word;
import io.dbharness.result.analysis.Interval;
import io.dbharness.result.analysis.SingleRuns;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * States in sentences which of two configurations is better in one metric, and by how much.
 *
 * @param baseline   name of the configuration compared with
 * @param candidate  name of the configuration that the sentence is about
 * @param level      level of both, for example {@code users 8}; empty if there is only one
 * @param row        values of the metric: {@code throughput}, or a response time such as {@code p99}
 * @param comparison of the row
 * @param power      which differences these runs find or exclude
 */
@Internal
public record ComparisonAnswer(
        String baseline, String candidate, String level, Row row, Comparison comparison, Power power) {

    /** Runs beyond which more repeats are no practical advice. */
    private static final int MOST_RUNS = 200;

    private static final double TEN = 10;

    public String metric() {
        return row.metric();
    }

    /** The conclusion on the candidate. */
    public Word conclusion() {
        if (comparison.isFound()) {
            return comparison.word();
        }
        // An interval without 1 beside a test that found nothing: the test was adjusted for being one of several.
        return power.enough() && comparison.ratio95().contains(1) ? Word.NO_DIFFERENCE : Word.INCONCLUSIVE;
    }

    /** The conclusion in capitals, for the head of a page. */
    public String word() {
        return switch (conclusion()) {
            case FASTER -> "FASTER";
            case SLOWER -> "SLOWER";
            case NO_DIFFERENCE -> "NO DIFFERENCE";
            case INCONCLUSIVE -> "UNDECIDED";
        };
    }

    /** The answer in one sentence, for example {@code B is 18 % faster than A, 95 % interval 14 to 22 %, 5 runs each}. */
    public String sentence() {
        String where = level.isEmpty() ? "" : level + ": ";
        double low = comparison.ratio95().low() - 1;
        double high = comparison.ratio95().high() - 1;
        if (comparison.runs() < Comparison.MIN_RUNS) {
            return where + change(comparison.ratio() - 1, "was") + " in " + runs()
                    + ": too few to distinguish a difference from chance";
        }
        return where
                + switch (conclusion()) {
                    case FASTER, SLOWER ->
                        change(comparison.ratio() - 1, "is") + ", 95 % interval " + size(low, high) + ", " + runs();
                    case NO_DIFFERENCE ->
                        "no difference found between " + candidate + " and " + baseline + inMetric() + ", smaller than "
                                + bound(Math.max(Math.abs(low), Math.abs(high))) + " %, 95 % interval "
                                + ends(low, high)
                                + ", " + runs();
                    case INCONCLUSIVE ->
                        "undecided between " + candidate + " and " + baseline + inMetric()
                                + ": 95 % interval of the change " + ends(low, high) + ", " + runs();
                };
    }

    /** The change of the candidate against the baseline with its sign, for example {@code +18 %}, or {@code × 3.2} if it is a multiple. */
    public String signedChange() {
        double relative = comparison.ratio() - 1;
        return isMultiple() ? "× " + times(comparison.ratio()) : signed(relative) + " %";
    }

    /** The 95 % interval of the change and the number of runs, or that there are too few for one. */
    public String certainty() {
        Interval ratio = comparison.ratio95();
        if (comparison.runs() < Comparison.MIN_RUNS) {
            return runs() + ": too few for an interval";
        }
        return "95 % interval "
                + (isMultiple()
                        ? "× " + times(ratio.low()) + " to " + times(ratio.high())
                        : ends(ratio.low() - 1, ratio.high() - 1))
                + ", " + runs();
    }

    /** The smallest detectable difference in words, and the number of runs that would decide; one sentence each. */
    public List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        if (comparison.runs() < Comparison.MIN_RUNS) {
            double difference = Math.abs(comparison.ratio() - 1);
            remarks.add("Two runs of the same system may differ by " + percent(SingleRuns.MARGIN)
                    + " %. To test the difference, make " + SingleRuns.REPEATS + " runs of each or more"
                    + (difference == 0 ? "." : "; one as large as this needs " + SingleRuns.needed(difference) + "."));
            return remarks;
        }
        if (conclusion() == Word.FASTER || conclusion() == Word.SLOWER) {
            return remarks;
        }
        remarks.add("These runs would have found a difference of " + bound(power.detectable())
                + " % or more in 4 of 5 such comparisons.");
        if (conclusion() == Word.INCONCLUSIVE && !power.enough()) {
            remarks.add(furtherRuns(Comparison.TELLING));
        }
        return remarks;
    }

    /** How many more runs would find such a relative difference, in a sentence. */
    private String furtherRuns(double difference) {
        // Two steps: the first one takes the critical value of few runs, which is too large.
        double first = runsFor(difference, comparison.runs(), power.detectable());
        double runs = first > MOST_RUNS ? first : runsFor(difference, first, comparison.minimumDetectable((int) first));
        return runs > MOST_RUNS
                ? "More runs will hardly decide: find out why runs of one configuration differ so much."
                : (int) Math.max(1, runs - comparison.runs()) + " more runs of each would find a difference of "
                        + percent(difference) + " %, if they vary as these did.";
    }

    /** Runs after which a difference is detectable: the standard error falls with their root. */
    private static double runsFor(double difference, double runs, double detectable) {
        return Math.ceil(runs * Math.pow(Math.log1p(detectable) / Math.log1p(difference), 2));
    }

    private boolean isLatency() {
        return comparison.polarity() == Polarity.LOWER_IS_BETTER;
    }

    private String inMetric() {
        return isLatency() ? " in response time " + metric() : "";
    }

    /** For example {@code B is 18 % faster than A}, {@code B is 3.2 times as fast as A} or the same of a response time. */
    private String change(double relative, String verb) {
        String times = times(1 + relative) + " times ";
        String percent = percent(Math.abs(relative));
        String size = percent + " % ";
        if (percent.equals("0")) {
            return isLatency()
                    ? "the response time " + metric() + " of " + candidate + " " + verb + " as long as that of "
                            + baseline
                    : candidate + " " + verb + " as fast as " + baseline;
        }
        if (isLatency()) {
            return "the response time " + metric() + " of " + candidate + " " + verb + " "
                    + (isMultiple() ? times : size + (relative < 0 ? "shorter than " : "longer than "))
                    + "that of " + baseline;
        }
        return candidate + " " + verb + " "
                + (isMultiple() ? times + "as fast as " : size + (relative < 0 ? "slower than " : "faster than "))
                + baseline;
    }

    /** Returns true if the change is more than the double, which is said in times. */
    private boolean isMultiple() {
        return comparison.ratio() > 2;
    }

    private static String times(double ratio) {
        return String.format(Locale.ROOT, ratio < TEN ? "%.1f" : "%.0f", ratio);
    }

    /** The interval of a found difference. */
    private String size(double low, double high) {
        if (isMultiple()) {
            return times(1 + low) + " to " + times(1 + high) + " times";
        }
        double one = Math.abs(low);
        double other = Math.abs(high);
        return percent(Math.min(one, other)) + " to " + percent(Math.max(one, other)) + " %";
    }

    private String runs() {
        int before = row.before().size();
        int after = row.after().size();
        String one = before == 1 ? "1 run" : before + " runs";
        return before == after ? one + " each" : after + " and " + before + " runs";
    }

    private static String ends(double low, double high) {
        return signed(low) + " to " + signed(high) + " %";
    }

    private static String signed(double share) {
        String percent = percent(Math.abs(share));
        return (percent.equals("0") ? "±" : share < 0 ? "−" : "+") + percent;
    }

    private static String percent(double share) {
        return Numbers.inPercent(share, RoundingMode.HALF_EVEN);
    }

    /** An upper bound, rounded up but for the rounding errors of its computation. */
    private static String bound(double share) {
        return Numbers.inPercent(share * (1 - 1e-9), RoundingMode.CEILING);
    }
}
