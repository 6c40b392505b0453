package io.dbharness.study;

import io.dbharness.model.Problems;
import io.dbharness.result.Grammar;
import io.dbharness.result.Grammar.Malformed;
import io.dbharness.study.ComparedRuns.Chance;
import io.dbharness.study.Study.ClaimOutcome.Verdict;
import io.dbharness.study.Value.RatioRuns;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A comparison of formulas, or several that must all hold.
 *
 * @param text  as written
 * @param parts of which all must hold
 */
public record Claim(String text, List<Part> parts) {

    /**
     * One comparison.
     *
     * @param text  as written
     * @param left  what is compared
     * @param sign  {@code < <= > >= ==} or {@code between}
     * @param right one formula, or the two ends of a range
     */
    record Part(String text, Expression left, String sign, List<Expression> right) {
        private static Part of(Grammar.Comparison comparison) {
            if (comparison.right().isEmpty()) {
                throw new Malformed("it compares nothing; say for example 'p99 <= 20ms'");
            }
            List<Expression> right =
                    comparison.right().stream().map(Expression::of).toList();
            return new Part(comparison.text(), Expression.of(comparison.left()), comparison.sign(), right);
        }

        /** Both sides. */
        Stream<Expression> formulas() {
            return Stream.concat(Stream.of(left), right.stream());
        }

        Stream<OperationUse> operations(StudyDesign design, Map<String, String> where) {
            return formulas().flatMap(expression -> expression.operations(design, where));
        }

        boolean hasNumbers(Scope scope) {
            return formulas().allMatch(expression -> expression.in(scope).isNumber());
        }

        boolean holds(double value, List<Double> limits) {
            return sign.equals("between")
                    ? value >= limits.get(0) && value <= limits.get(1)
                    : Grammar.Comparison.holds(value, sign, limits.get(0));
        }

        Answer answer(Scope scope) {
            Value value = left.in(scope);
            List<Value> limits = right.stream().map(r -> r.in(scope)).toList();
            List<Value> all = Stream.concat(Stream.of(value), limits.stream()).toList();
            Optional<Value> missing = all.stream().filter(v -> !v.isNumber()).findFirst();
            if (missing.isPresent()) {
                return new Answer(Verdict.NOT_TESTABLE, missing.get().text());
            }
            List<Double> numbers = limits.stream().map(Value::number).toList();
            String said = words(value, limits, scope.design());
            if (all.stream().anyMatch(v -> v.mark().equals(Scope.INVALID))) {
                return new Answer(Verdict.NOT_TESTABLE, said + ", but a run behind it is INVALID");
            }
            if (value.runs().isPresent() && right.stream().noneMatch(r -> r.isMeasured(scope.design()))) {
                RatioRuns runs = value.runs().get();
                return runs.isConstant()
                        ? decided(value, numbers, said)
                        : tested(
                                Chance.ofRepeats(
                                        numbers.stream().map(runs::pAbove).toList()),
                                said);
            }
            Optional<ComparedRuns> compared = ComparedRuns.of(this, scope);
            Optional<Chance> chance = compared.flatMap(ComparedRuns::chance);
            if (chance.isPresent()) {
                return tested(chance.get(), said);
            }
            boolean ratio = left instanceof Expression.Call call && call.function() == Function.RATIO;
            boolean single = ratio && compared.isEmpty() && value.runs().isEmpty();
            return decided(value, numbers, single ? said + ", no replication" : said);
        }

        private Answer decided(Value value, List<Double> limits, String said) {
            return new Answer(holds(value.number(), limits) ? Verdict.SUPPORTED : Verdict.CONTRADICTED, said);
        }

