package io.dbharness.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.dbharness.model.Internal;
import io.dbharness.sut.ServerProbe.BusyStatements;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The server's own figures under load.
 *
 * @param series   its levels, interval by interval, warm-up included; in a merged result a name may occur more than once
 * @param counters how much each of its counts grew over the measurement
 * @param gaps     what it was asked and did not tell
 * @param limits   what some levels are declared to be unable to exceed, by the name of the level; one that holds only for a while has
 *     {@code Burst} in its name, {@code diskBurstIops} for {@code diskIops}
 * @param nodes    the parts of a cluster's nodes, by name; empty where there is one
 * @param statements that took most of the server's time over the measurement; null if the server was not asked
 */
public record ServerStatistics(
        List<Series> series,
        Map<String, Double> counters,
        Gaps gaps,
        Map<String, Double> limits,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY) @Internal
        List<NodeResult> nodes,

        @Internal @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        BusyStatements statements) {

    /** The statistics of a server without figures. */
    public static final ServerStatistics NONE = new ServerStatistics(List.of(), Map.of(), Gaps.NONE);

    private static final String BURST = "Burst";

    private static final BusyStatements SEVERAL =
            new BusyStatements("", "several results were merged, and each has its own statements", 0, List.of());

    public ServerStatistics {
        series = List.copyOf(series);
        counters = Collections.unmodifiableMap(new TreeMap<>(counters));
        Objects.requireNonNull(gaps, "gaps");
        limits = Collections.unmodifiableMap(new TreeMap<>(limits));
        nodes = List.copyOf(nodes);
    }

    /** Creates statistics without declared limits. */
    public ServerStatistics(List<Series> series, Map<String, Double> counters, Gaps gaps) {
        this(series, counters, gaps, Map.of(), List.of(), null);
    }

    /**
     * One level over time.
     *
     * @param name            with its unit where it has one, for example {@code walBytesPerSecond}
     * @param startSeconds    when the first interval begins, from the start of the measurement; negative in the warm-up
     * @param intervalSeconds length of an interval; its value was read at its end
     * @param values          one for each interval, null where there was none
     */
    public record Series(
            String name,
            double startSeconds,
            double intervalSeconds,
            @JsonSetter(contentNulls = Nulls.SET) List<@Nullable Double> values) {

        /** Decimals of a second do not add up exactly. */
        private static final double SLACK = 1e-6;

        public Series {
            // List.copyOf refuses nulls.
            values = Collections.unmodifiableList(new ArrayList<>(values));
        }

        /** Values of intervals within the measurement. */
        double[] measured() {
            return IntStream.range(0, values.size())
                    .filter(i -> startSeconds + i * intervalSeconds >= -SLACK)
                    .mapToObj(values::get)
                    .filter(Objects::nonNull)
                    .mapToDouble(Double::doubleValue)
                    .toArray();
        }
    }

    /**
     * Readings that are missing.
     *
     * @param count  how many
     * @param reason why the first of them is; of merged results the first reason in alphabetical order; empty when none is missing
     */
    public record Gaps(long count, String reason) {
        public static final Gaps NONE = new Gaps(0, "");

        Gaps plus(Gaps other) {
            if (count == 0 || other.count == 0) {
                return count == 0 ? other : this;
            }
            return new Gaps(count + other.count, reason.compareTo(other.reason) <= 0 ? reason : other.reason);
        }
    }

    /**
     * A level over the measurement.
     *
     * @param mean over the intervals
     * @param max  the highest
     * @param last at the end; of merged results the highest of these
     */
    public record Figures(double mean, double max, double last) {}

    /** Returns the names of all levels, in order. */
    public SortedSet<String> names() {
        SortedSet<String> names = new TreeSet<>();
        series.forEach(s -> names.add(s.name()));
        return names;
    }

    /** Empty when the measurement has no value of this name. */
    public Optional<Figures> figures(String name) {
        List<double[]> parts = series.stream()
                .filter(s -> s.name().equals(name))
                .map(Series::measured)
                .filter(values -> values.length > 0)
                .toList();
        if (parts.isEmpty()) {
            return Optional.empty();
        }
        DoubleSummaryStatistics all =
                parts.stream().flatMapToDouble(Arrays::stream).summaryStatistics();
        double last = parts.stream().mapToDouble(p -> p[p.length - 1]).max().orElseThrow();
        return Optional.of(new Figures(all.getAverage(), all.getMax(), last));
    }

    /** The level that a limit is one of. */
    public static String limited(String limit) {
        return limit.replace(BURST, "");
    }

    /** The level of the busiest machine, which is there where several were watched; the level itself is their mean. */
    public static String busiest(String level) {
        return level + "Busiest";
    }

    /** Returns true if a limit holds for a limited time only. */
    public static boolean isBurst(String limit) {
        return limit.contains(BURST);
    }

    /** The limits of a level, by their names. */
    public Map<String, Double> limitsOf(String level) {
        Map<String, Double> own = new TreeMap<>(limits);
        own.keySet().removeIf(limit -> !limited(limit).equals(level));
        return own;
    }

    /** Returns these statistics with declared limits. */
    public ServerStatistics with(Map<String, Double> newLimits) {
        return new ServerStatistics(series, counters, gaps, newLimits, nodes, statements);
    }

    /** Returns these statistics with the parts of nodes. */
    ServerStatistics with(List<NodeResult> newNodes) {
        return new ServerStatistics(series, counters, gaps, limits, newNodes, statements);
    }

    /** Returns these statistics with statements. */
    ServerStatistics with(BusyStatements newStatements) {
        BusyStatements known = newStatements.equals(BusyStatements.UNKNOWN) ? null : newStatements;
        return new ServerStatistics(series, counters, gaps, limits, nodes, known);
    }

    /** The parts of the data centres, by name; empty where all nodes are in one. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    @Internal
    public List<NodeResult> datacenters() {
        return NodeResult.byDatacenter(nodes);
    }

    /** Returns true if there is nothing to show. */
    public boolean silent() {
        return series.isEmpty() && counters.isEmpty() && nodes.isEmpty() && statements == null;
    }

    /**
     * Merges two results; associative and commutative.
     *
     * @param parallel true if both saw the same server at the same time, so that its counts must not be added
     */
    public ServerStatistics plus(ServerStatistics other, boolean parallel) {
        Comparator<Series> order = Comparator.comparing(Series::name)
                .thenComparing(Series::startSeconds)
                .thenComparing(Series::intervalSeconds)
                .thenComparing(s -> s.values().toString());
        List<Series> all = Merge.distinct(series, other.series, order);
        // A sum is one of whole thousandths, so that the order does not matter to the last bit.
        BinaryOperator<Double> counted =
                parallel ? Math::max : (a, b) -> (Math.round(a * 1e3) + Math.round(b * 1e3)) / 1e3;
        Map<String, Double> counts = Merge.merged(counters, other.counters, counted);
        Map<String, Double> lowest = Merge.merged(limits, other.limits, Math::min);
        return new ServerStatistics(
                all,
                counts,
                gaps.plus(other.gaps),
                lowest,
                NodeResult.together(nodes, other.nodes),
                together(statements, other.statements));
    }

    /** Merges statements; those of several results are left out, because the first ten of two lists are not the first ten of both. */
    private static @Nullable BusyStatements together(@Nullable BusyStatements a, @Nullable BusyStatements b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return a.equals(b) ? a : SEVERAL;
    }
}
