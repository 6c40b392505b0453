package io.dbharness.result;

import io.dbharness.measure.Quantiles;
import io.dbharness.model.Problems;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A sentence about a result, for example {@code p99(NewOrder) > 20ms}, {@code errors > 0.1%} or
 * {@code throughput < 0.95*baseline and p50 > 10ms}. {@code and} binds more tightly than {@code or}. Immutable.
 *
 * @param text         as written
 * @param alternatives of which one must hold, each a list of comparisons that all must hold
 */
public record Condition(String text, List<List<Comparison>> alternatives) {

    private static final Pattern FORM = Pattern.compile(
            "\\s*([A-Za-z][A-Za-z0-9.]*)\\s*(?:[({]\\s*([A-Za-z][A-Za-z0-9-]*)\\s*[)}])?\\s*(<=|>=|<|>)\\s*"
                    + "(?:(\\d+(?:\\.\\d+)?)\\s*(ns|us|ms|s|%|/s)?|(?:(\\d+(?:\\.\\d+)?)\\s*\\*\\s*)?(baseline))\\s*");

    private static final Map<String, Double> FACTORS =
            Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9, "%", 0.01, "/s", 1.0);

    /** What a condition says of a result. */
    public enum Answer {
        HOLDS,
        DOES_NOT_HOLD,
        /** Too few samples, or the threshold lies within the confidence interval. */
        INCONCLUSIVE
    }

    /**
     * One comparison.
     *
     * @param metric     what is compared
     * @param sign       one of {@code < <= > >=}
     * @param threshold  in the metric's own unit, or the factor of the baseline
     * @param ofBaseline whether the threshold is multiplied by the baseline's value
     */
    public record Comparison(Metric metric, String sign, double threshold, boolean ofBaseline) {

        /** Whether the value is on the asserted side of the limit. */
        boolean holds(double value, double limit) {
            return switch (sign) {
                case "<" -> value < limit;
                case "<=" -> value <= limit;
                case ">" -> value > limit;
                default -> value >= limit;
            };
        }

        Answer answer(RunResult result, Optional<RunResult> baseline, boolean strict) {
            OptionalDouble value = metric.of(result);
            OptionalDouble limit = limit(baseline);
            if (value.isEmpty() || limit.isEmpty()) {
                return Answer.INCONCLUSIVE;
            }
            boolean point = holds(value.getAsDouble(), limit.getAsDouble());
            if (strict) {
                return point ? Answer.HOLDS : Answer.DOES_NOT_HOLD;
            }
            boolean everywhere = metric.intervalIn(result, value.getAsDouble()).stream()
                    .allMatch(end -> holds(end, limit.getAsDouble()) == point);
            if (!everywhere || !metric.isSupportedIn(result)) {
                return Answer.INCONCLUSIVE;
            }
            return point ? Answer.HOLDS : Answer.DOES_NOT_HOLD;
        }

        private OptionalDouble limit(Optional<RunResult> baseline) {
            if (!ofBaseline) {
                return OptionalDouble.of(threshold);
            }
            OptionalDouble base = baseline.map(metric::of).orElse(OptionalDouble.empty());
            return base.isPresent() ? OptionalDouble.of(threshold * base.getAsDouble()) : base;
        }
    }

    public Condition {
        alternatives = alternatives.stream().map(List::copyOf).toList();
    }

    /** Reads a condition; notes what is wrong with it and returns nothing then. */
    public static Optional<Condition> parse(String text, Problems problems) {
        List<List<Comparison>> alternatives = new ArrayList<>();
        boolean sound = true;
        for (String alternative : text.split("\\bor\\b", -1)) {
            List<Comparison> all = new ArrayList<>();
            for (String part : alternative.split("\\band\\b", -1)) {
                Optional<Comparison> comparison = comparison(part, problems);
                comparison.ifPresent(all::add);
                sound &= comparison.isPresent();
            }
            alternatives.add(all);
        }
        return sound ? Optional.of(new Condition(text, alternatives)) : Optional.empty();
    }

    private static Optional<Comparison> comparison(String text, Problems problems) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            problems.add("'" + text.strip() + "' is not a condition such as 'p99(NewOrder) > 20ms', 'errors > 0.1%' or"
                    + " 'throughput < 0.95*baseline'");
            return Optional.empty();
        }
        Metric metric = new Metric(matcher.group(1), Optional.ofNullable(matcher.group(2)));
        if (!metric.isPlausible()) {
            problems.add("'" + metric + "' is not a metric; known: throughput, errors, skipped, min, mean, max, "
                    + String.join(", ", Quantiles.BY_NAME.keySet()) + " and the workload's scores");
            return Optional.empty();
        }
        if (matcher.group(7) != null) {
            double factor = matcher.group(6) == null ? 1 : Double.parseDouble(matcher.group(6));
            return Optional.of(new Comparison(metric, matcher.group(3), factor, true));
        }
        return threshold(metric, Double.parseDouble(matcher.group(4)), Optional.ofNullable(matcher.group(5)), problems)
                .map(limit -> new Comparison(metric, matcher.group(3), limit, false));
    }

    /** The threshold in the metric's own unit; a time needs one, so that nobody means milliseconds and gets seconds. */
    private static Optional<Double> threshold(Metric metric, double number, Optional<String> unit, Problems problems) {
        boolean fits = switch (metric.dimension()) {
            case TIME -> unit.filter(u -> u.endsWith("s") && !u.equals("/s")).isPresent();
            case SHARE -> unit.filter(u -> !u.equals("%")).isEmpty();
            case NUMBER -> unit.filter(u -> !u.equals("/s")).isEmpty();
        };
        if (!fits) {
            problems.add(String.format(
                    Locale.ROOT,
                    "%s is compared with %s, not with '%s%s'",
                    metric,
                    switch (metric.dimension()) {
                        case TIME -> "a time such as 20ms";
                        case SHARE -> "a share such as 0.1%";
                        case NUMBER -> "a plain number";
                    },
                    number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number),
                    unit.orElse("")));
            return Optional.empty();
        }
        return Optional.of(number * unit.map(u -> FACTORS.getOrDefault(u, 1.0)).orElse(1.0));
    }

    /**
     * What the result says.
     *
     * @param baseline the result that {@code baseline} stands for
     * @param strict   whether the point value decides alone; otherwise a threshold within the confidence interval, and a percentile
     *     with too few samples, are inconclusive
     */
    public Answer answer(RunResult result, Optional<RunResult> baseline, boolean strict) {
        List<Answer> answers = alternatives.stream()
                .map(all -> conjunction(all.stream()
                        .map(c -> c.answer(result, baseline, strict))
                        .toList()))
                .toList();
        if (answers.contains(Answer.HOLDS)) {
            return Answer.HOLDS;
        }
        return answers.contains(Answer.INCONCLUSIVE) ? Answer.INCONCLUSIVE : Answer.DOES_NOT_HOLD;
    }

    private static Answer conjunction(List<Answer> answers) {
        if (answers.contains(Answer.DOES_NOT_HOLD)) {
            return Answer.DOES_NOT_HOLD;
        }
        return answers.contains(Answer.INCONCLUSIVE) ? Answer.INCONCLUSIVE : Answer.HOLDS;
    }

    /** Whether it needs a baseline to be answered. */
    public boolean needsBaseline() {
        return alternatives.stream().flatMap(List::stream).anyMatch(Comparison::ofBaseline);
    }
}
