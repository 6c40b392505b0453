package io.dbharness.result.study;

import io.dbharness.model.Problems;
import io.dbharness.result.study.Expression.Literal;
import io.dbharness.result.study.Expression.Reference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a function takes.
 *
 * @param fixed  one kind for each argument that has to be there, in order
 * @param levels whether names of levels may follow, which narrow down what it speaks of
 */
record Signature(List<Argument> fixed, boolean levels) {

    /** The most that a number can be cut off to. */
    private static final double MOST_DECIMALS = 9;

    Signature {
        fixed = List.copyOf(fixed);
    }

    static Signature of(Argument... fixed) {
        return new Signature(Arrays.asList(fixed), false);
    }

    Signature thenLevels() {
        return new Signature(fixed, true);
    }

    /** What may stand in one place. */
    enum Argument {
        FORMULA {
            @Override
            boolean accepts(Expression argument) {
                return true;
            }

            @Override
            void check(Expression argument, StudyDesign design, Problems problems) {
                argument.check(design, problems);
            }
        },
        /** The name of a level, or {@code factor=level}. */
        LEVEL {
            @Override
            void check(Expression argument, StudyDesign design, Problems problems) {
                Expression.requireLevel(design, nameOf(argument), problems);
            }
        },
        /** The name of an operation; only its workload knows it. */
        OPERATION,
        /** A name under {@code slo}. */
        SERVICE_LEVEL {
            @Override
            void check(Expression argument, StudyDesign design, Problems problems) {
                problems.require(
                        design.serviceLevels().containsKey(nameOf(argument)),
                        "'" + nameOf(argument) + "' is no service level under slo");
            }
        },
        /** A name under {@code limits} of some subject. */
        LIMIT {
            @Override
            void check(Expression argument, StudyDesign design, Problems problems) {
                problems.require(
                        design.limitNames().contains(nameOf(argument)),
                        "'" + nameOf(argument) + "' is no limit of any subject; known: "
                                + String.join(", ", design.limitNames()));
            }
        },
        /** A whole number of decimals. */
        DECIMALS {
            @Override
            boolean accepts(Expression argument) {
                return argument instanceof Literal literal
                        && literal.value() == Math.rint(literal.value())
                        && literal.value() <= MOST_DECIMALS;
            }
        };

        boolean accepts(Expression argument) {
            return argument instanceof Reference;
        }

        /** Notes what does not fit the study. */
        void check(Expression argument, StudyDesign design, Problems problems) {}
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
        for (int i = 0; i < arguments.size(); i++) {
            kind(i).check(arguments.get(i), design, problems);
        }
    }

    /** The names of the levels behind the fixed arguments. */
    List<String> levels(List<Expression> arguments) {
        return arguments.stream().skip(fixed.size()).map(Signature::nameOf).toList();
    }

    /** Which operations the arguments speak of, and at which levels: a level that is compared is one of several places. */
    Stream<OperationUse> operations(List<Expression> arguments, StudyDesign design, Map<String, String> where) {
        Map<String, String> narrowed = new TreeMap<>(where);
        narrowed.putAll(Expression.labels(design, levels(arguments)));
        List<Map<String, String>> places = new ArrayList<>();
        each(arguments, (kind, argument) -> {
            if (kind == Argument.LEVEL) {
                Map<String, String> place = new TreeMap<>(narrowed);
                place.putAll(Expression.labels(design, List.of(nameOf(argument))));
                places.add(place);
            }
        });
        List<OperationUse> uses = new ArrayList<>();
        for (Map<String, String> place : places.isEmpty() ? List.of(narrowed) : places) {
            each(arguments, (kind, argument) -> {
                if (kind == Argument.OPERATION) {
                    uses.add(new OperationUse(false, nameOf(argument), place));
                } else if (kind == Argument.FORMULA) {
                    argument.operations(design, place).forEach(uses::add);
                }
            });
        }
        return uses.stream();
    }

    private void each(List<Expression> arguments, BiConsumer<Argument, Expression> what) {
        for (int i = 0; i < fixed.size(); i++) {
            what.accept(fixed.get(i), arguments.get(i));
        }
    }

    static String nameOf(Expression argument) {
        return argument instanceof Reference reference ? reference.name() : "?";
    }
}
