package io.dbharness.result.study;

import io.dbharness.measure.Quantiles;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.Merge;
import io.dbharness.result.RunResult;
import io.dbharness.result.analysis.PercentileSupport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What an expression speaks of: observations, narrowed down by labels.
 *
 * @param design  of the study, which knows what the levels are levels of
 * @param all     observations of one origin
 * @param where   labels that count
 * @param merged  whether several runs are one distribution; otherwise the mean of their values counts
 */
public record Scope(StudyDesign design, List<Observation> all, Map<String, String> where, boolean merged) {

    /** Marks a value of a run that is not to be believed. */
    static final String INVALID = "!";
    /** Mark percentiles as all reports do. */
    static final String INDICATIVE = "*";

    static final String UNSUPPORTED = "**";

    private static final Pattern PERCENTILE = Pattern.compile("([pn]\\d+)(?:\\(([^()]+)\\))?");

    public Scope {
        where = Map.copyOf(where);
    }

    Scope with(Map<String, String> more) {
        Map<String, String> narrower = new TreeMap<>(where);
        narrower.putAll(more);
        return new Scope(design, all, narrower, merged);
    }

    Scope with(String factor, String level) {
        return with(Map.of(factor, level));
    }

    Scope averaging() {
        return new Scope(design, all, where, false);
    }

    List<Observation> observations() {
        return all.stream().filter(o -> o.matches(where)).toList();
    }

    /** Each run alone. */
    List<Scope> runs() {
        return observations().stream()
                .map(one -> new Scope(design, List.of(one), Map.of(), merged))
                .toList();
    }

    /** Levels of the load that were swept, rising; empty when none was. */
    Map<String, Scope> levels() {
        Optional<String> swept = StudyDesign.SWEPT.stream()
                .filter(factor ->
                        observations().stream().anyMatch(o -> o.labels().containsKey(factor)))
                .findFirst();
        Map<String, Scope> levels = new LinkedHashMap<>();
        swept.ifPresent(factor -> observations().stream()
                .flatMap(o -> Optional.ofNullable(o.labels().get(factor)).stream())
                .distinct()
                .sorted(StudyDesign.NUMBERS_FIRST)
                .forEach(level -> levels.put(level, with(factor, level))));
        return levels;
    }

    /** The value of a metric, or of a factor whose levels are numbers. */
    Value metric(String name) {
        List<Observation> found = observations();
        if (found.isEmpty()) {
            return Value.missing("nothing was measured for " + words());
        }
        Optional<String> ambiguous = ambiguous(found);
        if (ambiguous.isPresent()) {
            return Value.missing("it is not said which " + ambiguous.get() + " is meant");
        }
        Optional<Value> level = level(name, found.get(0));
        return level.orElseGet(() -> of(name, found));
    }

    private Value of(String name, List<Observation> found) {
        Figure printed = found.get(0).figures().get(name);
        if (found.size() == 1 && printed != null) {
            return Value.printed(printed);
        }
        String mark = found.stream().anyMatch(Observation::invalid) ? INVALID : "";
        List<RunResult> results =
                found.stream().flatMap(o -> o.result().stream()).toList();
        boolean merge = merged && results.size() == found.size() && results.size() > 1;
        OptionalDouble value = merge ? Observation.of(Merge.runs(results), name) : mean(name, found);
        return value.isPresent()
                ? Value.of(value.getAsDouble()).marked(mark.isEmpty() ? support(name, results) : mark)
                : Value.missing(name + " of " + words() + " was not measured");
    }

    /** Marks a percentile that rests on too few samples. */
    private String support(String name, List<RunResult> results) {
        Matcher percentile = PERCENTILE.matcher(name);
        if (results.isEmpty() || !percentile.matches()) {
            return "";
        }
        Double quantile = Quantiles.BY_NAME.get(percentile.group(1));
        String operation = Optional.ofNullable(percentile.group(2)).orElse("total");
        Optional<LatencyResult> latency = Tails.latency(this, operation);
        if (quantile == null || latency.isEmpty()) {
            return "";
        }
        return switch (PercentileSupport.of(latency.get().count(), quantile)) {
            case SOLID -> "";
            case INDICATIVE -> INDICATIVE;
            case UNSUPPORTED -> UNSUPPORTED;
        };
    }

    /** Of those that have the metric. */
    private static OptionalDouble mean(String name, List<Observation> found) {
        return found.stream()
                .map(o -> o.value(name))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .average();
    }

    private static Optional<Value> level(String name, Observation one) {
        return Optional.ofNullable(one.labels().get(name))
                .filter(text -> StudyDesign.number(text).isPresent())
                .map(text -> Value.of(Double.parseDouble(text)));
    }

    /** A label, besides the repeat, in which the observations differ. */
    private static Optional<String> ambiguous(List<Observation> found) {
        TreeSet<String> factors = new TreeSet<>();
        found.forEach(o -> factors.addAll(o.labels().keySet()));
        factors.remove(Observation.REPEAT);
        return factors.stream()
                .filter(factor -> found.stream()
                                .map(o -> Optional.ofNullable(o.labels().get(factor)))
                                .distinct()
                                .count()
                        > 1)
                .findFirst();
    }

    /** The results behind it; empty when any of it was only published. */
    List<RunResult> results() {
        List<Observation> found = observations();
        List<RunResult> results = new ArrayList<>();
        found.forEach(o -> o.result().ifPresent(results::add));
        return results.size() == found.size() ? results : List.of();
    }

    String words() {
        return where.isEmpty()
                ? "the study"
                : new TreeMap<>(where)
                        .entrySet().stream()
                                .map(w -> design.label(w.getKey(), w.getValue()))
                                .collect(Collectors.joining(", "));
    }
}
