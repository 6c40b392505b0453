package io.dbharness.result;

import io.dbharness.measure.Quantiles;
import io.dbharness.model.Internal;
import io.dbharness.model.Problems;
import io.dbharness.quantity.Unit;
import io.dbharness.result.Grammar.Term;
import io.dbharness.result.analysis.Comparison.Polarity;
import io.dbharness.result.analysis.Interval;
import io.dbharness.result.analysis.SingleRuns;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A sentence about a result, for example {@code p99(NewOrder) > 20ms}, {@code errors > 0.1%} or
 * {@code throughput < 0.95*baseline and p50 > 10ms}. {@code and} binds more tightly than {@code or}. Immutable.
 *
 * @param text         as written
 * @param alternatives of which one must hold, each a list of comparisons that all must hold
 */
public record Condition(String text, List<List<Comparison>> alternatives) {

    private static final String EXAMPLES =
            "a condition such as 'p99(NewOrder) > 20ms', 'errors > 0.1%' or 'throughput < 0.95*baseline'";
    private static final Grammar.Name BASELINE = new Grammar.Name("baseline");
    private static final Grammar.Name SECOND = new Grammar.Name("s");

    /** The answers of a condition for a result. In this order, the answer of several that must all hold is the least of theirs. */
    public enum Answer {
        DOES_NOT_HOLD,
        /** Too few samples, or the threshold lies within the confidence interval. */
        INCONCLUSIVE,
        HOLDS
    }

    /**
     * One comparison.
     *
     * @param metric     what is compared
     * @param sign       one of {@code < <= > >=}
     * @param threshold  in the metric's own unit, or the factor of the baseline
     * @param ofBaseline whether the threshold is multiplied by the baseline's value
     */
    public record Comparison(@Internal Metric metric, String sign, double threshold, boolean ofBaseline) {

        Answer answer(RunResult result, Optional<RunResult> baseline, boolean strict) {
            OptionalDouble value = metric.of(result);
            OptionalDouble limit = limit(baseline);
            if (value.isEmpty() || limit.isEmpty()) {
                return Answer.INCONCLUSIVE;
            }
            boolean point = Grammar.Comparison.holds(value.getAsDouble(), sign, limit.getAsDouble());
            boolean clear = strict
                    || (ofBaseline ? baseline.filter(b -> isClear(result, b)).isPresent() : isClear(result, point));
            return clear ? point ? Answer.HOLDS : Answer.DOES_NOT_HOLD : Answer.INCONCLUSIVE;
        }

        /**
         * Compares repeated runs with repeated runs of the baseline. The answer is that of all of the 95 % interval of their ratio from
         * run to run; inconclusive where its ends differ, and for fewer than three runs of each.
         */
        @Internal
        public Answer answer(List<RunResult> results, List<RunResult> baseline) {
            double[] now = values(results);
            double[] before = values(baseline);
            if (!io.dbharness.result.analysis.Comparison.isPossible(before, now)) {
                return Answer.INCONCLUSIVE;
            }
            Interval ratio = io.dbharness.result.analysis.Comparison.of(before, now, Polarity.HIGHER_IS_BETTER)
                    .ratio95();
            boolean low = Grammar.Comparison.holds(ratio.low(), sign, threshold);
            boolean high = Grammar.Comparison.holds(ratio.high(), sign, threshold);
            return low != high ? Answer.INCONCLUSIVE : low ? Answer.HOLDS : Answer.DOES_NOT_HOLD;
        }

        private double[] values(List<RunResult> results) {
            return results.stream()
                    .flatMapToDouble(result -> metric.of(result).stream())
                    .toArray();
        }

        /** Returns true if there are enough samples, and either end of the interval of a rate gives the same answer. */
        private boolean isClear(RunResult result, boolean point) {
            List<Double> ends = metric.isLatency() || metric.isCount() ? List.of() : metric.interval95(result);
            boolean mayBeMore = !metric.isLowerBound(result)
                    || Grammar.Comparison.holds(Double.POSITIVE_INFINITY, sign, threshold) == point;
            return metric.isSupportedIn(result)
                    && mayBeMore
                    && ends.stream().allMatch(end -> Grammar.Comparison.holds(end, sign, threshold) == point);
        }

        /** Returns true if the difference is more than chance makes of one run each. */
        private boolean isClear(RunResult result, RunResult baseline) {
            OptionalDouble margin = margin(result, baseline);
            return margin.isPresent()
                    && Math.abs(metric.of(result).orElseThrow()
                                    - threshold * metric.of(baseline).orElseThrow())
                            >= margin.getAsDouble();
        }

