package io.dbharness.study;

import io.dbharness.model.Problems;
import io.dbharness.study.Expression.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a function takes.
 *
 * @param fixed  one kind for each argument that has to be there, in order
 * @param levels whether names of levels may follow, which narrow down what it speaks of
 * @param sameKind whether it gives a time where its formula does
 */
record Signature(List<Argument> fixed, boolean levels, boolean sameKind) {

    /** The most that a number can be cut off to. */
    private static final double MOST_DECIMALS = 9;

    static Signature of(Argument... fixed) {
        return new Signature(List.of(fixed), false, false);
    }

    Signature thenLevels() {
        return new Signature(fixed, true, sameKind);
    }

    Signature ofTheSameKind() {
        return new Signature(fixed, levels, true);
    }

    /** See {@link Expression#timePower}. */
    int timePower(List<Expression> arguments) {
        return sameKind ? arguments.get(fixed.indexOf(Argument.FORMULA)).timePower() : 0;
    }

    /** What may stand in one place. */
    enum Argument {
        FORMULA,
        /** The name of a level, or {@code factor=level}. */
        LEVEL,
        /** The name of an operation; only its workload knows it. */
        OPERATION,
        /** A name under {@code slo}. */
        SERVICE_LEVEL,
        /** A name under {@code limits} of some subject. */
        LIMIT,
        /** A whole number of decimals. */
        DECIMALS;

        boolean accepts(Expression argument) {
            return switch (this) {
                case FORMULA -> true;
                case DECIMALS ->
                    argument instanceof Expression.Literal literal
                            && literal.value() == Math.rint(literal.value())
                            && literal.value() <= MOST_DECIMALS;
                default -> argument instanceof Reference;
            };
        }

        /** Notes what does not fit the study. */
        void check(Expression argument, StudyDesign design, Problems problems) {
            String name = nameOf(argument);
            switch (this) {
                case FORMULA -> argument.check(design, problems);
                case LEVEL -> Expression.requireLevel(design, name, problems);
                case SERVICE_LEVEL ->
                    problems.require(
                            design.serviceLevels().containsKey(name), "'" + name + "' is no service level under slo");
                case LIMIT ->
                    problems.require(
                            design.limitNames().contains(name),
                            "'" + name + "' is no limit of any subject; known: "
                                    + String.join(", ", design.limitNames()));
                default -> {}
            }
        }
    }

    /** Whether these can be its arguments. */
    boolean accepts(List<Expression> arguments) {
        return arguments.size() >= fixed.size()
                && (levels || arguments.size() == fixed.size())
                && IntStream.range(0, arguments.size()).allMatch(i -> kind(i).accepts(arguments.get(i)));
    }

    private Argument kind(int place) {
        return place < fixed.size() ? fixed.get(place) : Argument.LEVEL;
    }

    /** Notes what of the arguments does not fit the study. */
    void check(List<Expression> arguments, StudyDesign design, Problems problems) {
        IntStream.range(0, arguments.size()).forEach(i -> kind(i).check(arguments.get(i), design, problems));
    }

    /** The names of the levels behind the fixed arguments. */
    List<String> levels(List<Expression> arguments) {
        return arguments.stream().skip(fixed.size()).map(Signature::nameOf).toList();
    }

    /** Which operations the arguments speak of, and at which levels: a level that is compared is one of several places. */
    Stream<OperationUse> operations(List<Expression> arguments, StudyDesign design, Map<String, String> where) {
        Map<String, String> narrowed = StudyDesign.joined(where, Expression.labels(design, levels(arguments)));
        List<Map<String, String>> places = new ArrayList<>();
        for (int i = 0; i < fixed.size(); i++) {
            if (fixed.get(i) == Argument.LEVEL) {
                List<String> level = List.of(nameOf(arguments.get(i)));
                places.add(StudyDesign.joined(narrowed, Expression.labels(design, level)));
            }
        }
        List<OperationUse> uses = new ArrayList<>();
        for (Map<String, String> place : places.isEmpty() ? List.of(narrowed) : places) {
            for (int i = 0; i < fixed.size(); i++) {
                if (fixed.get(i) == Argument.OPERATION) {
                    uses.add(new OperationUse(false, nameOf(arguments.get(i)), place));
                } else if (fixed.get(i) == Argument.FORMULA) {
                    arguments.get(i).operations(design, place).forEach(uses::add);
                }
            }
        }
        return uses.stream();
    }

    static String nameOf(Expression argument) {
        return argument instanceof Reference reference ? reference.name() : "?";
    }
}
