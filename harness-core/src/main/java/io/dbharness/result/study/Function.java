package io.dbharness.result.study;

import static io.dbharness.result.study.Signature.Argument.DECIMALS;
import static io.dbharness.result.study.Signature.Argument.FORMULA;
import static io.dbharness.result.study.Signature.Argument.LEVEL;
import static io.dbharness.result.study.Signature.Argument.LIMIT;
import static io.dbharness.result.study.Signature.Argument.OPERATION;
import static io.dbharness.result.study.Signature.Argument.SERVICE_LEVEL;

import io.dbharness.model.Problems;
import io.dbharness.result.analysis.Comparison.Polarity;
import io.dbharness.result.study.Expression.Literal;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** What formulas can do besides calculating. */
public enum Function {
    /** {@code ratio(formula, candidate, baseline, levels...)}: with three runs or more of each, tested as core tests ratios. */
    RATIO(
            "ratio",
            "a formula, two levels to compare and further levels",
            Signature.of(FORMULA, LEVEL, LEVEL).thenLevels()) {
        @Override
        Value of(Scope scope, List<Expression> arguments) {
            return ratio(arguments.get(0), at(scope, arguments.get(1)), at(scope, arguments.get(2)));
        }
    },
    /** {@code spread(formula, levels...)}: how far the subject with the highest value is above that with the lowest, as a share. */
    SPREAD("spread", "a formula and levels", Signature.of(FORMULA).thenLevels()) {
        @Override
        Value of(Scope scope, List<Expression> arguments) {
            DoubleSummaryStatistics values = new DoubleSummaryStatistics();
            for (String subject : scope.design().subjectNames()) {
                Value value = arguments.get(0).in(scope.with(scope.design().subjectFactor(), subject));
                if (!value.isNumber()) {
                    return value;
                }
                values.accept(value.number());
            }
            return Value.of(values.getMax() / values.getMin() - 1);
        }
    },
    /** {@code highest(formula)} over the levels of a sweep, or over whatever else the scope leaves open. */
    HIGHEST("highest", "a formula and levels", Signature.of(FORMULA).thenLevels()) {
        @Override
        Value of(Scope scope, List<Expression> arguments) {
            return extreme(scope, arguments.get(0), DoubleSummaryStatistics::getMax);
        }

        @Override
        int timePower(List<Expression> arguments) {
            return arguments.get(0).timePower();
        }
    },
    /** {@code lowest(formula)}, likewise. */
    LOWEST("lowest", "a formula and levels", Signature.of(FORMULA).thenLevels()) {
        @Override
        Value of(Scope scope, List<Expression> arguments) {
            return extreme(scope, arguments.get(0), DoubleSummaryStatistics::getMin);
        }

        @Override
        int timePower(List<Expression> arguments) {
            return arguments.get(0).timePower();
        }
    },
    /** {@code within(slo)}: the highest level of a sweep at which a service level of the file is kept. */
    WITHIN("within", "a service level and levels", Signature.of(SERVICE_LEVEL).thenLevels()) {
        @Override
        Value of(Scope scope, List<Expression> arguments) {
            return kept(scope, arguments.get(0))
                    .value((level, one) -> Value.of(StudyDesign.number(level).orElse(Double.NaN)));
        }
    },
    /** {@code at(slo, formula)}: the formula at that level. */
    AT(
            "at",
            "a service level, a formula and levels",
            Signature.of(SERVICE_LEVEL, FORMULA).thenLevels()) {
        @Override
        Value of(Scope scope, List<Expression> arguments) {
            return kept(scope, arguments.get(0))
                    .value((level, one) -> arguments.get(1).in(one));
        }

        @Override
        int timePower(List<Expression> arguments) {
            return arguments.get(1).timePower();
        }
    },
    /** {@code knee(levels...)}: the level of highest throughput over response time. */
    KNEE("knee", "levels", Signature.of().thenLevels()) {
        @Override
        Value of(Scope scope, List<Expression> arguments) {
            return Tails.knee(scope);
        }
    },
    /** {@code truncated(formula, decimals)}: as some articles print what they divide. */
    TRUNCATED("truncated", "a formula and a whole number of decimals", Signature.of(FORMULA, DECIMALS)) {
        @Override
        Value of(Scope scope, List<Expression> arguments) {
            Value value = arguments.get(0).in(scope);
            Literal decimals = (Literal) arguments.get(1);
            return value.isNumber()
                    ? Value.of(BigDecimal.valueOf(value.number() * (1 + LAST_BITS))
                                    .setScale((int) decimals.value(), RoundingMode.DOWN)
                                    .doubleValue())
                            .marked(value.mark())
                    : value;
        }

        @Override
        int timePower(List<Expression> arguments) {
            return arguments.get(0).timePower();
        }
    },
    /** {@code limit(name, levels...)}: what the subject declares under {@code limits}. */
    LIMIT_OF(
            "limit",
            "the name of a declared limit and levels",
            Signature.of(LIMIT).thenLevels()) {
        @Override
        Value of(Scope scope, List<Expression> arguments) {
            return scope.limit(Signature.nameOf(arguments.get(0)));
        }
    },
    /** {@code tail(operation)}: between which percentiles the slow tail begins. */
    TAIL("tail", "a kind of operation", Signature.of(OPERATION).thenLevels()) {
        @Override
        Value of(Scope scope, List<Expression> arguments) {
            return tails(scope, arguments).interval();
        }
    },
    /** {@code tailFrom(operation)}: the percentile above which the slow tail begins; 100 when there is none. */
    TAIL_FROM("tailFrom", "a kind of operation", Signature.of(OPERATION).thenLevels()) {
        @Override
        Value of(Scope scope, List<Expression> arguments) {
            return tails(scope, arguments).from();
        }
    },
    /** {@code tailTo(operation)}: the percentile at which it has begun; 100 when there is none. */
    TAIL_TO("tailTo", "a kind of operation", Signature.of(OPERATION).thenLevels()) {
        @Override
        Value of(Scope scope, List<Expression> arguments) {
            return tails(scope, arguments).to();
        }
    },
    /** {@code tailBeyond(operation)}: the share of operations slower than twice the median. */
    TAIL_BEYOND("tailBeyond", "a kind of operation", Signature.of(OPERATION).thenLevels()) {
        @Override
        Value of(Scope scope, List<Expression> arguments) {
            return tails(scope, arguments).beyond();
        }
    },
    /** {@code shape(operation)}: SHAPED, BURSTY, TAIL_ONLY or NONE. */
    SHAPE("shape", "a kind of operation", Signature.of(OPERATION).thenLevels()) {
        @Override
        Value of(Scope scope, List<Expression> arguments) {
            return tails(scope, arguments).shape();
        }
    },
    /** {@code crossings(operation, level, level, levels...)}: how often two percentile curves cross. */
    CROSSINGS(
            "crossings",
            "a kind of operation and two levels to compare",
            Signature.of(OPERATION, LEVEL, LEVEL).thenLevels()) {
        @Override
        Value of(Scope scope, List<Expression> arguments) {
            return Tails.crossings(
                    at(scope, arguments.get(1)), at(scope, arguments.get(2)), Signature.nameOf(arguments.get(0)));
        }
    };

