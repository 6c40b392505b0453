package io.dbharness.study;

import static io.dbharness.study.Signature.Argument.DECIMALS;
import static io.dbharness.study.Signature.Argument.FORMULA;
import static io.dbharness.study.Signature.Argument.LEVEL;
import static io.dbharness.study.Signature.Argument.LIMIT;
import static io.dbharness.study.Signature.Argument.OPERATION;
import static io.dbharness.study.Signature.Argument.SERVICE_LEVEL;

import io.dbharness.result.Grammar.Malformed;
import io.dbharness.result.analysis.Comparison.Polarity;
import io.dbharness.result.analysis.RightTail;
import io.dbharness.result.analysis.RightTail.Onset;
import io.dbharness.study.Expression.Literal;
import io.dbharness.study.ServiceLevels.KeptLevels;
import io.dbharness.study.Value.RatioRuns;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** What formulas can do apart from arithmetic. */
public enum Function {
    /** {@code ratio(formula, candidate, baseline, levels...)}: with three runs or more of each, tested as core tests ratios. */
    RATIO(
            "ratio",
            "a formula, two levels to compare and further levels",
            Signature.of(FORMULA, LEVEL, LEVEL).thenLevels(),
            (scope, given) -> ratio(given.get(0), at(scope, given.get(1)), at(scope, given.get(2)))),
    /** {@code spread(formula, levels...)}: how far the subject with the highest value is above that with the lowest, as a share. */
    SPREAD("spread", "a formula and levels", Signature.of(FORMULA).thenLevels(), Function::spread),
    /** {@code highest(formula)} over the levels of a sweep, or over whatever else the scope leaves open. */
    HIGHEST(
            "highest",
            "a formula and levels",
            Signature.of(FORMULA).thenLevels().ofTheSameKind(),
            (scope, given) -> extreme(scope, given.get(0), DoubleSummaryStatistics::getMax)),
    /** {@code lowest(formula)}, likewise. */
    LOWEST(
            "lowest",
            "a formula and levels",
            Signature.of(FORMULA).thenLevels().ofTheSameKind(),
            (scope, given) -> extreme(scope, given.get(0), DoubleSummaryStatistics::getMin)),
    /** {@code within(slo)}: the highest level of a sweep at which a service level of the file is kept. */
    WITHIN(
            "within",
            "a service level and levels",
            Signature.of(SERVICE_LEVEL).thenLevels(),
            (scope, given) -> kept(scope, given.get(0))
                    .value((level, one) -> Value.of(StudyDesign.number(level).orElse(Double.NaN)))),
    /** {@code at(slo, formula)}: the formula at that level. */
    AT(
            "at",
            "a service level, a formula and levels",
            Signature.of(SERVICE_LEVEL, FORMULA).thenLevels().ofTheSameKind(),
            (scope, given) ->
                    kept(scope, given.get(0)).value((level, one) -> given.get(1).in(one))),
    /** {@code knee(levels...)}: the level of highest throughput over response time. */
    KNEE("knee", "levels", Signature.of().thenLevels(), (scope, given) -> Tails.knee(scope)),
    /** {@code truncated(formula, decimals)}: as some articles print what they divide. */
    TRUNCATED(
            "truncated",
            "a formula and a whole number of decimals",
            Signature.of(FORMULA, DECIMALS).ofTheSameKind(),
            Function::truncated),
    /** {@code limit(name, levels...)}: what the subject declares under {@code limits}. */
    LIMIT_OF(
            "limit",
            "the name of a declared limit and levels",
            Signature.of(LIMIT).thenLevels(),
            (scope, given) -> scope.limit(Signature.nameOf(given.get(0)))),
    /** {@code tail(operation)}: between which percentiles the slow tail begins. */
    TAIL("tail", Tails::interval),
    /** {@code tailFrom(operation)}: the percentile above which the slow tail begins; 100 when there is none. */
    TAIL_FROM("tailFrom", tail -> Tails.end(tail, Onset::from)),
    /** {@code tailTo(operation)}: the percentile at which it has begun; 100 when there is none. */
    TAIL_TO("tailTo", tail -> Tails.end(tail, Onset::to)),
    /** {@code tailBeyond(operation)}: the share of operations slower than twice the median. */
    TAIL_BEYOND(
            "tailBeyond",
            tail -> Value.of(
                    tail.crossing().map(RightTail.Crossing::shareBeyond).orElse(0.0))),
    /** {@code shape(operation)}: SHAPED, BURSTY, TAIL_ONLY or NONE. */
    SHAPE(
            "shape",
            tail -> Value.text(
                    tail.shapes().stream().sorted().map(RightTail.Shape::name).collect(Collectors.joining(", ")))),
    /** {@code crossings(operation, level, level, levels...)}: how often two percentile curves cross. */
    CROSSINGS(
            "crossings",
            "a kind of operation and two levels to compare",
            Signature.of(OPERATION, LEVEL, LEVEL).thenLevels(),
            (scope, given) ->
                    Tails.crossings(at(scope, given.get(1)), at(scope, given.get(2)), Signature.nameOf(given.get(0))));

