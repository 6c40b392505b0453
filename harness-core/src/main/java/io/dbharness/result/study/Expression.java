package io.dbharness.result.study;

import io.dbharness.measure.Quantiles;
import io.dbharness.model.Problems;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A formula over metrics, as it stands in an experiment file, for example {@code throughput * mean / 1s} or
 * {@code ratio(p99, ultra, premium, read20)}. {@link ExpressionText} has its grammar.
 */
public sealed interface Expression {

    /** What it gives for the observations of a scope. */
    Value in(Scope scope);

    /** What it is made of, itself included. */
    default Stream<Expression> parts() {
        return Stream.of(this);
    }

    /** Notes what does not fit the study. */
    default void check(StudyDesign design, Problems problems) {}

    /** Whether a smaller value is a better one: those of times and prices are. */
    default boolean lowerIsBetter() {
        return parts().anyMatch(part ->
                part instanceof Reference reference && (reference.timePower() == 1 || reference.isPrice()));
    }

    /** How often times are factors of it: 1 of a time, 0 of a share, a count or a quotient of times. */
    int timePower();

    default boolean isTime() {
        return timePower() == 1;
    }

    /** The operations and steps that it speaks of, at the levels {@code where}. */
    default Stream<OperationUse> operations(StudyDesign design, Map<String, String> where) {
        return Stream.empty();
    }

    /**
     * A number.
     *
     * @param value in the unit that numbers are kept in
     * @param unit  it was written in
     */
    record Literal(double value, Unit unit) implements Expression {
        @Override
        public Value in(Scope scope) {
            return Value.of(value);
        }

        @Override
        public int timePower() {
            return unit.isTime() ? 1 : 0;
        }
    }

    /**
     * A metric, a level's name (as an argument) or a factor whose levels are numbers.
     *
     * @param name for example {@code p99} or {@code p99(read)}
     */
    record Reference(String name) implements Expression {
        private static final Set<String> TIMES = Set.of("mean", "min", "max", Observation.STEP);

        @Override
        public Value in(Scope scope) {
            return scope.metric(name);
        }

        /** What stands before the operation. */
        private String plain() {
            return name.replaceFirst("\\(.*", "");
        }

        @Override
        public int timePower() {
            return TIMES.contains(plain()) || Quantiles.BY_NAME.containsKey(plain()) ? 1 : 0;
        }

        boolean isPrice() {
            return Price.WORDS.contains(plain());
        }

        @Override
        public void check(StudyDesign design, Problems problems) {
            problems.require(
                    !isPrice()
                            || design.subjects().stream()
                                    .anyMatch(s -> s.declared().pricePerHour().isPresent()),
                    name + " needs a price-per-hour of some subject");
        }

        @Override
        public Stream<OperationUse> operations(StudyDesign design, Map<String, String> where) {
            return Observation.operation(name)
                    .map(operation -> new OperationUse(plain().equals(Observation.STEP), operation, where))
                    .stream();
        }
    }

    /**
     * A formula of certain levels.
     *
     * @param levels names of levels, or {@code factor=level}
     */
    record Narrowed(Expression formula, List<String> levels) implements Expression {
        public Narrowed {
            levels = List.copyOf(levels);
        }

        @Override
        public Value in(Scope scope) {
            return formula.in(scope.with(labels(scope.design(), levels)));
        }

        @Override
        public Stream<Expression> parts() {
            return Stream.concat(Stream.of(this), formula.parts());
        }

        @Override
        public void check(StudyDesign design, Problems problems) {
            formula.check(design, problems);
            levels.forEach(level -> requireLevel(design, level, problems));
        }

        @Override
        public int timePower() {
            return formula.timePower();
        }

        @Override
        public Stream<OperationUse> operations(StudyDesign design, Map<String, String> where) {
            Map<String, String> narrower = new TreeMap<>(where);
            narrower.putAll(labels(design, levels));
            return formula.operations(design, narrower);
        }
    }

    /** Two formulas and what is done with them. */
    record Calculation(Expression left, Expression right, Sign sign) implements Expression {
        @Override
        public Value in(Scope scope) {
            return left.in(scope).with(right.in(scope), sign::of);
        }

        @Override
        public Stream<Expression> parts() {
            return Stream.concat(Stream.of(this), Stream.concat(left.parts(), right.parts()));
        }

        @Override
        public void check(StudyDesign design, Problems problems) {
            left.check(design, problems);
            right.check(design, problems);
        }

        @Override
        public int timePower() {
            return switch (sign) {
                case TIMES -> left.timePower() + right.timePower();
                case OVER -> left.timePower() - right.timePower();
                // A zero or another bare number beside a time is one of times.
                default -> left.timePower() == 0 ? right.timePower() : left.timePower();
            };
        }

        @Override
        public Stream<OperationUse> operations(StudyDesign design, Map<String, String> where) {
            return Stream.concat(left.operations(design, where), right.operations(design, where));
        }
    }

    /** A function and what it is given. */
    record Call(Function function, List<Expression> arguments) implements Expression {
        public Call {
            arguments = List.copyOf(arguments);
        }

        @Override
        public Value in(Scope scope) {
            return function.in(scope, arguments);
        }

        @Override
        public Stream<Expression> parts() {
            return Stream.concat(Stream.of(this), arguments.stream().flatMap(Expression::parts));
        }

        @Override
        public void check(StudyDesign design, Problems problems) {
            function.check(design, arguments, problems);
        }

        @Override
        public int timePower() {
            return function.timePower(arguments);
        }

        @Override
        public Stream<OperationUse> operations(StudyDesign design, Map<String, String> where) {
            return function.operations(design, arguments, where);
        }
    }

    /** Of two numbers. */
    enum Sign {
        PLUS {
            @Override
            double of(double a, double b) {
                return a + b;
            }
        },
        MINUS {
            @Override
            double of(double a, double b) {
                return a - b;
            }
        },
        TIMES {
            @Override
            double of(double a, double b) {
                return a * b;
            }
        },
        OVER {
            @Override
            double of(double a, double b) {
                return b == 0 ? Double.NaN : a / b;
            }
        };

        abstract double of(double a, double b);
    }

    /** The labels that names of levels stand for; unknown ones select nothing. */
    static Map<String, String> labels(StudyDesign design, List<String> levels) {
        Map<String, String> labels = new TreeMap<>();
        for (String level : levels) {
            int equals = level.indexOf('=');
            String factor = equals < 0 ? design.factorOf(level).orElse("?") : level.substring(0, equals);
            labels.put(factor, level.substring(equals + 1));
        }
        return labels;
    }

    /** Notes a name that is no level. */
    static void requireLevel(StudyDesign design, String level, Problems problems) {
        Optional<String> factor = design.factorOf(level);
        problems.require(
                level.contains("=") || factor.isPresent(),
                "'" + level + "' is no level of this experiment; known: " + String.join(", ", design.levelNames()));
    }
}
