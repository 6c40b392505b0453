package io.dbharness.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.load.LoadModel;
import io.dbharness.load.Timeline;
import io.dbharness.plan.RunPlan;
import io.dbharness.plan.RunPlan.Limits;
import io.dbharness.plan.RunPlan.Precision;
import io.dbharness.random.Seed;
import io.dbharness.result.RunResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RampTest {

    private static final RunPlan PLAN =
            RunPlan.of(LoadModel.closed(1), 1, Timeline.of(Duration.ZERO, Duration.ofSeconds(10)), Seed.DEFAULT);

    /** Returns the number of levels that are run if they have these throughputs. */
    private static int levels(RunPlan plan, double... perSecond) {
        List<Double> levels = IntStream.rangeClosed(1, perSecond.length)
                .mapToObj(Double::valueOf)
                .toList();
        Ramp ramp = new Ramp(RunSeries.over(plan, List.of(new Axis(Factor.OUTSTANDING, levels))));
        List<RunResult> results = new ArrayList<>();
        for (Optional<RunPlan> next = ramp.next(results); next.isPresent(); next = ramp.next(results)) {
            double nanos = next.get().load().users() * 1e9 / perSecond[results.size()];
            results.add(SyntheticResult.of(next.get(), nanos));
        }
        return results.size();
    }

    @Test
    void levelsGoOnWhileTheLastThreeGainOnAverage() {
        assertThat(levels(PLAN, 100, 200, 300, 400, 410, 415, 416)).isEqualTo(7);
        assertThat(levels(PLAN, 100, 200, 300, 290, 280, 281, 282, 283)).isEqualTo(6);
        assertThat(levels(PLAN, 100, 90, 80)).isEqualTo(3);
        assertThat(levels(PLAN, 100, 90, 80, 70, 60)).isEqualTo(4);
    }

    @Test
    void runsThatEndByTheirErrorNeedGainsAboveIt() {
        RunPlan precise = PLAN.withLimits(Limits.DEFAULT.withPrecision(new Precision(0.02, 30)));

        assertThat(levels(precise, 100, 101, 102, 103, 104, 105, 106)).isEqualTo(6);
        assertThat(levels(precise, 100, 110, 120, 130, 140, 150, 160)).isEqualTo(7);
    }
}
