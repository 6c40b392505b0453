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

    /** Whether a smaller value is a better one: times are. */
    default boolean isLatency() {
        return parts().anyMatch(part -> part instanceof Reference reference && reference.isTime());
    }

    /** A number, in the unit that numbers are kept in. */
    record Literal(double value) implements Expression {
        @Override
        public Value in(Scope scope) {
            return Value.of(value);
        }
    }

    /**
     * A metric, a level's name (as an argument) or a factor whose levels are numbers.
     *
     * @param name for example {@code p99} or {@code p99(read)}
     */
    record Reference(String name) implements Expression {
        private static final Set<String> TIMES = Set.of("mean", "min", "max", "step");

        @Override
        public Value in(Scope scope) {
            return scope.metric(name);
        }

        boolean isTime() {
            String plain = name.replaceFirst("\\(.*", "");
            return TIMES.contains(plain) || Quantiles.BY_NAME.containsKey(plain);
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
