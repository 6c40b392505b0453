package io.dbharness.study;

import io.dbharness.result.Metric;
import io.dbharness.result.RunResult;
import io.dbharness.result.Verdict;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The figures of one run, measured or published.
 *
 * @param labels    factor to level, for example {@code disk} to {@code premium}; {@code repeat} counts runs of the same thing
 * @param figures   printed numbers by the name of their metric, for example {@code p99(read)}
 * @param result    of a run of ours
 * @param directory of its files, as the study names it; empty for a publication
 */
public record Observation(
        Map<String, String> labels, Map<String, Figure> figures, Optional<RunResult> result, String directory) {

    /** The label that counts runs of the same thing, from 1. */
    public static final String REPEAT = "repeat";

    private static final Pattern NAME = Pattern.compile("([^()]+)(?:\\(([^()]+)\\))?");
    /** In front of the name of a step: its mean. */
    static final String STEP = "step";

    public Observation {
        labels = Map.copyOf(labels);
        figures = Map.copyOf(figures);
    }

    public static Observation published(Map<String, String> labels, Map<String, Figure> figures) {
        return new Observation(labels, figures, Optional.empty(), "");
    }

    public static Observation measured(Map<String, String> labels, RunResult result, String directory) {
        return new Observation(labels, Map.of(), Optional.of(result), directory);
    }

    /** With further labels; those that are there stay. */
    public Observation labelled(Map<String, String> more) {
        return new Observation(StudyDesign.joined(more, labels), figures, result, directory);
    }

    boolean matches(Map<String, String> where) {
        // A loop, because a check of claims asks this some million times.
        for (Map.Entry<String, String> label : where.entrySet()) {
            if (!label.getValue().equals(labels.get(label.getKey()))) {
                return false;
            }
        }
        return true;
    }

    boolean invalid() {
        return result.filter(r -> r.verdict() == Verdict.INVALID).isPresent();
    }

    /** The number of this name. */
    OptionalDouble value(String metric) {
        Figure figure = figures.get(metric);
        if (figure != null) {
            return OptionalDouble.of(figure.value());
        }
        return result.map(r -> of(r, metric)).orElse(OptionalDouble.empty());
    }

    /** Its level of a factor. */
    Optional<String> level(String factor) {
        return Optional.ofNullable(labels.get(factor));
    }

    /** The operation or step that a metric is of; empty when it is of all. */
    static Optional<String> operation(String metric) {
        Matcher name = NAME.matcher(metric);
        return name.matches() ? Optional.ofNullable(name.group(2)) : Optional.empty();
    }

    /** Returns the part of a metric's name before the operation. */
    static String withoutOperation(String metric) {
        int parenthesis = metric.indexOf('(');
        return parenthesis < 0 ? metric : metric.substring(0, parenthesis);
    }

    static OptionalDouble of(RunResult result, String metric) {
        Matcher name = NAME.matcher(metric);
        if (!name.matches()) {
            return OptionalDouble.empty();
        }
        Optional<String> operation = Optional.ofNullable(name.group(2));
        return name.group(1).equals(STEP)
                ? operation.flatMap(result::step).stream()
                        .filter(step -> step.count() > 0)
                        .mapToDouble(step -> step.service().meanNanos())
                        .findFirst()
                : new Metric(name.group(1), operation).of(result);
    }

    /**
     * A published number.
     *
     * @param value    in the unit that numbers are kept in
     * @param unit     it was printed in
     * @param decimals it was printed with
     */
    public record Figure(double value, DisplayUnit unit, int decimals) {

        /**
         * Reads a printed number.
         *
         * @param text digits with a point; may hold commas between thousands
         * @throws NumberFormatException when it is none
         */
        public static Figure of(String text, DisplayUnit unit) {
            BigDecimal number = new BigDecimal(text.replace(",", ""));
            return new Figure(number.doubleValue() * unit.factor(), unit, Math.max(0, number.scale()));
        }
    }
}
