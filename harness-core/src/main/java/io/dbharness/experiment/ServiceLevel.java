package io.dbharness.experiment;

import io.dbharness.measure.Quantiles;
import io.dbharness.model.Caveat;
import io.dbharness.model.Problems;
import io.dbharness.model.Severity;
import io.dbharness.result.Condition;
import io.dbharness.result.Condition.Comparison;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.Totals;
import io.dbharness.result.Verdict;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a search asks of each run: a condition, what must hold besides, and that the run can be believed at all.
 *
 * @param condition comparisons that must all hold, without a baseline
 * @param guards    the same; a level that breaks one does not count, however well it keeps the condition
 */
record ServiceLevel(Condition condition, List<Condition> guards) {

    /** A target that answers quickly because it answers with errors does not meet a service level. */
    static final double MOST_FAILED = 0.01;
    /** An open load that is not sent has not been answered either. */
    static final double LEAST_STARTED = 0.99;

    private static final String ERRORS = "errors";
    private static final String SKIPPED = "skipped";

    /**
     * How one run fared.
     *
     * @param margin  logarithm of value over limit, of the worst comparison: at most 0 when the level is kept, infinite when the run
     *     says nothing else
     * @param finding the value it rests on, or why there is none
     * @param disturbed whether the client alone is why there is none: that says nothing of the level
     */
    record Reading(double margin, String finding, boolean disturbed) {

        Reading(double margin, String finding) {
            this(margin, finding, false);
        }

        static Reading violated(String why) {
            return new Reading(Double.POSITIVE_INFINITY, why);
        }

        boolean holds() {
            return margin <= 0;
        }
    }

    ServiceLevel {
        guards = List.copyOf(guards);
        Stream.concat(Stream.of(condition), guards.stream())
                .filter(c -> !isSearchable(c))
                .forEach(c -> {
                    throw new IllegalArgumentException("no search for " + c.text());
                });
    }

    private static boolean isSearchable(Condition condition) {
        return condition.alternatives().size() == 1 && !condition.needsBaseline();
    }

    /** Reads the condition of a search; notes what is wrong with it and returns nothing then. */
    static Optional<Condition> parse(String text, Problems problems) {
        return parse(text, "a service level to search for: use comparisons such as 'p99 <= 50ms'", problems);
    }

    /** The same of a guard. */
    static Optional<Condition> parseGuard(String text, Problems problems) {
        return parse(text, "a guard: use comparisons such as 'server.pendingCompactions <= 20'", problems);
    }

    private static Optional<Condition> parse(String text, String expected, Problems problems) {
        Optional<Condition> condition = Condition.parse(text, problems);
        if (condition.isPresent() && !isSearchable(condition.get())) {
            problems.add("'" + text + "' is not " + expected + ", joined by 'and', without a baseline");
            return Optional.empty();
        }
        return condition;
    }

    Reading of(RunResult result) {
        return distrust(result)
                .map(why -> new Reading(Double.POSITIVE_INFINITY, why, isDisturbed(result)))
                .orElseGet(() -> guarded(result));
    }

    /** Whether the run is INVALID for what the load generator itself suffered, and for nothing else. */
    private static boolean isDisturbed(RunResult result) {
        return result.verdict() == Verdict.INVALID
                && result.caveats().stream()
                        .filter(c -> c.severity() == Severity.INVALID)
                        .allMatch(Caveat::concernsClient);
    }

    /** The worst of the condition and its guards; a guard is named only where it decides. */
    private Reading guarded(RunResult result) {
        Reading own = worst(condition, result);
        for (Condition guard : guards) {
            Reading kept = worst(guard, result);
            String finding =
                    kept.holds() ? own.finding() : "guard " + guard.text().strip() + ": " + kept.finding();
            own = kept.margin() > own.margin() ? new Reading(kept.margin(), finding) : own;
        }
        return own;
    }

    private static Reading worst(Condition condition, RunResult result) {
        return comparisons(condition).stream()
                .map(c -> reading(c, result))
                .reduce((a, b) -> a.margin() >= b.margin() ? a : b)
                .orElseThrow();
    }

    private static List<Comparison> comparisons(Condition condition) {
        return condition.alternatives().get(0);
    }

    /** Whether the condition or a guard has something of its own to say of a metric. */
    private boolean asks(String metric) {
        return Stream.concat(Stream.of(condition), guards.stream())
                .flatMap(c -> comparisons(c).stream())
                .anyMatch(c -> c.metric().name().equals(metric));
    }

    private Optional<String> distrust(RunResult result) {
        if (result.verdict() == Verdict.INVALID) {
            return Optional.of(result.caveats().stream()
                    .filter(c -> c.severity() == Severity.INVALID)
                    .map(Caveat::code)
                    .distinct()
                    .collect(Collectors.joining(", ", "the run is INVALID: ", "")));
        }
        Totals totals = result.totals();
        double failed = share(totals.failed(), totals.started());
        if (failed > MOST_FAILED && !asks(ERRORS)) {
            return Optional.of(percent(failed) + " of the requests failed");
        }
        double started = share(totals.started(), totals.intended());
        if (!result.plan().closed() && started < LEAST_STARTED && !asks(SKIPPED)) {
            return Optional.of("only " + percent(started) + " of the intended requests were started");
        }
        return Optional.empty();
    }

    private static Reading reading(Comparison comparison, RunResult result) {
        OptionalDouble found = comparison.metric().of(result);
        if (found.isEmpty()) {
            return Reading.violated("the run has no " + comparison.metric());
        }
        double value = found.getAsDouble();
        return new Reading(
                margin(comparison, value),
                comparison.metric() + " = " + text(comparison.metric().name(), value));
    }

    private static double margin(Comparison comparison, double value) {
        boolean below = comparison.sign().startsWith("<");
        if (comparison.threshold() == 0) {
            // Nothing is near nothing: either there is none or it is infinitely too much.
            boolean kept = value == 0 ? comparison.sign().length() > 1 : !below;
            return kept ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        double over = value == comparison.threshold() ? 0 : Math.log(value / comparison.threshold());
        double margin = below ? over : -over;
        // A strict comparison does not hold at the limit itself.
        return margin == 0 && comparison.sign().length() == 1 ? Double.MIN_VALUE : margin;
    }

    private static String text(String metric, double value) {
        if (Quantiles.BY_NAME.containsKey(metric)
                || Set.of("mean", "min", "max").contains(metric)) {
            return digits(value / 1e6) + " ms";
        }
        return Set.of(ERRORS, SKIPPED).contains(metric) ? percent(value) : digits(value);
    }

    private static String percent(double share) {
        return digits(100 * share) + " %";
    }

    private static String digits(double value) {
        return Double.isInfinite(value)
                ? "infinite"
                : Factor.text(BigDecimal.valueOf(value)
                        .round(SearchReplay.LEVEL_DIGITS)
                        .doubleValue());
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }
}