        /**
         * The difference from which one run against one decides: the deviations of both within their runs, and of runs of the same system
         * from each other, squared (Zou and Donner, Statistics in Medicine 27, 2008). Empty where one of them is not known.
         */
        private OptionalDouble margin(RunResult result, RunResult baseline) {
            List<Double> own = metric.interval95(result);
            List<Double> its = metric.interval95(baseline);
            if (own.isEmpty() || its.isEmpty()) {
                return OptionalDouble.empty();
            }
            double value = metric.of(result).orElseThrow();
            double base = metric.of(baseline).orElseThrow();
            boolean above = value > threshold * base;
            double mine = above ? value - own.get(0) : own.get(1) - value;
            double others = threshold * (above ? its.get(1) - base : base - its.get(0));
            double runs = SingleRuns.MARGIN * Math.max(value, threshold * base);
            return OptionalDouble.of(Math.hypot(Math.hypot(mine, others), runs));
        }

        /** Why one run against one does not answer it, and what would; empty where it does. */
        private Optional<String> doubt(RunResult result, RunResult baseline) {
            OptionalDouble value = metric.of(result);
            OptionalDouble limit = limit(Optional.of(baseline));
            if (!ofBaseline || value.isEmpty() || limit.isEmpty() || isClear(result, baseline)) {
                return Optional.empty();
            }
            OptionalDouble margin = margin(result, baseline);
            if (margin.isEmpty()) {
                return Optional.of(metric + " has no 95 % confidence interval in both runs; compare repeats"
                        + " (--repeat " + SingleRuns.REPEATS + ", harness compare)");
            }
            double difference = Math.abs(value.getAsDouble() - limit.getAsDouble()) / limit.getAsDouble();
            return Optional.of(String.format(
                    Locale.ROOT,
                    "%s is %.1f %% from its limit, and one run against one decides from %.1f %% on (runs of one system may"
                            + " differ by a standard deviation of %.0f %%); %s would decide (--repeat, harness compare)",
                    metric,
                    100 * difference,
                    100 * margin.getAsDouble() / limit.getAsDouble(),
                    100 * SingleRuns.DEVIATION,
                    SingleRuns.needed(difference)));
        }

        private OptionalDouble limit(Optional<RunResult> baseline) {
            if (!ofBaseline) {
                return OptionalDouble.of(threshold);
            }
            OptionalDouble base = baseline.map(metric::of).orElse(OptionalDouble.empty());
            return base.isPresent() ? OptionalDouble.of(threshold * base.getAsDouble()) : base;
        }
    }

    /**
     * Parses a condition.
     *
     * @throws io.dbharness.model.UsageException if it is malformed, with every fault
     */
    public static Condition of(String text) {
        Problems problems = new Problems();
        Optional<Condition> condition = parse(text, problems);
        problems.throwIfAny();
        return condition.orElseThrow();
    }

    /** Parses a condition; notes its faults and returns empty then. */
    @Internal
    public static Optional<Condition> parse(String text, Problems problems) {
        Problems own = new Problems();
        List<List<Comparison>> alternatives = new ArrayList<>();
        try {
            for (List<Grammar.Comparison> all : Grammar.condition(text)) {
                alternatives.add(all.stream()
                        .flatMap(part -> comparisons(part, own).stream())
                        .toList());
            }
        } catch (Grammar.Malformed e) {
            own.add(e.about(text, "not " + EXAMPLES));
        }
        own.lines().forEach(problems::add);
        return own.lines().isEmpty() ? Optional.of(new Condition(text, alternatives)) : Optional.empty();
    }

    /** Two for a range, otherwise one; none where something is wrong. */
    private static List<Comparison> comparisons(Grammar.Comparison written, Problems problems) {
        Optional<Metric> metric = metric(written.left());
        if (metric.isEmpty() || written.right().isEmpty() || written.sign().equals("==")) {
            problems.add(Grammar.quoted(written.text()) + " is not " + EXAMPLES);
            return List.of();
        }
        if (!metric.get().isPlausible()) {
            problems.add("'" + metric.get() + "' is not a metric; known: throughput, errors, skipped, min, mean, max, "
                    + String.join(", ", Quantiles.BY_NAME.keySet()) + " and the workload's scores");
            return List.of();
        }
        List<String> signs = written.sign().equals("between") ? List.of(">=", "<=") : List.of(written.sign());
        List<Comparison> comparisons = new ArrayList<>();
        for (int i = 0; i < signs.size(); i++) {
            comparison(metric.get(), signs.get(i), written.right().get(i), written.text(), problems)
                    .ifPresent(comparisons::add);
        }
        return comparisons;
    }