    /** What binary fractions lose must not cut off a whole digit. */
    private static final double LAST_BITS = 1e-12;

    private final String word;
    private final String expectation;
    // A record of an immutable copy of a list, and functions without a state.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Signature signature;

    @SuppressWarnings("ImmutableEnumChecker")
    private final BiFunction<Scope, List<Expression>, Value> value;

    Function(String word, String expectation, Signature signature, BiFunction<Scope, List<Expression>, Value> value) {
        this.word = word;
        this.expectation = expectation;
        this.signature = signature;
        this.value = value;
    }

    /** Of the slow tail of one kind of operation. */
    Function(String word, java.util.function.Function<RightTail, Value> figure) {
        this(
                word,
                "a kind of operation",
                Signature.of(OPERATION).thenLevels(),
                (scope, given) -> Tails.value(scope, Signature.nameOf(given.get(0)), figure));
    }

    Value in(Scope scope, List<Expression> arguments) {
        return value.apply(at(scope, signature.levels(arguments)), arguments);
    }

    /** Which arguments it can do anything with. */
    Signature signature() {
        return signature;
    }

    /** Itself, if it takes these arguments. */
    Function requireAccepts(List<Expression> arguments) throws Malformed {
        if (!signature.accepts(arguments)) {
            throw new Malformed(word + " takes " + expectation);
        }
        return this;
    }

    static Optional<Function> named(String word) {
        return Arrays.stream(values()).filter(f -> f.word.equals(word)).findFirst();
    }

    private static Scope at(Scope scope, Expression level) {
        return at(scope, List.of(Signature.nameOf(level)));
    }

    private static Scope at(Scope scope, List<String> levels) {
        return scope.with(Expression.labels(scope.design(), levels));
    }

    private static KeptLevels kept(Scope scope, Expression serviceLevel) {
        return KeptLevels.of(scope, scope.design().serviceLevels().get(Signature.nameOf(serviceLevel)));
    }

    private static Value spread(Scope scope, List<Expression> arguments) {
        List<Value> values = scope.design().subjects().stream()
                .map(subject -> arguments.get(0).in(scope.with(scope.design().subjectFactor(), subject.name())))
                .toList();
        DoubleSummaryStatistics numbers =
                values.stream().mapToDouble(Value::number).summaryStatistics();
        return values.stream()
                .filter(value -> !value.isNumber())
                .findFirst()
                .orElseGet(() -> Value.of(numbers.getMax() / numbers.getMin() - 1));
    }

    private static Value truncated(Scope scope, List<Expression> arguments) {
        Value value = arguments.get(0).in(scope);
        Literal decimals = (Literal) arguments.get(1);
        return value.isNumber()
                ? Value.of(BigDecimal.valueOf(value.number() * (1 + LAST_BITS))
                                .setScale((int) decimals.value(), RoundingMode.DOWN)
                                .doubleValue())
                        .marked(value.mark())
                : value;
    }

    /** Candidate over baseline. */
    static Value ratio(Expression formula, Scope candidate, Scope baseline) {
        Value ratio = formula.in(candidate).with(formula.in(baseline), (a, b) -> b == 0 ? Double.NaN : a / b);
        Polarity polarity = formula.lowerIsBetter() ? Polarity.LOWER_IS_BETTER : Polarity.HIGHER_IS_BETTER;
        RatioRuns runs = new RatioRuns(runs(formula, candidate), runs(formula, baseline), polarity);
        return ratio.isNumber() && runs.enough() ? ratio.restingOn(runs) : ratio;
    }

    /** The value of each run that has one. */
    static List<Double> runs(Expression formula, Scope scope) {
        return scope.runs().stream()
                .map(formula::in)
                .filter(Value::isNumber)
                .map(Value::number)
                .toList();
    }

    private static Value extreme(Scope scope, Expression formula, ToDoubleFunction<DoubleSummaryStatistics> which) {
        Map<String, Scope> levels = scope.levels();
        if (levels.isEmpty()) {
            return formula.in(scope);
        }
        List<Value> values = levels.values().stream().map(formula::in).toList();
        DoubleSummaryStatistics numbers = values.stream()
                .filter(Value::isNumber)
                .mapToDouble(Value::number)
                .summaryStatistics();
        return values.stream()
                .filter(v -> v.isNumber() && v.number() == which.applyAsDouble(numbers))
                .findFirst()
                .orElse(values.get(0));
    }
}