    /** What binary fractions lose must not cut off a whole digit. */
    private static final double LAST_BITS = 1e-12;

    private final String word;
    private final String expectation;
    // A record of an immutable copy of a list.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Signature signature;

    Function(String word, String expectation, Signature signature) {
        this.word = word;
        this.expectation = expectation;
        this.signature = signature;
    }

    /** What it gives, where {@code scope} is narrowed down to the levels among the arguments already. */
    abstract Value of(Scope scope, List<Expression> arguments);

    Value in(Scope scope, List<Expression> arguments) {
        return of(at(scope, signature.levels(arguments)), arguments);
    }

    /** Whether it gives a time; see {@link Expression#timePower}. */
    int timePower(List<Expression> arguments) {
        return 0;
    }

    /** Notes what of the arguments does not fit the study. */
    void check(StudyDesign design, List<Expression> arguments, Problems problems) {
        signature.check(arguments, design, problems);
    }

    Stream<OperationUse> operations(StudyDesign design, List<Expression> arguments, Map<String, String> where) {
        return signature.operations(arguments, design, where);
    }

    static Optional<Function> named(String word) {
        return Arrays.stream(values()).filter(f -> f.word.equals(word)).findFirst();
    }

    /** Whether it can do anything with these arguments. */
    boolean accepts(List<Expression> arguments) {
        return signature.accepts(arguments);
    }

    /** What it takes, in words. */
    String usage() {
        return word + " takes " + expectation;
    }

    private static Scope at(Scope scope, Expression level) {
        return at(scope, List.of(Signature.nameOf(level)));
    }

    private static Scope at(Scope scope, List<String> levels) {
        return scope.with(Expression.labels(scope.design(), levels));
    }

    private static Tails tails(Scope scope, List<Expression> arguments) {
        return Tails.of(scope, Signature.nameOf(arguments.get(0)));
    }

    private static KeptLevels kept(Scope scope, Expression serviceLevel) {
        return KeptLevels.of(scope, scope.design().serviceLevels().get(Signature.nameOf(serviceLevel)));
    }

    /** Candidate over baseline. */
    static Value ratio(Expression formula, Scope candidate, Scope baseline) {
        Value ratio = formula.in(candidate).with(formula.in(baseline), (a, b) -> b == 0 ? Double.NaN : a / b);
        double[] ours = runs(formula, candidate);
        double[] theirs = runs(formula, baseline);
        Polarity polarity = formula.lowerIsBetter() ? Polarity.LOWER_IS_BETTER : Polarity.HIGHER_IS_BETTER;
        return ratio.isNumber() && RatioRuns.enough(ours, theirs)
                ? ratio.restingOn(new RatioRuns(
                        Arrays.stream(ours).boxed().toList(),
                        Arrays.stream(theirs).boxed().toList(),
                        polarity))
                : ratio;
    }

    /** The value of each run that has one. */
    static double[] runs(Expression formula, Scope scope) {
        return scope.runs().stream()
                .map(formula::in)
                .filter(Value::isNumber)
                .mapToDouble(Value::number)
                .toArray();
    }

    private static Value extreme(Scope scope, Expression formula, ToDoubleFunction<DoubleSummaryStatistics> which) {
        Map<String, Scope> levels = scope.levels();
        if (levels.isEmpty()) {
            return formula.in(scope);
        }
        List<Value> values = levels.values().stream().map(formula::in).toList();
        DoubleSummaryStatistics numbers = new DoubleSummaryStatistics();
        values.stream().filter(Value::isNumber).forEach(v -> numbers.accept(v.number()));
        if (numbers.getCount() == 0) {
            return values.get(0);
        }
        double extreme = which.applyAsDouble(numbers);
        return values.stream()
                .filter(v -> v.isNumber() && v.number() == extreme)
                .findFirst()
                .orElseThrow();
    }
}
