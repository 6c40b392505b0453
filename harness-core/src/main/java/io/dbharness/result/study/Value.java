package io.dbharness.result.study;

import java.util.List;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;

/**
 * What an expression gives.
 *
 * @param state      what kind
 * @param number     of numbers
 * @param text       of texts; of what is missing or meaningless, the reason
 * @param printed    the figure it is, if it is one that somebody printed
 * @param runs       of a ratio, those behind it, if they are enough for a test
 * @param mark       what is to be held against it; may be empty
 */
public record Value(
        State state, double number, String text, Optional<Figure> printed, Optional<RatioRuns> runs, String mark) {

    /** What kind. */
    enum State {
        NUMBER,
        TEXT,
        MISSING,
        /** There is no such number in this place, and never will be. */
        MEANINGLESS
    }

    static Value of(double number) {
        return Double.isNaN(number)
                ? missing("it has no value")
                : new Value(State.NUMBER, number, "", Optional.empty(), Optional.empty(), "");
    }

    static Value printed(Figure figure) {
        return new Value(State.NUMBER, figure.value(), "", Optional.of(figure), Optional.empty(), "");
    }

    static Value text(String text) {
        return new Value(State.TEXT, 0, text, Optional.empty(), Optional.empty(), "");
    }

    static Value missing(String reason) {
        return new Value(State.MISSING, 0, reason, Optional.empty(), Optional.empty(), "");
    }

    static Value meaningless(String reason) {
        return new Value(State.MEANINGLESS, 0, reason, Optional.empty(), Optional.empty(), "");
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
            if (value.state == State.MISSING || value.state == State.MEANINGLESS) {
                return value;
            }
            if (value.state == State.TEXT) {
                return missing("'" + value.text + "' is no number");
            }
        }
        return of(operation.applyAsDouble(number, other.number)).marked(mark.isEmpty() ? other.mark : mark);
    }
}
