package io.dbharness.study;

import io.dbharness.measure.Quantiles;
import io.dbharness.quantity.Quantities;
import io.dbharness.result.RunResult;
import io.dbharness.result.analysis.PercentileSupport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Observations narrowed down by labels, for expressions.
 *
 * @param design  of the study, which knows what the levels are levels of
 * @param origin  whose observations count
 * @param where   labels that count
 * @param merged  whether several runs are one distribution; otherwise the mean of their values counts
 */
public record Scope(StudyDesign design, Source origin, Map<String, String> where, boolean merged) {

    /** Marks a value of an INVALID run. */
    static final String INVALID = "!";
    /** The declared price of a subject. */
    static final String PRICE_PER_HOUR = "pricePerHour";
    /** The price of a million operations that were completed, at the throughput that was measured. */
    static final String COST_PER_MILLION = "costPerMillion";

    static final String THROUGHPUT = "throughput";

    static final List<String> PRICES = List.of(PRICE_PER_HOUR, COST_PER_MILLION);

    public Scope {
        where = Map.copyOf(where);
    }

    Scope with(Map<String, String> more) {
        return new Scope(design, origin, StudyDesign.joined(where, more), merged);
    }

    Scope with(String factor, String level) {
        return with(Map.of(factor, level));
    }

    /** Returns true if this scope is about another level of one of these factors. */
    boolean excludes(Map<String, String> levels) {
        return StudyDesign.exclude(where, levels);
    }

    /** Narrows this scope; without observations if it {@link #excludes} the levels. */
    Scope within(Map<String, String> levels) {
        return excludes(levels) ? new Scope(design, new Source(origin.name(), List.of()), where, merged) : with(levels);
    }

    List<Observation> observations() {
        return origin.observations().stream().filter(o -> o.matches(where)).toList();
    }

    /** Each run alone; of a sweep all levels of a repeat together, since levels do not differ by chance. */
    List<Scope> runs() {
        if (levels().size() > 1) {
            return observations().stream()
                    .map(one -> one.level(Observation.REPEAT))
                    .distinct()
                    .map(repeat -> repeat.map(r -> with(Observation.REPEAT, r)).orElse(this))
                    .toList();
        }
        return observations().stream()
                .map(one -> new Scope(design, new Source(origin.name(), List.of(one)), Map.of(), merged))
                .toList();
    }

    /** Levels of the load that were swept, rising; empty when none was. */
    Map<String, Scope> levels() {
        Map<String, Scope> levels = new LinkedHashMap<>();
        swept().ifPresent(factor -> observations().stream()
                .flatMap(o -> o.level(factor).stream())
                .distinct()
                .sorted(StudyDesign.NUMBERS_FIRST)
                .forEach(level -> levels.put(level, with(factor, level))));
        return levels;
    }

    private Optional<String> swept() {
        return design.swept(observations());
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

    /** A declared limit. */
    Value limit(String name) {
        return declared("the limit " + name, d -> Optional.ofNullable(d.limits().get(name)));
    }

    private Value price() {
        return declared("a price per hour", DeclaredLimits::pricePerHour);
    }

    /** Returns a declared value of the one subject of this scope. */
    private Value declared(String what, Function<DeclaredLimits, Optional<String>> which) {
        String factor = design.subjectFactor();
        List<String> subjects = where.containsKey(factor)
                ? List.of(where.get(factor))
                : observations().stream()
                        .flatMap(o -> o.level(factor).stream())
                        .distinct()
                        .toList();
        Optional<String> text = subjects.size() == 1
                ? design.subject(subjects.get(0))
                        .map(StudyDesign.Level::declared)
                        .flatMap(which)
                : Optional.empty();
        if (text.isEmpty()) {
            return Value.meaningless(what + " is not declared for " + words());
        }
        OptionalDouble value = DeclaredLimits.number(text);
        return value.isPresent()
                ? Value.of(value.getAsDouble())
                : Value.missing(what + " of " + words() + " is not known yet");
    }

    /** The value of a metric, of a price, or of a factor whose levels are numbers. */
    Value metric(String name) {
        if (name.equals(PRICE_PER_HOUR)) {
            return price();
        }
        if (Observation.withoutOperation(name).equals(COST_PER_MILLION)) {
            Value throughput = metric(name.replace(COST_PER_MILLION, THROUGHPUT));
            return price().with(
                            throughput,
                            (perHour, perSecond) -> perSecond == 0 ? Double.NaN : perHour * 1e6 / (perSecond * 3600));
        }
        List<Observation> found = observations();
        if (found.isEmpty()) {
            return Value.missing("nothing was measured for " + words());
        }
        Optional<String> ambiguous = ambiguous(found);
        if (ambiguous.isPresent()) {
            return Value.missing("it is not said which " + ambiguous.get() + " is meant");
        }
        Optional<Value> level = found.get(0)
                .level(name)
                .filter(text -> Quantities.number(text).isPresent())
                .map(text -> Value.of(Double.parseDouble(text)));
        return level.orElseGet(() -> of(name, found));
    }

    private Value of(String name, List<Observation> found) {
        Observation.Figure printed = found.get(0).figures().get(name);
        if (found.size() == 1 && printed != null) {
            return Value.printed(printed);
        }
        // The mean is of those that have the metric.
        OptionalDouble value = merged && found.size() > 1 && !results().isEmpty()
                ? Observation.of(origin.merges().of(found), name)
                : found.stream().flatMapToDouble(o -> o.value(name).stream()).average();
        return value.isPresent()
                ? Value.of(value.getAsDouble())
                        .marked(found.stream().anyMatch(Observation::invalid) ? INVALID : support(name, found))
                : Value.missing(name + " of " + words() + " was not measured");
    }

    /** Marks a percentile that rests on too few samples. */
    private String support(String name, List<Observation> found) {
        Double quantile = Quantiles.BY_NAME.get(Observation.withoutOperation(name));
        if (quantile == null || found.stream().allMatch(o -> o.result().isEmpty())) {
            return "";
        }
        return Tails.latency(this, Observation.operation(name).orElse("total"))
                .map(latency -> PercentileSupport.of(latency.count(), quantile).mark())
                .orElse("");
    }

    /** A label, besides the repeat, in which the observations differ. */
    private static Optional<String> ambiguous(List<Observation> found) {
        if (found.size() == 1) {
            return Optional.empty();
        }
        return found.stream()
                .flatMap(o -> o.labels().keySet().stream())
                .sorted()
                .distinct()
                .filter(factor -> !factor.equals(Observation.REPEAT)
                        && found.stream().map(o -> o.level(factor)).distinct().count() > 1)
                .findFirst();
    }

    /** The results behind it; empty when any of it was only published. */
    List<RunResult> results() {
        List<Observation> found = observations();
        List<RunResult> results =
                found.stream().flatMap(o -> o.result().stream()).toList();
        return results.size() == found.size() ? results : List.of();
    }

    /** All results together; empty when there are none, or any of it was only published. */
    Optional<RunResult> whole() {
        return results().isEmpty()
                ? Optional.empty()
                : Optional.of(origin.merges().of(observations()));
    }

    String words() {
        return where.isEmpty() ? "the study" : design.words(new TreeMap<>(where));
    }
}
