package io.dbharness.result.study;

import io.dbharness.model.Problems;
import io.dbharness.result.analysis.Comparison.Polarity;
import io.dbharness.result.study.Expression.Literal;
import io.dbharness.result.study.Expression.Reference;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What formulas can do besides calculating. */
public enum Function {
    /** {@code ratio(formula, candidate, baseline, levels...)}: with three runs or more of each, tested as core tests ratios. */
    RATIO("ratio", "a formula, two levels to compare and further levels", 1) {
        @Override
        Value in(Scope scope, List<Expression> arguments) {
            Scope narrowed = scope.with(Expression.labels(scope.design(), names(arguments, 3)));
            Scope candidate = narrowed.with(Expression.labels(scope.design(), names(arguments.subList(0, 2), 1)));
            Scope baseline = narrowed.with(Expression.labels(scope.design(), names(arguments.subList(0, 3), 2)));
            return ratio(arguments.get(0), candidate, baseline);
        }

        @Override
        boolean fits(List<Expression> arguments) {
            return arguments.size() >= 3;
        }
    },
    /** {@code spread(formula, levels...)}: how far the subject with the highest value is above that with the lowest, as a share. */
    SPREAD("spread", "a formula and levels", 1) {
        @Override
        Value in(Scope scope, List<Expression> arguments) {
            Scope narrowed = scope.with(Expression.labels(scope.design(), names(arguments, 1)));
            DoubleSummaryStatistics values = new DoubleSummaryStatistics();
            for (String subject : scope.design().subjectNames()) {
                Value value = arguments.get(0).in(narrowed.with(scope.design().subjectFactor(), subject));
                if (!value.isNumber()) {
                    return value;
                }
                values.accept(value.number());
            }
            return Value.of(values.getMax() / values.getMin() - 1);
        }
    },
    /** {@code highest(formula)} over the levels of a sweep, or over whatever else the scope leaves open. */
    HIGHEST("highest", "a formula and levels", 1) {
        @Override
        Value in(Scope scope, List<Expression> arguments) {
            return extreme(scope, arguments, DoubleSummaryStatistics::getMax);
        }
    },
    /** {@code lowest(formula)}, likewise. */
    LOWEST("lowest", "a formula and levels", 1) {
        @Override
        Value in(Scope scope, List<Expression> arguments) {
            return extreme(scope, arguments, DoubleSummaryStatistics::getMin);
        }
    },
    /** {@code within(slo)}: the highest level of a sweep at which a service level of the file is kept. */
    WITHIN("within", "a service level and levels", 1) {
        @Override
        Value in(Scope scope, List<Expression> arguments) {
            return lastWithin(scope, arguments, 1)
                    .map(level -> StudyDesign.number(level.getKey()))
                    .map(level -> Value.of(level.orElse(Double.NaN)))
                    .orElseGet(() -> none(scope));
        }

        @Override
        void check(StudyDesign design, List<Expression> arguments, Problems problems) {
            requireLevel(design, arguments, problems);
        }
    },
    /** {@code at(slo, formula)}: the formula at that level. */
    AT("at", "a service level, a formula and levels", 2) {
        @Override
        Value in(Scope scope, List<Expression> arguments) {
            return lastWithin(scope, arguments, 2)
                    .map(level -> arguments.get(1).in(level.getValue()))
                    .orElseGet(() -> none(scope));
        }

        @Override
        boolean fits(List<Expression> arguments) {
            return arguments.size() >= 2;
        }

        @Override
        void check(StudyDesign design, List<Expression> arguments, Problems problems) {
            requireLevel(design, arguments, problems);
        }
    },
    /** {@code knee(levels...)}: the level of highest throughput over response time. */
    KNEE("knee", "levels", 0) {
        @Override
        Value in(Scope scope, List<Expression> arguments) {
            return Tails.knee(scope.with(Expression.labels(scope.design(), names(arguments, 0))));
        }
    },
    /** {@code truncated(formula, decimals)}: as some articles print what they divide. */
    TRUNCATED("truncated", "a formula and a number of decimals", 2) {
        @Override
        Value in(Scope scope, List<Expression> arguments) {
            Value value = arguments.get(0).in(scope);
            Literal decimals = (Literal) arguments.get(1);
            return value.isNumber()
                    ? Value.of(BigDecimal.valueOf(value.number() * (1 + LAST_BITS))
                            .setScale((int) decimals.value(), RoundingMode.DOWN)
                            .doubleValue())
                    : value;
        }

        @Override
        boolean fits(List<Expression> arguments) {
            return arguments.size() == 2 && arguments.get(1) instanceof Literal;
        }
    },
    /** {@code tail(operation)}: between which percentiles the slow tail begins. */
    TAIL("tail", "a kind of operation", 1) {
        @Override
        Value in(Scope scope, List<Expression> arguments) {
            return Tails.of(scope, first(arguments)).interval();
        }
    },
    /** {@code tailFrom(operation)}: the percentile above which the slow tail begins; 100 when there is none. */
    TAIL_FROM("tailFrom", "a kind of operation", 1) {
        @Override
        Value in(Scope scope, List<Expression> arguments) {
            return Tails.of(scope, first(arguments)).from();
        }
    },
    /** {@code tailTo(operation)}: the percentile at which it has begun; 100 when there is none. */
    TAIL_TO("tailTo", "a kind of operation", 1) {
        @Override
        Value in(Scope scope, List<Expression> arguments) {
            return Tails.of(scope, first(arguments)).to();
        }
    },
    /** {@code tailBeyond(operation)}: the share of operations slower than twice the median. */
    TAIL_BEYOND("tailBeyond", "a kind of operation", 1) {
        @Override
        Value in(Scope scope, List<Expression> arguments) {
            return Tails.of(scope, first(arguments)).beyond();
        }
    },
    /** {@code shape(operation)}: SHAPED, BURSTY, TAIL_ONLY or NONE. */
    SHAPE("shape", "a kind of operation", 1) {
        @Override
        Value in(Scope scope, List<Expression> arguments) {
            return Tails.of(scope, first(arguments)).shape();
        }
    },
    /** {@code crossings(operation, level, level, levels...)}: how often two percentile curves cross. */
    CROSSINGS("crossings", "a kind of operation and two levels to compare", 1) {
        @Override
        Value in(Scope scope, List<Expression> arguments) {
            Scope narrowed = scope.with(Expression.labels(scope.design(), names(arguments, 3)));
            Scope one = narrowed.with(Expression.labels(scope.design(), names(arguments.subList(0, 2), 1)));
            Scope other = narrowed.with(Expression.labels(scope.design(), names(arguments.subList(0, 3), 2)));
            return Tails.crossings(one, other, first(arguments));
        }

        @Override
        boolean fits(List<Expression> arguments) {
            return arguments.size() >= 3;
        }
    };

