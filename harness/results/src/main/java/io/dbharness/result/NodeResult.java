package io.dbharness.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.Internal;
import io.dbharness.sut.ServerProbe.Absence;
import io.dbharness.sut.ServerProbe.NodeWork;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The answers of a node of a cluster, or of all nodes of a data centre, to this client over the measurement.
 *
 * @param name       of the node; of a data centre its name
 * @param datacenter where it is
 * @param share      of all answers, 0 to 1
 * @param failed     requests that it answered with an error, or that were lost on the way to it
 * @param service    from sending a request to this node to its answer
 * @param away       when it was not there; of a data centre empty
 */
@Internal
public record NodeResult(
        String name,
        String datacenter,
        double share,
        long failed,
        LatencyResult service,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
        List<Away> away) {

    private static final double NANOS = 1e9;

    public NodeResult {
        away = List.copyOf(away);
    }

    /**
     * A time without a node.
     *
     * @param how         in words that follow "the node "
     * @param fromSeconds from the start of the measurement; negative before it
     * @param toSeconds   null where it had not come back at the end of the run
     */
    public record Away(
            String how,
            double fromSeconds,

            @JsonInclude(JsonInclude.Include.NON_NULL) @JsonSetter(nulls = Nulls.SET) @Nullable
            Double toSeconds) {

        private static Away of(Absence absence, Instant measured) {
            Double to = absence.to().map(end -> seconds(measured, end)).orElse(null);
            return new Away(absence.how(), seconds(measured, absence.from()), to);
        }

        private static double seconds(Instant from, Instant to) {
            return Math.round(Duration.between(from, to).toNanos() / NANOS * 1e3) / 1e3;
        }

        /** Returns true if it overlaps a measurement of this length. */
        boolean within(double measuredSeconds) {
            return fromSeconds < measuredSeconds && (toSeconds == null || toSeconds > 0);
        }

        /** For example {@code was down from 5.2 s to 9.0 s}. */
        public String words() {
            String begin = fromSeconds <= 0 ? "the start" : String.format(Locale.ROOT, "%.1f s", fromSeconds);
            String end = toSeconds == null ? "the end" : String.format(Locale.ROOT, "%.1f s", toSeconds);
            return how + " from " + begin + " to " + end;
        }
    }

    /**
     * Converts the figures of a probe, by name.
     *
     * @param measured when the measurement began
     */
    static List<NodeResult> of(List<NodeWork> nodes, Instant measured) {
        return shared(nodes.stream().map(node -> of(node, measured)).toList());
    }

    private static NodeResult of(NodeWork node, Instant measured) {
        LatencyHistogram answers = LatencyHistogram.of(
                node.answers(),
                node.sumNanos(),
                node.answers().getMinValue(),
                node.answers().getMaxValue());
        return new NodeResult(
                node.name(),
                node.datacenter(),
                0,
                node.failed(),
                LatencyResult.of(answers),
                node.absences().stream()
                        .map(absence -> Away.of(absence, measured))
                        .toList());
    }

    /** Several data centres, each with all that its nodes did; empty where there is one. */
    static List<NodeResult> byDatacenter(List<NodeResult> nodes) {
        Map<String, NodeResult> all = new TreeMap<>();
        for (NodeResult node : nodes) {
            NodeResult alone =
                    new NodeResult(node.datacenter, node.datacenter, node.share, node.failed, node.service, List.of());
            all.merge(node.datacenter, alone, NodeResult::plus);
        }
        return all.size() > 1 ? shared(List.copyOf(all.values())) : List.of();
    }

    /** The nodes of both results; associative and commutative. */
    static List<NodeResult> together(List<NodeResult> some, List<NodeResult> others) {
        Map<List<String>, NodeResult> byPlace = Stream.concat(some.stream(), others.stream())
                .collect(Collectors.toMap(
                        node -> List.of(node.datacenter, node.name), Function.identity(), NodeResult::plus));
        return shared(List.copyOf(byPlace.values()));
    }

    private NodeResult plus(NodeResult other) {
        List<Away> all = Merge.distinct(
                away, other.away, Comparator.comparing(Away::fromSeconds).thenComparing(Away::words));
        return new NodeResult(
                name,
                datacenter,
                0,
                failed + other.failed,
                Merge.latency(List.of(service, other.service), 0, Math::max),
                all);
    }

    private static List<NodeResult> shared(List<NodeResult> nodes) {
        long all = nodes.stream().mapToLong(node -> node.service.count()).sum();
        return nodes.stream()
                .sorted(Comparator.comparing(NodeResult::name).thenComparing(NodeResult::datacenter))
                .map(node -> new NodeResult(
                        node.name,
                        node.datacenter,
                        all == 0 ? 0 : (double) node.service.count() / all,
                        node.failed,
                        node.service,
                        node.away))
                .toList();
    }
}
