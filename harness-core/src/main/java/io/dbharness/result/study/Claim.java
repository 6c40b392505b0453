package io.dbharness.result.study;

import io.dbharness.model.Problems;
import io.dbharness.result.study.ClaimOutcome.Verdict;
import java.util.ArrayList;
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

    /** Chance of a difference where there is none. */
    private static final double SIGNIFICANT = 0.05;

    public Claim {
        parts = List.copyOf(parts);
    }

    /**
     * One comparison.
     *
     * @param left  what is compared
     * @param sign  {@code < <= > >= ==} or {@code between}
     * @param right one formula, or the two ends of a range
     */
    record Part(Expression left, String sign, List<Expression> right) {
        Part {
            right = List.copyOf(right);
        }

        boolean holds(double value, List<Double> limits) {
            double limit = limits.get(0);
            return switch (sign) {
                case "<" -> value < limit;
                case "<=" -> value <= limit;
                case ">" -> value > limit;
                case ">=" -> value >= limit;
                case "==" -> value == limit;
                default -> value >= limit && value <= limits.get(1);
            };
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
            boolean point = holds(value.number(), numbers);
            if (value.runs().isPresent()) {
                return tested(value.runs().get(), numbers, new Answer(verdict(point), said));
            }
            boolean ratio = left instanceof Expression.Call call && call.function() == Function.RATIO;
            return new Answer(verdict(point), ratio ? said + ", no replication" : said);
        }

        /** A ratio counts only where its runs tell it from every limit. */
        private static Answer tested(RatioRuns runs, List<Double> limits, Answer point) {
            double p = limits.stream().mapToDouble(runs::p).max().orElse(1);
            String said = point.because() + String.format(Locale.ROOT, " (p = %.2g)", p);
            return p < SIGNIFICANT
                    ? new Answer(point.verdict(), said)
                    : new Answer(Verdict.NOT_TESTABLE, said + ": its runs differ too much to tell it from chance");
        }

        private static Verdict verdict(boolean holds) {
            return holds ? Verdict.SUPPORTED : Verdict.CONTRADICTED;
        }

        /** The numbers that were compared, as the tables of the study print them. */
        private String words(Value value, List<Value> limits, StudyDesign design) {
            Expression plain = left;
            while (plain instanceof Expression.Narrowed narrowed) {
                plain = narrowed.formula();
            }
            Optional<Formula> shown = design.shown(plain);
            OptionalInt decimals = shown.map(Formula::decimals).orElse(OptionalInt.empty());
            Unit unit =
                    shown.map(Formula::unit).filter(u -> !u.equals(Unit.NONE)).orElseGet(this::unit);
            StringBuilder text = new StringBuilder(number(value, unit, decimals));
            if (right.stream().anyMatch(r -> !(r instanceof Expression.Literal))) {
                text.append(" against ");
                text.append(limits.stream().map(l -> number(l, unit, decimals)).collect(Collectors.joining(" and ")));
            }
            return text.toString();
        }

        /** Of what no table shows: times in milliseconds, shares as what they are compared with. */
        private Unit unit() {
            boolean share = right.stream()
                    .anyMatch(r -> r instanceof Expression.Literal l && l.unit().equals(Unit.SHARE));
            return left.isTime() ? Unit.MILLIS : share ? Unit.SHARE : Unit.NONE;
        }

        private static String number(Value value, Unit unit, OptionalInt decimals) {
            String word = unit.word();
            return Digits.in(unit, value, decimals) + (word.isEmpty() ? "" : " " + word);
        }
    }

    /** What the data say of a comparison, and why. */
    record Answer(Verdict verdict, String because) {}

    /** Reads a claim; notes what is wrong with it and returns nothing then. */
    public static Optional<Claim> parse(String text, Problems problems) {
        return ExpressionText.claim(text, problems);
    }

    /** Notes what does not fit the study. */
    public void check(StudyDesign design, Problems problems) {
        parts.forEach(part -> {
            part.left().check(design, problems);
            part.right().forEach(r -> r.check(design, problems));
        });
    }

    /** The operations and steps that it speaks of, at the levels {@code where}. */
    public Stream<OperationUse> operations(StudyDesign design, Map<String, String> where) {
        return parts.stream()
                .flatMap(part -> Stream.concat(Stream.of(part.left()), part.right().stream()))
                .flatMap(expression -> expression.operations(design, where));
    }

    /** What the data say of it: contradicted by one part is contradicted. */
    Answer answer(Scope scope) {
        List<Answer> answers = parts.stream().map(part -> part.answer(scope)).toList();
        Verdict verdict = Stream.of(Verdict.CONTRADICTED, Verdict.NOT_TESTABLE)
                .filter(v -> answers.stream().anyMatch(a -> a.verdict() == v))
                .findFirst()
                .orElse(Verdict.SUPPORTED);
        List<String> reasons = new ArrayList<>();
        answers.forEach(a -> reasons.add(a.because()));
        return new Answer(verdict, String.join("; ", reasons));
    }
}
