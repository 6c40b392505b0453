package io.dbharness.study;

import io.dbharness.measure.Quantiles;
import io.dbharness.model.Problems;
import io.dbharness.result.Grammar;
import io.dbharness.result.Grammar.Malformed;
import io.dbharness.study.OperationUse.Kind;
import io.dbharness.yaml.Suggestion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A formula over metrics, as in an experiment file, for example {@code throughput * mean / 1s} or
 * {@code ratio(p99, ultra, premium, read20)}. {@link Grammar} has its grammar.
 */
sealed interface Expression {

    /** Evaluates the expression for the observations of a scope. */
    Value in(Scope scope);

    /** The formulas that it is made of. */
    default List<Expression> operands() {
        return List.of();
    }

    /** Returns its parts, itself included. */
    default Stream<Expression> parts() {
        return Stream.concat(Stream.of(this), operands().stream().flatMap(Expression::parts));
    }

    /** Notes what does not fit the study. */
    default void check(StudyDesign design, Problems problems) {
        operands().forEach(operand -> operand.check(design, problems));
    }

    /** Returns true if smaller values are better, as for times and prices. */
    default boolean lowerIsBetter() {
        return parts().anyMatch(part ->
                part instanceof Reference reference && (reference.timePower() == 1 || reference.isPrice()));
    }

    /** How often times are factors of it: 1 of a time, 0 of a share, a count or a quotient of times. */
    int timePower();

    default boolean isTime() {
        return timePower() == 1;
    }

    /** Returns true for a declared limit or price. */
    default boolean isDeclared() {
        return this instanceof Reference reference
                ? reference.isPrice()
                : this instanceof Call call && call.function() == Function.LIMIT_OF;
    }

    /** Returns true if it depends on measurements: arithmetic on numbers, limits and prices does not. */
    default boolean isMeasured(StudyDesign design) {
        return operations(design, Map.of()).findAny().isPresent();
    }

    /** The metrics, operations and steps that it speaks of, at the levels {@code where}. */
    default Stream<OperationUse> operations(StudyDesign design, Map<String, String> where) {
        return operands().stream().flatMap(operand -> operand.operations(design, where));
    }

    /**
     * Builds an expression from a term; {@link #check} checks its names against a study.
     *
     * @throws Malformed if a function does not take what it is given
     */
    static Expression of(Grammar.Term term) {
        if (term instanceof Grammar.Quantity number) {
            DisplayUnit unit = new DisplayUnit(number.unit());
            return new Literal(number.value() * unit.factor(), unit);
        }
        if (term instanceof Grammar.Name name) {
            return new Reference(name.name());
        }
        if (term instanceof Grammar.Narrowed narrowed) {
            return new Narrowed(of(narrowed.term()), narrowed.levels());
        }
        if (term instanceof Grammar.Calculation two) {
            return new Calculation(of(two.left()), of(two.right()), two.sign());
        }
        return Call.of((Grammar.Call) term);
    }

    /**
     * A number.
     *
     * @param value in the unit that numbers are kept in
     * @param unit  it was written in
     */
    record Literal(double value, DisplayUnit unit) implements Expression {
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

        @Override
        public int timePower() {
            String metric = Observation.withoutOperation(name);
            return TIMES.contains(metric) || Quantiles.BY_NAME.containsKey(metric) ? 1 : 0;
        }

        boolean isPrice() {
            return Scope.PRICES.contains(Observation.withoutOperation(name));
        }

        @Override
        public void check(StudyDesign design, Problems problems) {
            boolean priced = design.subjects().stream()
                    .anyMatch(s -> s.declared().pricePerHour().isPresent());
            problems.require(!isPrice() || priced, name + " needs a price-per-hour of some subject");
        }

        @Override
        public Stream<OperationUse> operations(StudyDesign design, Map<String, String> where) {
            Stream<String> operation = Observation.operation(name).stream();
            if (Observation.withoutOperation(name).equals(Observation.STEP)) {
                return operation.map(step -> new OperationUse(Kind.STEP, step, where));
            }
            // A level is no metric, and a price only what is declared.
            boolean metric = !design.isFactor(name) && !name.equals(Scope.PRICE_PER_HOUR);
            String priced = name.replace(Scope.COST_PER_MILLION, Scope.THROUGHPUT);
            return Stream.concat(
                    metric ? Stream.of(new OperationUse(Kind.METRIC, priced, where)) : Stream.empty(),
                    operation.map(one -> new OperationUse(Kind.OPERATION, one, where)));
        }
    }

    /**
     * A formula of certain levels.
     *
     * @param levels names of levels, or {@code factor=level}
     */
    record Narrowed(Expression formula, List<String> levels) implements Expression {
        @Override
        public Value in(Scope scope) {
            return formula.in(scope.with(labels(scope.design(), levels)));
        }

        @Override
        public List<Expression> operands() {
            return List.of(formula);
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
            return formula.operations(design, StudyDesign.joined(where, labels(design, levels)));
        }
    }

    /** Two formulas with one of {@code + - * /} between them. */
    record Calculation(Expression left, Expression right, char sign) implements Expression {
        @Override
        public Value in(Scope scope) {
            return left.in(scope).with(right.in(scope), (a, b) -> switch (sign) {
                case '+' -> a + b;
                case '-' -> a - b;
                case '*' -> a * b;
                default -> b == 0 ? Double.NaN : a / b;
            });
        }

        @Override
        public List<Expression> operands() {
            return List.of(left, right);
        }

        @Override
        public int timePower() {
            int one = left.timePower();
            int other = right.timePower();
            // A zero or another bare number beside a time is one of times.
            return sign == '*' ? one + other : sign == '/' ? one - other : one == 0 ? other : one;
        }
    }

    /** A function and what it is given. */
    record Call(Function function, List<Expression> arguments) implements Expression {
        /** A function, or a metric of one operation. */
        private static Expression of(Grammar.Call call) {
            List<Expression> arguments =
                    call.arguments().stream().map(Expression::of).toList();
            Optional<Function> function = Function.named(call.name());
            if (function.isPresent()) {
                return new Call(function.get().requireAccepts(arguments), arguments);
            }
            if (arguments.size() == 1 && arguments.get(0) instanceof Reference operation) {
                return new Reference(call.name() + "(" + operation.name() + ")");
            }
            throw new Malformed("'" + call.name() + "' is no function, and a metric takes the name of one operation");
        }

        @Override
        public Value in(Scope scope) {
            return function.in(scope, arguments);
        }

        @Override
        public List<Expression> operands() {
            return arguments;
        }

        @Override
        public void check(StudyDesign design, Problems problems) {
            function.check(arguments, design, problems);
        }

        @Override
        public int timePower() {
            return function.timePower(arguments);
        }

        @Override
        public Stream<OperationUse> operations(StudyDesign design, Map<String, String> where) {
            return function.operations(arguments, design, where);
        }
    }

    /** Returns the labels of named levels; unknown names select nothing. */
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
        problems.require(
                level.contains("=") || design.factorOf(level).isPresent(),
                "'" + level + "' is no level of this experiment" + Suggestion.known(level, design.levelNames()));
    }
}