    /** What binary fractions lose must not cut off a whole digit. */
    private static final double LAST_BITS = 1e-12;

    private final String word;
    private final String expectation;
    /** Where names of levels begin. */
    private final int levelsFrom;

    Function(String word, String expectation, int levelsFrom) {
        this.word = word;
        this.expectation = expectation;
        this.levelsFrom = levelsFrom;
    }

    abstract Value in(Scope scope, List<Expression> arguments);

    boolean fits(List<Expression> arguments) {
        return arguments.size() >= levelsFrom;
    }

    /** Notes levels that are none. */
    void check(StudyDesign design, List<Expression> arguments, Problems problems) {
        if (levelsFrom > 0 && this != TRUNCATED) {
            arguments.get(0).check(design, problems);
        }
        if (this != TRUNCATED) {
            names(arguments, levelsFrom).forEach(level -> Expression.requireLevel(design, level, problems));
        }
    }

    static Optional<Function> named(String word) {
        return Arrays.stream(values()).filter(f -> f.word.equals(word)).findFirst();
    }

    /** Whether it can do anything with these arguments. */
    boolean accepts(List<Expression> arguments) {
        return fits(arguments)
                && (this == TRUNCATED
                        || arguments.subList(Math.min(levelsFrom, arguments.size()), arguments.size()).stream()
                                .allMatch(Reference.class::isInstance));
    }

    /** What it takes, in words. */
    String usage() {
        return word + " takes " + expectation;
    }

    private static List<String> names(List<Expression> arguments, int from) {
        return arguments.subList(Math.min(from, arguments.size()), arguments.size()).stream()
                .map(a -> a instanceof Reference reference ? reference.name() : "?")
                .toList();
    }

    private static String first(List<Expression> arguments) {
        return names(arguments, 0).get(0);
    }

    private static void requireLevel(StudyDesign design, List<Expression> arguments, Problems problems) {
        String slo = first(arguments);
        problems.require(
                design.serviceLevels().containsKey(slo),
                String.format(Locale.ROOT, "'%s' is no service level under slo", slo));
    }

    /** Candidate over baseline. */
    static Value ratio(Expression formula, Scope candidate, Scope baseline) {
        Value ratio = formula.in(candidate).with(formula.in(baseline), (a, b) -> b == 0 ? Double.NaN : a / b);
        double[] ours = runs(formula, candidate);
        double[] theirs = runs(formula, baseline);
        Polarity polarity = formula.isLatency() ? Polarity.LOWER_IS_BETTER : Polarity.HIGHER_IS_BETTER;
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

    private static Value extreme(
            Scope scope, List<Expression> arguments, ToDoubleFunction<DoubleSummaryStatistics> which) {
        Scope narrowed = scope.with(Expression.labels(scope.design(), names(arguments, 1)));
        Map<String, Scope> levels = narrowed.levels();
        if (levels.isEmpty()) {
            return arguments.get(0).in(narrowed);
        }
        DoubleSummaryStatistics values = new DoubleSummaryStatistics();
        levels.values().stream()
                .map(arguments.get(0)::in)
                .filter(Value::isNumber)
                .forEach(v -> values.accept(v.number()));
        return values.getCount() == 0
                ? arguments.get(0).in(levels.values().iterator().next())
                : Value.of(which.applyAsDouble(values));
    }

    private static Optional<Map.Entry<String, Scope>> lastWithin(Scope scope, List<Expression> arguments, int from) {
        Claim slo = scope.design().serviceLevels().get(first(arguments));
        Scope narrowed = scope.with(Expression.labels(scope.design(), names(arguments, from)));
        return slo == null
                ? Optional.empty()
                : narrowed.levels().entrySet().stream()
                        .filter(level -> slo.holds(level.getValue()))
                        .reduce((a, b) -> b);
    }

    private static Value none(Scope scope) {
        return scope.observations().isEmpty()
                ? Value.missing("nothing was measured for " + scope.words())
                : Value.text("none");
    }
}
