package io.dbharness.result.study;

import io.dbharness.model.Problems;
import io.dbharness.result.study.ClaimOutcome.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
            Optional<Value> missing = Stream.concat(Stream.of(value), limits.stream())
                    .filter(v -> !v.isNumber())
                    .findFirst();
            if (missing.isPresent()) {
                return new Answer(Verdict.NOT_TESTABLE, missing.get().text());
            }
            List<Double> numbers = limits.stream().map(Value::number).toList();
            boolean point = holds(value.number(), numbers);
            String said = words(value, numbers);
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

        /** The numbers that were compared, in the unit that suits times. */
        private String words(Value value, List<Double> limits) {
            boolean time = left.isLatency() && !(left instanceof Expression.Call) && value.number() >= 1000;
            StringBuilder text = new StringBuilder(number(value.number(), time));
            if (right.stream().anyMatch(r -> !(r instanceof Expression.Literal))) {
                text.append(" against ");
                text.append(String.join(
                        " and ", limits.stream().map(l -> number(l, time)).toList()));
            }
            return text.toString();
        }

        private static String number(double value, boolean time) {
            return time ? Digits.four(value / 1e6) + " ms" : Digits.four(value);
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

    /** Whether all of it holds. */
    boolean holds(Scope scope) {
        return parts.stream().allMatch(part -> part.answer(scope).verdict() == Verdict.SUPPORTED);
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
