package io.dbharness.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.load.LoadModel;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.measure.IntervalSnapshot.OperationInterval;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.simulation.Simulation;
import io.dbharness.testkit.CountingWorkload;
import io.dbharness.testkit.SimulatedRun;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Intervals come through without loss. */
class IntervalCodecTest {

    private final IntervalCodec codec = new IntervalCodec(new CountingWorkload().operations());

    private static List<IntervalSnapshot> intervals() {
        return SimulatedRun.of(
                        LoadModel.open(500, 8),
                        Duration.ofSeconds(5),
                        Simulation.parse("sim:service=exp(10ms),servers=8,fail=TIMEOUT:5%")
                                .begin(Seed.DEFAULT))
                .intervals();
    }

    private static void assertSame(LatencyHistogram there, LatencyHistogram here) {
        assertThat(List.of(there.count(), there.sumNanos(), there.minNanos(), there.maxNanos()))
                .isEqualTo(List.of(here.count(), here.sumNanos(), here.minNanos(), here.maxNanos()));
        assertThat(there.histogram()).isEqualTo(here.histogram());
    }

    @Test
    void everyCountAndEveryValueComesThrough() {
        for (IntervalSnapshot sent : intervals()) {
            IntervalCodec.Encoded encoded = codec.encode(sent);

            IntervalSnapshot got = codec.decode(encoded.text(), encoded.histograms());

            assertThat(got.startNanos()).isEqualTo(sent.startNanos());
            assertThat(got.phase()).isEqualTo(sent.phase());
            assertThat(got.completions()).isEqualTo(sent.completions());
            assertSame(got.dispatch(), sent.dispatch());
            assertThat(got.operations()).hasSameSizeAs(sent.operations());
            for (int i = 0; i < sent.operations().size(); i++) {
                OperationInterval there = got.operations().get(i);
                OperationInterval here = sent.operations().get(i);
                assertThat(there.operation()).isEqualTo(here.operation());
                assertThat(there.counts()).isEqualTo(here.counts());
                assertSame(there.response(), here.response());
                assertSame(there.service(), here.service());
                assertSame(there.failedResponse(), here.failedResponse());
            }
        }
    }

    @Test
    void whatIsCutOffOrBelongsToAnotherWorkloadIsRefused() {
        IntervalCodec.Encoded encoded = codec.encode(intervals().get(2));
        ByteBuffer half = encoded.histograms().duplicate();
        half.limit(half.limit() / 2);

        assertThatThrownBy(() -> codec.decode(encoded.text(), half)).isInstanceOf(HarnessException.class);
        assertThatThrownBy(() -> new IntervalCodec(List.of()).decode(encoded.text(), encoded.histograms()))
                .isInstanceOf(HarnessException.class);
    }
}
