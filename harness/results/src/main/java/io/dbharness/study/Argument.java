package io.dbharness.study;

import io.dbharness.model.Problems;
import io.dbharness.study.Expression.Literal;
import io.dbharness.study.Expression.Reference;
import io.dbharness.study.OperationUse.Kind;
import io.dbharness.yaml.Suggestion;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The kinds of arguments of functions. */
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

    /** The most that a number can be cut off to. */
    private static final double MOST_DECIMALS = 9;

    boolean accepts(Expression argument) {
        return switch (this) {
            case FORMULA -> true;
            case DECIMALS ->
                argument instanceof Literal literal
                        && literal.value() == Math.rint(literal.value())
                        && literal.value() <= MOST_DECIMALS;
            default -> argument instanceof Reference;
        };
    }

    /** Returns the operations that an argument uses: an operation alone means its percentiles. */
    Stream<OperationUse> uses(Expression argument, StudyDesign design, Map<String, String> place) {
        return switch (this) {
            case FORMULA -> argument.operations(design, place);
            case OPERATION ->
                Stream.concat(
                        Stream.of(new OperationUse(Kind.OPERATION, nameOf(argument), place)),
                        Tails.rows(nameOf(argument)).map(row -> new OperationUse(Kind.METRIC, row, place)));
            case SERVICE_LEVEL ->
                Optional.ofNullable(design.serviceLevels().get(nameOf(argument))).stream()
                        .flatMap(level -> level.operations(design.withoutServiceLevels(), place));
            default -> Stream.empty();
        };
    }

    /** The name that an argument is. */
    static String nameOf(Expression argument) {
        return argument instanceof Reference reference ? reference.name() : "?";
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
                        "'" + name + "' is no limit of any subject" + Suggestion.known(name, design.limitNames()));
            default -> {}
        }
    }
}
