package io.dbharness.study;

import io.dbharness.model.Problems;
import io.dbharness.quantity.Quantities;
import io.dbharness.study.Study.ClaimOutcome.Verdict;
import io.dbharness.yaml.Suggestion;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The design of a study: subjects, workloads, tables, charts, claims.
 *
 * @param name          of the experiment
 * @param title         one line
 * @param compared      what differs between the runs
 * @param planned       labels of every run that belongs to the study, made or not; of none, everything could have been measured
 * @param serviceLevels by name
 * @param contents      what the study shows
 */
public record StudyDesign(
        String name,
        String title,
        Compared compared,
        List<Map<String, String>> planned,
        Map<String, Claim> serviceLevels,
        Contents contents) {

    /** Factor of the workloads. */
    public static final String WORKLOAD = "workload";
    /** Factor of the families. */
    public static final String FAMILY = "family";

    /**
     * Factors of the load, which published figures may have without a plan. No command sweeps {@code threads}, but tables of other tools
     * have it.
     */
    static final List<String> LOAD = List.of("rate", "outstanding", "connections", "users", "threads");

    private static final MathContext MEANT = new MathContext(9);

    /** Numbers by size, then words. */
    public static final Comparator<String> NUMBERS_FIRST = Comparator.comparingDouble(
                    (String text) -> Quantities.number(text).orElse(Double.POSITIVE_INFINITY))
            .thenComparing(Comparator.naturalOrder());

    /**
     * What differs between the runs.
     *
     * @param subjectFactor factor whose levels are the subjects, for example {@code disk}
     * @param parts         factor to its levels: of the subjects, of {@code workload} and of {@code family}
     * @param baseline      the subject that comparisons refer to
     */
    public record Compared(String subjectFactor, Map<String, List<Level>> parts, Optional<String> baseline) {}

    /** What a study shows: tables, charts and claims, each in order. */
    public record Contents(List<TableSpec> tables, List<ChartSpec> charts, List<ClaimSpec> claims) {

        public static final Contents NOTHING = new Contents(List.of(), List.of(), List.of());
    }

    public String subjectFactor() {
        return compared.subjectFactor();
    }

    public Map<String, List<Level>> parts() {
        return compared.parts();
    }

    public Optional<String> baseline() {
        return compared.baseline();
    }

    public List<TableSpec> tables() {
        return contents.tables();
    }

    public List<ChartSpec> charts() {
        return contents.charts();
    }

    public List<ClaimSpec> claims() {
        return contents.claims();
    }

    /**
     * A level of a factor.
     *
     * @param name     in formulas
     * @param label    in tables
     * @param labels   further factors that it fixes, for example {@code device} to {@code ssd}
     * @param declared what runs are held against; of subjects only
     */
    public record Level(String name, String label, Map<String, String> labels, DeclaredLimits declared) {
        public Level {
            labels = Map.copyOf(labels);
        }
    }

    /**
     * A claim of the study.
     *
     * @param text      in words
     * @param claim     what it means; empty when nothing that can be measured
     * @param formula   as written
     * @param reason    why it cannot be tested, then; otherwise why the published numbers contradict it, if they do
     * @param where     levels it is about
     * @param published what the published numbers say of it, as declared
     */
    public record ClaimSpec(
            String text,
            Optional<Claim> claim,
            String formula,
            String reason,
            Map<String, String> where,
            Verdict published) {}

    /** Returns this design with other contents. */
    public StudyDesign asking(Contents other) {
        return new StudyDesign(name, title, compared, planned, serviceLevels, other);
    }

    StudyDesign withoutServiceLevels() {
        return new StudyDesign(name, title, compared, planned, Map.of(), contents);
    }

    /** The subjects, in order. */
    public List<Level> subjects() {
        return parts().getOrDefault(subjectFactor(), List.of());
    }

    /** The subject of this name. */
    Optional<Level> subject(String subject) {
        return level(subjectFactor(), subject);
    }

    private Optional<Level> level(String factor, String name) {
        return parts().getOrDefault(factor, List.of()).stream()
                .filter(level -> level.name().equals(name))
                .findFirst();
    }

    /** The names of the limits that any subject declares, in order. */
    List<String> limitNames() {
        return subjects().stream()
                .flatMap(s -> s.declared().limits().keySet().stream())
                .distinct()
                .toList();
    }

    /** Where a workload meets a subject, within a family if there are any: what of the plan is not repeated or swept. */
    List<Map<String, String>> cells() {
        return places(List.of(subjectFactor(), WORKLOAD, FAMILY));
    }

    /** Where something is measured, whichever the subject. */
    List<Map<String, String>> workloads() {
        return places(List.of(WORKLOAD, FAMILY));
    }

    private List<Map<String, String>> places(List<String> factors) {
        return planned.stream().map(run -> only(factors, run)).distinct().toList();
    }

    /** The labels of these factors, in the order of the factors. */
    static Map<String, String> only(List<String> factors, Map<String, String> labels) {
        Map<String, String> some = new LinkedHashMap<>();
        factors.forEach(factor -> Optional.ofNullable(labels.get(factor)).ifPresent(level -> some.put(factor, level)));
        return some;
    }

    /** The labels of both; the second have the last word. */
    static Map<String, String> joined(Map<String, String> base, Map<String, String> over) {
        Map<String, String> both = new TreeMap<>(base);
        both.putAll(over);
        return both;
    }

    /** Returns true if both have a level of the same factor, and not the same. */
    static boolean exclude(Map<String, String> one, Map<String, String> other) {
        return other.entrySet().stream()
                .anyMatch(level ->
                        !one.getOrDefault(level.getKey(), level.getValue()).equals(level.getValue()));
    }

    /** Factors of the subjects and workloads and their labels, and the repetition, in order. */
    private Set<String> fixedFactors() {
        Set<String> fixed = new LinkedHashSet<>(parts().keySet());
        levels().forEach(level -> fixed.addAll(level.labels().keySet()));
        fixed.add(Observation.REPEAT);
        return fixed;
    }

    /** Factors that are swept within a subject and a workload: those of the load, and all options that the plan sweeps. */
    List<String> sweptFactors() {
        Set<String> fixed = fixedFactors();
        return Stream.concat(
                        LOAD.stream(),
                        planned.stream().flatMap(run -> run.keySet().stream().sorted()))
                .filter(factor -> !fixed.contains(factor))
                .distinct()
                .toList();
    }

    /** The factor that is swept in some observations. */
    Optional<String> swept(List<Observation> observations) {
        return sweptFactors().stream()
                .filter(factor -> observations.stream().anyMatch(o -> o.labels().containsKey(factor)))
                .findFirst();
    }

    /** How the first table that shows this formula prints it. */
    Optional<Formula> shown(Expression expression) {
        return tables().stream()
                .flatMap(table -> table.formulas().stream())
                .filter(formula -> formula.expression().equals(expression))
                .findFirst();
    }

    private Stream<Level> levels() {
        return parts().values().stream().flatMap(List::stream);
    }

    /** The factor that a name is a level of. */
    Optional<String> factorOf(String level) {
        return parts().entrySet().stream()
                .filter(part -> part.getValue().stream().anyMatch(l -> l.name().equals(level)))
                .map(Map.Entry::getKey)
                .findFirst()
                .or(() -> levels().flatMap(l -> l.labels().entrySet().stream())
                        .filter(label -> label.getValue().equals(level))
                        .map(Map.Entry::getKey)
                        .findFirst());
    }

    /** All names of levels, in order. */
    Set<String> levelNames() {
        Set<String> names = new LinkedHashSet<>();
        levels().forEach(level -> {
            names.add(level.name());
            names.addAll(level.labels().values());
        });
        return names;
    }

    /** A level as people read it. */
    String label(String factor, String level) {
        return level(factor, level).map(Level::label).orElseGet(() -> isFree(factor) ? factor + " " + level : level);
    }

    /** Levels by factor as people read them. */
    public String words(Map<String, String> levels) {
        return levels.entrySet().stream()
                .map(level -> label(level.getKey(), level.getValue()))
                .collect(Collectors.joining(", "));
    }

    /** The observation with the labels that its levels bring along. */
    public Observation complete(Observation observation) {
        return observation.labelled(complete(observation.labels()));
    }

    /** Labels with those that their levels bring along. */
    public Map<String, String> complete(Map<String, String> labels) {
        Map<String, String> whole = new TreeMap<>(labels);
        labels.forEach((factor, name) ->
                level(factor, name).ifPresent(level -> level.labels().forEach(whole::putIfAbsent)));
        return whole;
    }

    /** Returns true if a run with these labels belongs to the study. */
    boolean plans(Map<String, String> where) {
        return planned.isEmpty()
                || planned.stream()
                        .anyMatch(run -> where.entrySet().stream()
                                .allMatch(w -> run.containsKey(w.getKey())
                                        ? w.getValue().equals(run.get(w.getKey()))
                                        : w.getKey().equals(Observation.REPEAT)));
    }

    /** The levels that a factor takes in the plan and in observations, numbers by size, others in the order of the file. */
    List<String> levelsOf(String factor, List<Observation> observations) {
        Set<String> found = new LinkedHashSet<>();
        planned.forEach(run -> Optional.ofNullable(run.get(factor)).ifPresent(found::add));
        observations.forEach(o -> o.level(factor).ifPresent(found::add));
        List<String> levels = new ArrayList<>(found);
        if (levels.stream().allMatch(level -> Quantities.number(level).isPresent())) {
            levels.sort(NUMBERS_FIRST);
        } else {
            // Plans can be shuffled.
            List<String> file = List.copyOf(levelNames());
            levels.sort(Comparator.comparingInt(level -> file.contains(level) ? file.indexOf(level) : file.size()));
        }
        return levels;
    }

    /** Every combination of the levels of some factors; of no factors, one that is empty. */
    List<Map<String, String>> combinations(List<String> factors, List<Observation> observations) {
        List<Map<String, String>> combinations = List.of(Map.of());
        for (String factor : factors) {
            List<String> levels = levelsOf(factor, observations);
            combinations = combinations.stream()
                    .flatMap(combination -> levels.stream().map(level -> {
                        Map<String, String> longer = new LinkedHashMap<>(combination);
                        longer.put(factor, level);
                        return longer;
                    }))
                    .toList();
        }
        return combinations;
    }

    /** The factors that something can be about, in order. */
    public List<String> factors() {
        Set<String> factors = fixedFactors();
        factors.addAll(sweptFactors());
        return List.copyOf(factors);
    }

    /** Returns true for the name of a factor, which is no metric. */
    boolean isFactor(String name) {
        return factors().contains(name);
    }

    /** Notes a level that its factor does not have. */
    public void requireLevel(String factor, String level, Problems problems) {
        if (!factors().contains(factor)) {
            problems.add("names '" + factor + "'" + Suggestion.known(factor, factors()));
        } else if (isSweptInWords(factor) && !levelsOf(factor, List.of()).contains(level)) {
            problems.add("'" + level + "' is no level of " + factor + "; the plan has "
                    + String.join(", ", levelsOf(factor, List.of())));
        } else if (!isFree(factor) && !factorOf(level).equals(Optional.of(factor))) {
            problems.add("'" + level + "' is no level of " + factor);
        }
    }

    /** Returns true if the plan sweeps an option whose values are words: then no other level can be measured. */
    private boolean isSweptInWords(String factor) {
        return sweptFactors().contains(factor)
                && levelsOf(factor, List.of()).stream()
                        .anyMatch(level -> Quantities.number(level).isEmpty());
    }

    /** Returns true if the factor takes any level. */
    private boolean isFree(String factor) {
        return factor.equals(Observation.REPEAT)
                || (!fixedFactors().contains(factor)
                        && (LOAD.contains(factor) || planned.stream().anyMatch(run -> run.containsKey(factor))));
    }

    /** An id with levels behind it, fit for the name of a file. */
    static String id(String id, String levels) {
        return levels.isEmpty() ? id : id + "-" + levels.replaceAll("[^A-Za-z0-9]+", "-");
    }

    /** A number without superfluous digits. */
    static String plain(double value) {
        return new BigDecimal(value, MEANT).stripTrailingZeros().toPlainString();
    }
}