    private static Optional<Metric> metric(Term term) {
        if (term instanceof Grammar.Name name) {
            return Optional.of(new Metric(name.name(), Optional.empty()));
        }
        return term instanceof Grammar.Call call
                        && call.arguments().size() == 1
                        && call.arguments().get(0) instanceof Grammar.Name operation
                ? Optional.of(new Metric(call.name(), Optional.of(operation.name())))
                : Optional.empty();
    }

    private static Optional<Comparison> comparison(
            Metric metric, String sign, Term limit, String text, Problems problems) {
        if (limit.equals(BASELINE)) {
            return Optional.of(new Comparison(metric, sign, 1, true));
        }
        if (limit instanceof Grammar.Quantity number) {
            return threshold(metric, sign, number.value(), number.unit(), problems);
        }
        if (limit instanceof Grammar.Calculation two
                && two.left() instanceof Grammar.Quantity number
                && number.unit().isEmpty()) {
            if (two.sign() == '*' && two.right().equals(BASELINE)) {
                return Optional.of(new Comparison(metric, sign, number.value(), true));
            }
            if (two.sign() == '/' && two.right().equals(SECOND)) {
                return threshold(metric, sign, number.value(), "/s", problems);
            }
        }
        problems.add(Grammar.quoted(text) + " is not " + EXAMPLES);
        return Optional.empty();
    }

    /** With the threshold in the metric's own unit; a time needs a unit, so that milliseconds are not taken for seconds. */
    private static Optional<Comparison> threshold(
            Metric metric, String sign, double number, String unit, Problems problems) {
        Optional<Unit> known = Unit.of(unit);
        Unit.Dimension dimension = metric.dimension();
        boolean fits = unit.isEmpty()
                ? dimension != Unit.Dimension.TIME
                : known.filter(u -> u.dimension() == dimension).isPresent();
        String expected = switch (dimension) {
            case TIME -> "a time such as 20ms";
            case SHARE -> "a share such as 0.1%";
            case RATE -> "a plain number";
        };
        boolean timeOfNoLatency = dimension == Unit.Dimension.RATE
                && known.stream().anyMatch(u -> u.dimension() == Unit.Dimension.TIME)
                && !Metric.OF_EVERY_RESULT.contains(metric.name());
        problems.require(
                !timeOfNoLatency,
                "'" + metric
                        + "' is no latency, and only latencies are compared with a time; they are called mean, min, max, "
                        + String.join(", ", Quantiles.BY_NAME.keySet()));
        problems.require(
                fits || timeOfNoLatency,
                metric + " is compared with " + expected + ", not with '"
                        + BigDecimal.valueOf(number).stripTrailingZeros().toPlainString() + unit + "'");
        double value = known.map(u -> u.toBase(number)).orElse(number);
        return fits ? Optional.of(new Comparison(metric, sign, value, false)) : Optional.empty();
    }

    /**
     * Evaluates the condition for a result.
     *
     * @param baseline the result named {@code baseline} in conditions
     * @param strict   true if the point value decides alone; otherwise a threshold within the confidence interval, a percentile
     *     with too few samples, and a baseline that differs by no more than another run of the same might, are inconclusive
     */
    public Answer answer(RunResult result, Optional<RunResult> baseline, boolean strict) {
        return alternatives.stream()
                .map(all -> all.stream()
                        .map(comparison -> comparison.answer(result, baseline, strict))
                        .min(Comparator.naturalOrder())
                        .orElse(Answer.HOLDS))
                .max(Comparator.naturalOrder())
                .orElse(Answer.DOES_NOT_HOLD);
    }

    /** Why a comparison with one stored run is inconclusive, and what would decide it; a sentence for each. */
    public List<String> doubts(RunResult result, RunResult baseline) {
        return alternatives.stream()
                .flatMap(List::stream)
                .flatMap(comparison -> comparison.doubt(result, baseline).stream())
                .toList();
    }

    /** Returns true if it needs a baseline. */
    public boolean needsBaseline() {
        return alternatives.stream().flatMap(List::stream).anyMatch(Comparison::ofBaseline);
    }
}
