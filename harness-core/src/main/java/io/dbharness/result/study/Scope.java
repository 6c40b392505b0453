package io.dbharness.result.study;

import io.dbharness.measure.Quantiles;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.RunResult;
import io.dbharness.result.analysis.PercentileSupport;
import io.dbharness.result.study.StudyDesign.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an expression speaks of: observations, narrowed down by labels.
 *
 * @param design  of the study, which knows what the levels are levels of
 * @param all     observations of one origin
 * @param where   labels that count
 * @param merged  whether several runs are one distribution; otherwise the mean of their values counts
 * @param merges  of the observations
 */
public record Scope(
        StudyDesign design, List<Observation> all, Map<String, String> where, boolean merged, Merges merges) {

    /** Marks a value of a run that is not to be believed. */
    static final String INVALID = "!";
    /** Mark percentiles as all reports do. */
    static final String INDICATIVE = "*";

    static final String UNSUPPORTED = "**";

    private static final Pattern PERCENTILE = Pattern.compile("([pn]\\d+)(?:\\(([^()]+)\\))?");

    public Scope {
        where = Map.copyOf(where);
    }

    /** Of observations that nobody asks for again. */
    public Scope(StudyDesign design, List<Observation> all, Map<String, String> where, boolean merged) {
        this(design, all, where, merged, new Merges());
    }

    Scope with(Map<String, String> more) {
        Map<String, String> narrower = new TreeMap<>(where);
        narrower.putAll(more);
        return new Scope(design, all, narrower, merged, merges);
    }

    Scope with(String factor, String level) {
        return with(Map.of(factor, level));
    }

    Scope averaging() {
        return new Scope(design, all, where, false, merges);
    }

    List<Observation> observations() {
        return all.stream().filter(o -> o.matches(where)).toList();
    }

    /** Each run alone; of a sweep all levels of a repeat together, since levels do not differ by chance. */
    List<Scope> runs() {
        if (levels().size() > 1) {
            return observations().stream()
                    .map(one -> one.labels().getOrDefault(Observation.REPEAT, ""))
                    .distinct()
                    .map(repeat -> repeat.isEmpty() ? this : with(Observation.REPEAT, repeat))
                    .toList();
        }
        return observations().stream()
                .map(one -> new Scope(design, List.of(one), Map.of(), merged, merges))
                .toList();
    }

    /** Levels of the load that were swept, rising; empty when none was. */
    Map<String, Scope> levels() {
        Map<String, Scope> levels = new LinkedHashMap<>();
        swept().ifPresent(factor -> observations().stream()
                .flatMap(o -> Optional.ofNullable(o.labels().get(factor)).stream())
                .distinct()
                .sorted(StudyDesign.NUMBERS_FIRST)
                .forEach(level -> levels.put(level, with(factor, level))));
        return levels;
    }

    private Optional<String> swept() {
        return StudyDesign.SWEPT.stream()
                .filter(factor ->
                        observations().stream().anyMatch(o -> o.labels().containsKey(factor)))
                .findFirst();
    }

    /** A level of its sweep as people read it. */
    String sweptLevel(String level) {
        return swept().map(factor -> design.label(factor, level)).orElse(level);
    }

    /** A level of its sweep that is planned and at which nothing was measured, in words. */
    Optional<String> unmeasuredLevel() {
        Map<String, Scope> measured = levels();
        return swept().flatMap(factor -> design.planned().stream()
                .filter(run -> run.entrySet().containsAll(where.entrySet()))
                .flatMap(run -> Optional.ofNullable(run.get(factor)).stream())
                .filter(level -> !measured.containsKey(level))
                .map(level -> design.label(factor, level))
                .findFirst());
    }

    /** What is declared for the one subject that it speaks of. */
    private Optional<Declared> declared() {
        String factor = design.subjectFactor();
        List<String> subjects = Optional.ofNullable(where.get(factor))
                .map(List::of)
                .orElseGet(() -> observations().stream()
                        .flatMap(o -> Optional.ofNullable(o.labels().get(factor)).stream())
                        .distinct()
                        .toList());
        return subjects.size() == 1
                ? design.subjects().stream()
                        .filter(s -> s.name().equals(subjects.get(0)))
                        .map(Level::declared)
                        .findFirst()
                : Optional.empty();
    }

    /** A declared limit. */
    Value limit(String name) {
        return declared(
                "the limit " + name,
                declared().flatMap(d -> Optional.ofNullable(d.limits().get(name))),
                d -> d.limit(name));
    }

    private Value price() {
        return declared("a price per hour", declared().flatMap(Declared::pricePerHour), Declared::price);
    }

    private Value declared(String what, Optional<String> text, Function<Declared, OptionalDouble> number) {
        OptionalDouble value = declared().map(number).orElse(OptionalDouble.empty());
        if (value.isPresent()) {
            return Value.of(value.getAsDouble());
        }
        return text.isPresent()
                ? Value.missing(what + " of " + words() + " is not known yet")
                : Value.meaningless(what + " is not declared for " + words());
    }

    /** The value of a metric, of a price, or of a factor whose levels are numbers. */
    Value metric(String name) {
        if (name.equals(Price.PER_HOUR)) {
            return price();
        }
        if (name.equals(Price.PER_MILLION) || name.startsWith(Price.PER_MILLION + "(")) {
            Value throughput = metric("throughput" + name.substring(Price.PER_MILLION.length()));
            return price().with(throughput, Price::perMillion);
        }
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
        OptionalDouble value = merge ? Observation.of(merges.of(found), name) : mean(name, found);
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

    /** All results together; empty when there are none, or any of it was only published. */
    Optional<RunResult> whole() {
        return results().isEmpty() ? Optional.empty() : Optional.of(merges.of(observations()));
    }

    String words() {
        return where.isEmpty() ? "the study" : design.words(new TreeMap<>(where));
    }
}
