package io.dbharness.study;

import io.dbharness.result.analysis.Comparison;
import io.dbharness.result.analysis.Welch;
import io.dbharness.study.Observation.Figure;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.Stream;

/**
 * The value of an expression.
 *
 * @param state      what kind
 * @param number     of numbers
 * @param text       of texts; of what is missing or meaningless, the reason
 * @param printed    the published figure, if it is one
 * @param runs       of a ratio, those behind it, if they are enough for a test
 * @param mark       mark of a doubt; may be empty
 */
public record Value(
        State state, double number, String text, Optional<Figure> printed, Optional<RatioRuns> runs, String mark) {

    /** The kind of a value. */
    enum State {
        NUMBER,
        TEXT,
        MISSING,
        /** There is no such number in this place, and never will be. */
        MEANINGLESS
    }

    private Value(State state, double number, String text, Optional<Figure> printed) {
        this(state, number, text, printed, Optional.empty(), "");
    }

    static Value of(double number) {
        return Double.isNaN(number)
                ? missing("it has no value")
                : new Value(State.NUMBER, number, "", Optional.empty());
    }

    static Value printed(Figure figure) {
        return new Value(State.NUMBER, figure.value(), "", Optional.of(figure));
    }

    static Value text(String text) {
        return new Value(State.TEXT, 0, text, Optional.empty());
    }

    static Value missing(String reason) {
        return new Value(State.MISSING, 0, reason, Optional.empty());
    }

    static Value meaningless(String reason) {
        return new Value(State.MEANINGLESS, 0, reason, Optional.empty());
    }

    Value restingOn(RatioRuns newRuns) {
        return new Value(state, number, text, printed, Optional.of(newRuns), mark);
    }

    Value marked(String newMark) {
        return new Value(state, number, text, printed, runs, newMark);
    }

    boolean isNumber() {
        return state == State.NUMBER;
    }

    /** The operation on two numbers; what is missing stays missing, what is meaningless stays that. */
    Value with(Value other, DoubleBinaryOperator operation) {
        for (Value value : List.of(this, other)) {
            if (!value.isNumber()) {
                return value.state == State.TEXT ? missing("'" + value.text + "' is no number") : value;
            }
        }
        return of(operation.applyAsDouble(number, other.number)).marked(mark.isEmpty() ? other.mark : mark);
    }

    /**
     * The runs behind a ratio.
     *
     * @param candidate values of its runs
     * @param baseline  values of its runs
     * @param polarity  which direction is good
     */
    record RatioRuns(List<Double> candidate, List<Double> baseline, Comparison.Polarity polarity) {

        /** Returns true if they can be tested: at least three of each configuration, all positive. */
        boolean enough() {
            return Math.min(candidate.size(), baseline.size()) >= Comparison.MIN_RUNS
                    && Comparison.isPossible(plain(baseline, 1), plain(candidate, 1));
        }

        /** Returns true if the runs of each configuration are the same, so that there is no variation to test. */
        boolean isConstant() {
            return Stream.of(candidate, baseline)
                    .allMatch(values -> values.stream().distinct().count() == 1);
        }

        /** As core compares configurations, on logarithms. */
        Comparison comparison() {
            return Comparison.of(plain(baseline, 1), plain(candidate, 1), polarity);
        }

        /** One-sided p value of the candidate's mean being above so many times that of the baseline (Welch's test on the values). */
        double pAbove(double limit) {
            return Welch.of(plain(baseline, limit), plain(candidate, 1)).pAbove();
        }

        private static double[] plain(List<Double> values, double factor) {
            return values.stream().mapToDouble(v -> factor * v).toArray();
        }
    }
}
