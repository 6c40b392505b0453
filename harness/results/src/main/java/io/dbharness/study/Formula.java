package io.dbharness.study;

import io.dbharness.model.Problems;
import io.dbharness.result.Grammar;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * A formula with its name and the way its value is printed.
 *
 * @param label      in words
 * @param expression what is computed
 * @param unit       it is printed in
 * @param decimals   it is printed with; published figures keep theirs
 * @param where      levels that only this formula is about
 */
public record Formula(
        String label, Expression expression, DisplayUnit unit, OptionalInt decimals, Map<String, String> where) {

    /**
     * Parses a formula; notes its faults and returns empty then.
     *
     * @param label in words
     * @param text  as written
     */
    public static Optional<Formula> parse(String label, String text, Problems problems) {
        try {
            Expression expression = Expression.of(Grammar.formula(text));
            return Optional.of(new Formula(label, expression, DisplayUnit.NONE, OptionalInt.empty(), Map.of()));
        } catch (Grammar.Malformed e) {
            problems.add(e.about(text, "no formula"));
            return Optional.empty();
        }
    }

    /** Returns this formula with another unit and other decimals. */
    public Formula printed(DisplayUnit newUnit, OptionalInt newDecimals) {
        return new Formula(label, expression, newUnit, newDecimals, where);
    }

    /** Returns this formula for certain levels only. */
    public Formula of(Map<String, String> newWhere) {
        return new Formula(label, expression, unit, decimals, newWhere);
    }

    /** The metrics, operations and steps that it speaks of, at some levels. */
    public Stream<OperationUse> operations(StudyDesign design, Map<String, String> levels) {
        return expression.operations(design, levels);
    }

    /** Notes what of it does not fit the study; it must show something that is measured or declared. */
    public void check(StudyDesign design, Problems problems) {
        problems.require(
                expression.isMeasured(design) || expression.parts().anyMatch(Expression::isDeclared),
                "it does not depend on a measurement");
        expression.check(design, problems);
    }
}