        /**
         * Holds a comparison against chance: supported if one-sided tests exclude everything beyond its bounds, contradicted if one of them
         * excludes everything within. So a value is near another if its 90 % interval is within the bounds (two one-sided tests), and
         * never because no difference was found.
         */
        private Answer tested(Chance chance, String numbers) {
            String said = numbers + chance.said();
            double inside = 0;
            double outside = 1;
            List<Double> above = sign.equals("==")
                    ? Stream.concat(chance.above().stream(), chance.above().stream())
                            .toList()
                    : chance.above();
            for (int i = 0; i < above.size(); i++) {
                boolean lower = sign.startsWith(">") || (above.size() > 1 && i == 0);
                inside = Math.max(inside, lower ? above.get(i) : 1 - above.get(i));
                outside = Math.min(outside, lower ? 1 - above.get(i) : above.get(i));
            }
            if (above.isEmpty()) {
                return new Answer(Verdict.NOT_TESTABLE, said + ": " + chance.doubt());
            }
            boolean excluded = outside < chance.significant();
            String why = said + String.format(Locale.ROOT, " (p = %.2g)", excluded ? outside : inside);
            return excluded || inside < chance.significant()
                    ? new Answer(excluded ? Verdict.CONTRADICTED : Verdict.SUPPORTED, why)
                    : new Answer(Verdict.NOT_TESTABLE, why + ": " + chance.doubt());
        }

        /** The numbers that were compared, as the tables of the study print them. */
        private String words(Value value, List<Value> limits, StudyDesign design) {
            Expression plain = left;
            while (plain instanceof Expression.Narrowed narrowed) {
                plain = narrowed.formula();
            }
            Optional<Formula> shown = design.shown(plain);
            OptionalInt decimals = shown.map(Formula::decimals).orElse(OptionalInt.empty());
            DisplayUnit unit = shown.map(Formula::unit)
                    .filter(u -> !u.equals(DisplayUnit.NONE))
                    .orElseGet(this::unit);
            String own = number(value, unit, decimals);
            return right.stream().allMatch(r -> r instanceof Expression.Literal)
                    ? own
                    : limits.stream()
                            .map(l -> number(l, unit, decimals))
                            .collect(Collectors.joining(" and ", own + " against ", ""));
        }

        /** Returns the unit of values that no table shows: times in milliseconds, shares as the value that they are compared with. */
        private DisplayUnit unit() {
            boolean share = right.stream()
                    .anyMatch(r -> r instanceof Expression.Literal l && l.unit().equals(DisplayUnit.SHARE));
            return left.isTime() ? DisplayUnit.MILLIS : share ? DisplayUnit.SHARE : DisplayUnit.NONE;
        }

        private static String number(Value value, DisplayUnit unit, OptionalInt decimals) {
            String word = unit.word();
            return Digits.in(unit, value, decimals) + (word.isEmpty() ? "" : " " + word);
        }
    }

    /** The verdict of the data on a comparison, and the reason. */
    record Answer(Verdict verdict, String because) {}

    /** Parses a claim; notes its faults and returns empty then. */
    public static Optional<Claim> parse(String text, Problems problems) {
        try {
            List<List<Grammar.Comparison>> alternatives = Grammar.condition(text);
            if (alternatives.size() > 1) {
                throw new Malformed("'or' is not expected there");
            }
            return Optional.of(
                    new Claim(text, alternatives.get(0).stream().map(Part::of).toList()));
        } catch (Malformed e) {
            problems.add(e.about(text, "no formula"));
            return Optional.empty();
        }
    }

    /** Notes what does not fit the study, and what no run could contradict. */
    public void check(StudyDesign design, Problems problems) {
        parts.forEach(part -> {
            problems.require(
                    part.operations(design, Map.of()).findAny().isPresent(),
                    Grammar.quoted(part.text()) + " does not depend on a measurement, so no run could contradict it");
            part.left().check(design, problems);
            part.right().forEach(r -> r.check(design, problems));
        });
    }

    /** The metrics, operations and steps that it speaks of, at the levels {@code where}. */
    public Stream<OperationUse> operations(StudyDesign design, Map<String, String> where) {
        return parts.stream().flatMap(part -> part.operations(design, where));
    }

    /** Evaluates the claim: it is contradicted if one part is. */
    Answer answer(Scope scope) {
        List<Answer> answers = answers(scope);
        return new Answer(
                verdict(answers.stream().map(Answer::verdict).toList()),
                answers.stream().map(Answer::because).collect(Collectors.joining("; ")));
    }

    /** Evaluates each part. */
    List<Answer> answers(Scope scope) {
        return parts.stream().map(part -> part.answer(scope)).toList();
    }

    /** Combines the verdicts of the parts. */
    static Verdict verdict(List<Verdict> parts) {
        return Stream.of(Verdict.CONTRADICTED, Verdict.NOT_TESTABLE)
                .filter(parts::contains)
                .findFirst()
                .orElse(Verdict.SUPPORTED);
    }
}
