package io.dbharness.cli.progress;

import io.dbharness.load.RunWindows.Phase;
import io.dbharness.measure.Counts;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.measure.IntervalSnapshot.OperationInterval;
import io.dbharness.measure.IntervalSnapshot.Span;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Intervals of one second, each read a moment late. */
final class Snapshots {

    private static final long SECOND = 1_000_000_000L;
    /** How late a reading is. */
    private static final long MOMENT = 40_000;

    private static final Operation PAY = new Operation(0, "Pay", OperationKind.WRITE);

    private Snapshots() {}

    /** The second that ends at {@code second}: {@code completed} took 1 ms ... completed ms, one failed. */
    static IntervalSnapshot second(int second, int completed) {
        LatencyHistogram response = new LatencyHistogram();
        for (int i = 1; i <= completed; i++) {
            response.record(i * 1_000_000L);
        }
        OperationInterval pay = new OperationInterval(
                Phase.MEASUREMENT,
                PAY,
                new Counts(completed + 1, completed, 0, Map.of(FailureKind.TIMEOUT, 1L), Map.of(), completed),
                response,
                response,
                new LatencyHistogram(),
                new LatencyHistogram());
        long start = second == 1 ? 0 : (second - 1) * SECOND + MOMENT;
        return new IntervalSnapshot(
                new Span(start, second * SECOND + MOMENT, Phase.MEASUREMENT),
                3,
                2,
                List.of(pay),
                List.of(),
                new LatencyHistogram(),
                Optional.empty());
    }
}
