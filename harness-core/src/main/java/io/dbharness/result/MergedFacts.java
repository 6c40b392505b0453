package io.dbharness.result;

import io.dbharness.result.OperationResult.OperationCounts;
import io.dbharness.result.RunResult.WorkloadFacts;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What two results say in words and counts, said once. All functions are associative and commutative. */
final class MergedFacts {

    private static final String MERGED = "-merged";
    private static final String AND = "; ";
    private static final Pattern COUNTED = Pattern.compile("(\\d{1,6}) x (.*)");

    private MergedFacts() {}

    /** The earlier id, marked. */
    static String id(String a, String b) {
        String first = plain(a).compareTo(plain(b)) <= 0 ? plain(a) : plain(b);
        return first + MERGED;
    }

    private static String plain(String id) {
        return id.endsWith(MERGED) ? id.substring(0, id.length() - MERGED.length()) : id;
    }

    /** One text if they agree, otherwise each that there is. */
    static String union(String a, String b) {
        if (a.equals(b)) {
            return a;
        }
        TreeSet<String> parts = new TreeSet<>(Arrays.asList(a.split(AND, -1)));
        Collections.addAll(parts, b.split(AND, -1));
        return String.join(AND, parts);
    }

    static Map<String, String> union(Map<String, String> a, Map<String, String> b) {
        Map<String, String> both = new TreeMap<>(a);
        b.forEach((name, value) -> both.merge(name, value, MergedFacts::union));
        return both;
    }

    /** The workload, in a job of several clients without what each has for itself. */
    static WorkloadFacts workload(RunResult result, boolean parallel) {
        Map<String, String> parameters = new TreeMap<>(result.workload().parameters());
        if (parallel) {
            scorecard(result).ifPresent(s -> parameters.keySet().removeAll(s.perClient()));
        }
        return new WorkloadFacts(result.workload().name(), parameters);
    }

    static WorkloadFacts workload(RunResult a, RunResult b) {
        return new WorkloadFacts(
                a.workload().name(),
                union(a.workload().parameters(), b.workload().parameters()));
    }

    static Optional<Scorecard> scorecard(RunResult result) {
        return ServiceLoader.load(Scorecard.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(s -> s.knows(result.workload().name()))
                .findFirst();
    }

    /** What both say alike. */
    static Map<String, String> common(Map<String, String> a, Map<String, String> b) {
        Map<String, String> common = new TreeMap<>(a);
        common.entrySet().retainAll(b.entrySet());
        return common;
    }

    /** Each text with how often it occurs, for example {@code 2 x closed, 10 users}. */
    static String counted(String a, String b) {
        Map<String, Integer> counts = new TreeMap<>();
        for (String part : (a + AND + b).split(AND, -1)) {
            Matcher counted = COUNTED.matcher(part);
            boolean many = counted.matches();
            counts.merge(many ? counted.group(2) : part, many ? Integer.parseInt(counted.group(1)) : 1, Integer::sum);
        }
        return counts.entrySet().stream()
                .map(part -> part.getValue() + " x " + part.getKey())
                .collect(Collectors.joining(AND));
    }

    /** The elements of both, each once, in order. */
    static <T> List<T> distinct(List<T> a, List<T> b, Comparator<T> order) {
        return Stream.concat(a.stream(), b.stream()).distinct().sorted(order).toList();
    }

    static OperationCounts counts(OperationCounts a, OperationCounts b) {
        return new OperationCounts(
                a.started() + b.started(),
                a.completed() + b.completed(),
                a.rolledBack() + b.rolledBack(),
                a.failed() + b.failed(),
                sum(a.failedBy(), b.failedBy()),
                sum(a.retriesBy(), b.retriesBy()),
                a.pending() + b.pending());
    }

    private static Map<String, Long> sum(Map<String, Long> a, Map<String, Long> b) {
        Map<String, Long> both = new TreeMap<>(a);
        b.forEach((name, count) -> both.merge(name, count, Long::sum));
        return both;
    }
}
