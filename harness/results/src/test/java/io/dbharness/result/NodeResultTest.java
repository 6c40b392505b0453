package io.dbharness.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.load.LoadModel;
import io.dbharness.model.Caveat;
import io.dbharness.model.Caveat.Severity;
import io.dbharness.result.analysis.SteadyState;
import io.dbharness.result.analysis.SteadyState.Kind;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.sut.ServerProbe.Absence;
import io.dbharness.sut.ServerProbe.NodeWork;
import io.dbharness.testkit.SimulatedRun;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class NodeResultTest {

    private static final Instant BEGIN = Instant.parse("2026-01-02T03:04:05Z");
    private static final SimulatedRun RUN =
            SimulatedRun.of(LoadModel.closed(4), Duration.ofSeconds(60), ServiceModel.fixed(10_000_000));

    private static NodeWork node(String name, String datacenter, int answers, Absence... absences) {
        Histogram times = new Histogram(1_000, 3_600_000_000_000L, 3);
        for (int i = 0; i < answers; i++) {
            times.recordValue(1_000_000);
        }
        return new NodeWork(name, datacenter, times, answers * 1_000_000L, 1, List.of(absences));
    }

    private static Absence absence(double from, double to) {
        Optional<Instant> end =
                Double.isInfinite(to) ? Optional.empty() : Optional.of(BEGIN.plusMillis((long) (to * 1e3)));
        return new Absence("was down", BEGIN.plusMillis((long) (from * 1e3)), end);
    }

    private static ServerStatistics told(NodeWork... nodes) {
        ServerTally tally = new ServerTally(0, 1);
        tally.nodes(List.of(nodes), BEGIN);
        return tally.statistics(0);
    }

    private static List<Caveat> caveats(ServerStatistics server, Kind kind) {
        SteadyState steady = new SteadyState(kind, -0.3, List.of(new SteadyState.Shift(20, 100, 70)), 0, 0);
        return Assessment.of(ServerStatisticsTest.with(server), RUN.accounts(), 1e7, steady);
    }

    @Test
    void aNodeThatWasLostIsNamedWithItsTimesAndIsNoEndOfBurstCredits() {
        ServerStatistics lost = told(
                node("10.0.0.1:9042", "dc1", 30),
                node("10.0.0.2:9042", "dc2", 10, absence(19.6, 31.2), absence(40, Double.POSITIVE_INFINITY)));

        for (Kind kind : List.of(Kind.BURST_CREDITS, Kind.SHIFT, Kind.TREND)) {
            assertThat(caveats(lost, kind)).singleElement().satisfies(caveat -> {
                assertThat(caveat.code()).isEqualTo("NODE_LOST");
                assertThat(caveat.severity()).isEqualTo(Severity.SUSPECT);
                assertThat(caveat.detail())
                        .startsWith("10.0.0.2:9042 (dc2) was down from 19.6 s to 31.2 s;"
                                + " 10.0.0.2:9042 (dc2) was down from 40.0 s to the end of the measurement")
                        .contains("throughput changed: " + kind);
            });
        }
    }

    @Test
    void aNodeThatWasAwayBeforeTheMeasurementAloneExplainsNothing() {
        ServerStatistics back =
                told(node("10.0.0.1:9042", "dc1", 30), node("10.0.0.2:9042", "dc1", 30, absence(-9, -2)));

        assertThat(caveats(back, Kind.SHIFT))
                .singleElement()
                .satisfies(caveat -> assertThat(caveat.code()).isEqualTo("NOT_STEADY"));
    }

    @Test
    void sharesAreOfAllAnswersOfNodesAndOfDatacenters() {
        ServerStatistics server = told(node("c", "dc2", 10), node("b", "dc1", 20), node("a", "dc1", 10));

        assertThat(server.nodes()).extracting(NodeResult::name).containsExactly("a", "b", "c");
        assertThat(server.nodes()).extracting(NodeResult::share).containsExactly(0.25, 0.5, 0.25);
        assertThat(server.datacenters()).extracting(NodeResult::name).containsExactly("dc1", "dc2");
        assertThat(server.datacenters()).extracting(NodeResult::share).containsExactly(0.75, 0.25);
        assertThat(told(node("a", "dc1", 10), node("b", "dc1", 20)).datacenters())
                .isEmpty();
    }

    @Test
    void itReadsBackAsItWasWrittenAndIsMergedByName() {
        ServerStatistics one = told(node("a", "dc1", 10, absence(1, Double.POSITIVE_INFINITY)), node("b", "dc2", 30));
        ResultCodec codec = new ResultCodec();
        String json = codec.encode(ServerStatisticsTest.with(one));

        assertThat(codec.decode(json).server()).isEqualTo(one);
        assertThat(json).contains("\"datacenters\"");
        assertThat(codec.encode(RUN.result())).doesNotContain("\"nodes\"", "\"datacenters\"");
        ServerStatistics both = one.plus(told(node("a", "dc1", 50), node("c", "dc2", 10)), false);
        assertThat(both.nodes()).extracting(NodeResult::name).containsExactly("a", "b", "c");
        assertThat(both.nodes()).extracting(NodeResult::share).containsExactly(0.6, 0.3, 0.1);
        assertThat(both.nodes().get(0).failed()).isEqualTo(2);
        assertThat(both.nodes().get(0).away()).hasSize(1);
    }
}
