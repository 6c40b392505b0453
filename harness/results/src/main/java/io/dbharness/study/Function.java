package io.dbharness.study;

import static io.dbharness.study.Argument.DECIMALS;
import static io.dbharness.study.Argument.FORMULA;
import static io.dbharness.study.Argument.LEVEL;
import static io.dbharness.study.Argument.LIMIT;
import static io.dbharness.study.Argument.OPERATION;
import static io.dbharness.study.Argument.SERVICE_LEVEL;

import io.dbharness.model.Problems;
import io.dbharness.quantity.Quantities;
import io.dbharness.result.Grammar.Malformed;
import io.dbharness.result.analysis.Comparison.Polarity;
import io.dbharness.result.analysis.RightTail;
import io.dbharness.result.analysis.RightTail.Onset;
import io.dbharness.result.analysis.SeriesStatistics;
import io.dbharness.study.Expression.Literal;
import io.dbharness.study.OperationUse.Kind;
import io.dbharness.study.ServiceLevels.KeptLevels;
import io.dbharness.study.Value.RatioRuns;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The functions of formulas. After the required arguments, names of levels narrow the scope. */
public enum Function {
    /** {@code ratio(formula, candidate, baseline, levels...)}: with three runs or more of each, tested as core tests ratios. */
    RATIO("ratio", "a formula, two levels to compare and further levels", Function::ratio, FORMULA, LEVEL, LEVEL),
    /** {@code spread(formula, levels...)}: how far the subject with the highest value is above that with the lowest, as a share. */
    SPREAD("spread", "a formula and levels", Function::spread, FORMULA),
    /** {@code variation(formula, levels...)}: the standard deviation from run to run as a share of the mean. */
    VARIATION("variation", "a formula and levels", Function::variation, FORMULA),
    /** {@code highest(formula)} over the levels of a sweep, or over whatever else the scope leaves open. */
    HIGHEST("highest", "a formula and levels", extreme(DoubleSummaryStatistics::getMax), FORMULA),
    /** {@code lowest(formula)}, likewise. */
    LOWEST("lowest", "a formula and levels", extreme(DoubleSummaryStatistics::getMin), FORMULA),
    /** {@code within(slo)}: the highest level of a sweep at which a service level of the file is kept. */
    WITHIN("within", "a service level and levels", Function::within, SERVICE_LEVEL),
    /** {@code at(slo, formula)}: the formula at that level. */
    AT("at", "a service level, a formula and levels", Function::formulaWithin, SERVICE_LEVEL, FORMULA),
    /** {@code knee(levels...)}: the level of highest throughput over response time. */
    KNEE("knee", "levels", (scope, given) -> Tails.knee(scope)),
    /** {@code truncated(formula, decimals)}: as some articles print what they divide. */
    TRUNCATED("truncated", "a formula and a whole number of decimals", Function::truncated, FORMULA, DECIMALS),
    /** {@code limit(name, levels...)}: what the subject declares under {@code limits}. */
    LIMIT_OF(
            "limit",
            "the name of a declared limit and levels",
            (scope, given) -> scope.limit(Argument.nameOf(given.get(0))),
            LIMIT),
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
            "crossings", "a kind of operation and two levels to compare", Function::crossings, OPERATION, LEVEL, LEVEL);

    /** Tolerance for the rounding of binary fractions, which must not cut off a whole digit. */
    private static final double LAST_BITS = 1e-12;

    private final String word;
    private final String expectation;
    // Functions without a state.
    @SuppressWarnings("ImmutableEnumChecker")
    private final BiFunction<Scope, List<Expression>, Value> value;
    // An immutable list of enums.
    @SuppressWarnings("ImmutableEnumChecker")
    private final List<Argument> fixed;

    /** @param fixed one kind for each argument that has to be there, in order */
    Function(String word, String expectation, BiFunction<Scope, List<Expression>, Value> value, Argument... fixed) {
        this.word = word;
        this.expectation = expectation;
        this.value = value;
        this.fixed = List.of(fixed);
    }

    /** Creates a function of the slow tail of one kind of operation. */
    Function(String word, java.util.function.Function<RightTail, Value> figure) {
        this(
                word,
                "a kind of operation",
                (scope, given) -> Tails.value(scope, Argument.nameOf(given.get(0)), figure),
                OPERATION);
    }

    Value in(Scope scope, List<Expression> arguments) {
        return value.apply(at(scope, levels(arguments)), arguments);
    }

    /** Returns true if a small change of a metric can change the value by much, or if the value follows from a whole distribution. */
    boolean jumps() {
        return switch (this) {
            case WITHIN, AT, KNEE, TAIL, TAIL_FROM, TAIL_TO, TAIL_BEYOND, SHAPE, CROSSINGS -> true;
            default -> false;
        };
    }

    static Optional<Function> named(String word) {
        return Arrays.stream(values()).filter(f -> f.word.equals(word)).findFirst();
    }

    /** Itself, if it takes these arguments. */
    Function requireAccepts(List<Expression> arguments) {
        boolean fits = arguments.size() >= fixed.size()
                && (this != TRUNCATED || arguments.size() == fixed.size())
                && IntStream.range(0, arguments.size()).allMatch(i -> kind(i).accepts(arguments.get(i)));
        if (!fits) {
            throw new Malformed(word + " takes " + expectation);
        }
        return this;
    }

    private Argument kind(int place) {
        return place < fixed.size() ? fixed.get(place) : LEVEL;
    }

    /** Notes what of the arguments does not fit the study. */
    void check(List<Expression> arguments, StudyDesign design, Problems problems) {
        IntStream.range(0, arguments.size()).forEach(i -> kind(i).check(arguments.get(i), design, problems));
    }

    /** See {@link Expression#timePower}: some give a time where their formula does. */
    int timePower(List<Expression> arguments) {
        return switch (this) {
            case HIGHEST, LOWEST, AT, TRUNCATED ->
                arguments.get(fixed.indexOf(FORMULA)).timePower();
            default -> 0;
        };
    }

    /** The names of the levels behind the fixed arguments. */
    private List<String> levels(List<Expression> arguments) {
        return arguments.stream().skip(fixed.size()).map(Argument::nameOf).toList();
    }

    /** Returns the operations that the arguments use, and their levels: each compared level is a separate place. */
    Stream<OperationUse> operations(List<Expression> arguments, StudyDesign design, Map<String, String> where) {
        Map<String, String> narrowed = StudyDesign.joined(where, Expression.labels(design, levels(arguments)));
        List<Map<String, String>> places = new ArrayList<>();
        for (int i = 0; i < fixed.size(); i++) {
            if (fixed.get(i) == LEVEL) {
                List<String> level = List.of(Argument.nameOf(arguments.get(i)));
                places.add(StudyDesign.joined(narrowed, Expression.labels(design, level)));
            }
        }
        List<OperationUse> uses = new ArrayList<>();
        for (Map<String, String> place : places.isEmpty() ? List.of(narrowed) : places) {
            Stream.of(Scope.THROUGHPUT, "mean")
                    .filter(metric -> this == KNEE)
                    .forEach(metric -> uses.add(new OperationUse(Kind.METRIC, metric, place)));
            for (int i = 0; i < fixed.size(); i++) {
                fixed.get(i).uses(arguments.get(i), design, place).forEach(uses::add);
            }
        }
        return uses.stream();
    }

    private static Scope at(Scope scope, Expression level) {
        return at(scope, List.of(Argument.nameOf(level)));
    }

    private static Scope at(Scope scope, List<String> levels) {
        return scope.with(Expression.labels(scope.design(), levels));
    }

    private static KeptLevels kept(Scope scope, Expression serviceLevel) {
        return KeptLevels.of(scope, scope.design().serviceLevels().get(Argument.nameOf(serviceLevel)));
    }

    private static Value ratio(Scope scope, List<Expression> arguments) {
        return ratio(arguments.get(0), at(scope, arguments.get(1)), at(scope, arguments.get(2)));
    }

    private static Value crossings(Scope scope, List<Expression> arguments) {
        return Tails.crossings(
                at(scope, arguments.get(1)), at(scope, arguments.get(2)), Argument.nameOf(arguments.get(0)));
    }

    private static Value within(Scope scope, List<Expression> arguments) {
        return kept(scope, arguments.get(0))
                .value((level, one) -> Value.of(Quantities.number(level).orElse(Double.NaN)));
    }

    private static Value formulaWithin(Scope scope, List<Expression> arguments) {
        return kept(scope, arguments.get(0))
                .value((level, one) -> arguments.get(1).in(one));
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

    private static Value variation(Scope scope, List<Expression> arguments) {
        double[] runs = runs(arguments.get(0), scope).stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
        return runs.length < 2
                ? Value.missing("there are not two runs of " + scope.words())
                : Value.of(Math.sqrt(SeriesStatistics.variance(runs)) / SeriesStatistics.mean(runs))
                        .marked(arguments.get(0).in(scope).mark());
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

    private static BiFunction<Scope, List<Expression>, Value> extreme(ToDoubleFunction<DoubleSummaryStatistics> which) {
        return (scope, given) -> {
            Map<String, Scope> levels = scope.levels();
            List<Value> values = (levels.isEmpty() ? List.of(scope) : levels.values())
                    .stream().map(given.get(0)::in).toList();
            DoubleSummaryStatistics numbers = values.stream()
                    .filter(Value::isNumber)
                    .mapToDouble(Value::number)
                    .summaryStatistics();
            return values.stream()
                    .filter(v -> v.isNumber() && v.number() == which.applyAsDouble(numbers))
                    .findFirst()
                    .orElse(values.get(0));
        };
    }
}
