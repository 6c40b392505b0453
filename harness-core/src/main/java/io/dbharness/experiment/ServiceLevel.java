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

/**
 * What a search asks of each run: a condition, and that the run can be believed at all.
 *
 * @param condition comparisons that must all hold, without a baseline
 */
record ServiceLevel(Condition condition) {

    /** A target that answers quickly because it answers with errors does not meet a service level. */
    static final double MOST_FAILED = 0.01;
    /** An open load that is not sent has not been answered either. */
    static final double LEAST_STARTED = 0.99;

    private static final String ERRORS = "errors";

    /**
     * How one run fared.
     *
     * @param margin  logarithm of value over limit, of the worst comparison: at most 0 when the level is kept, infinite when the run
     *     says nothing else
     * @param finding the value it rests on, or why there is none
     */
    record Reading(double margin, String finding) {

        static Reading violated(String why) {
            return new Reading(Double.POSITIVE_INFINITY, why);
        }

        boolean holds() {
            return margin <= 0;
        }
    }

    ServiceLevel {
        if (!isSearchable(condition)) {
            throw new IllegalArgumentException("no search for " + condition.text());
        }
    }

    private static boolean isSearchable(Condition condition) {
        return condition.alternatives().size() == 1 && !condition.needsBaseline();
    }

    /** Reads the condition of a search; notes what is wrong with it and returns nothing then. */
    static Optional<Condition> parse(String text, Problems problems) {
        Optional<Condition> condition = Condition.parse(text, problems);
        if (condition.isPresent() && !isSearchable(condition.get())) {
            problems.add("'" + text + "' is not a service level to search for: use comparisons such as 'p99 <= 50ms',"
                    + " joined by 'and', without a baseline");
            return Optional.empty();
        }
        return condition;
    }

    Reading of(RunResult result) {
        return guard(result)
                .map(Reading::violated)
                .orElseGet(() -> comparisons().stream()
                        .map(c -> reading(c, result))
                        .reduce((a, b) -> a.margin() >= b.margin() ? a : b)
                        .orElseThrow());
    }

    private List<Comparison> comparisons() {
        return condition.alternatives().get(0);
    }

    private Optional<String> guard(RunResult result) {
        if (result.verdict() == Verdict.INVALID) {
            return Optional.of(result.caveats().stream()
                    .filter(c -> c.severity() == Severity.INVALID)
                    .map(Caveat::code)
                    .distinct()
                    .collect(Collectors.joining(", ", "the run is INVALID: ", "")));
        }
        Totals totals = result.totals();
        double failed = share(totals.failed(), totals.started());
        boolean errorsAsked =
                comparisons().stream().anyMatch(c -> c.metric().name().equals(ERRORS));
        if (failed > MOST_FAILED && !errorsAsked) {
            return Optional.of(percent(failed) + " of the requests failed");
        }
        double started = share(totals.started(), totals.intended());
        if (!result.plan().closed() && started < LEAST_STARTED) {
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
        double over = value == comparison.threshold() ? 0 : Math.log(value / comparison.threshold());
        double margin = comparison.sign().startsWith("<") ? over : -over;
        // A strict comparison does not hold at the limit itself.
        double strict = margin == 0 && comparison.sign().length() == 1 ? Double.MIN_VALUE : margin;
        return new Reading(
                strict, comparison.metric() + " = " + text(comparison.metric().name(), value));
    }

    private static String text(String metric, double value) {
        if (Quantiles.BY_NAME.containsKey(metric)
                || Set.of("mean", "min", "max").contains(metric)) {
            return digits(value / 1e6) + " ms";
        }
        return Set.of(ERRORS, "skipped").contains(metric) ? percent(value) : digits(value);
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
