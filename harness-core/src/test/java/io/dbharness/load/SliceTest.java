package io.dbharness.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.load.LoadModel.Arrivals;
import io.dbharness.load.OpenArrivals.LatePolicy;
import io.dbharness.load.OpenArrivals.Spacing;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.random.Seed;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Several processes that share a load send what one would. */
class SliceTest {

    private static final Operation READ = new Operation(0, "Read", OperationKind.READ);
    private static final RunWindows WINDOWS =
            new RunWindows(Timeline.of(Duration.ZERO, Duration.ofSeconds(10)), 1_000_000);

    private static LongStream arrivals(Spacing spacing, RateProfile rate, Slice slice, int many) {
        Arrivals arrivals = new OpenArrivals(rate, spacing, LatePolicy.QUEUE, 1, slice).begin(Seed.DEFAULT, WINDOWS);
        Pacer pacer = arrivals.pacerFor(0);
        return LongStream.generate(() -> pacer.intendedStart(READ, 0)).limit(many);
    }

    @Test
    void partsOfAnEvenRateTakeTurnsSoThatTheirSumIsThatOfOneProcess() {
        RateProfile ramp = RateProfile.ramp(100, 700, Duration.ofSeconds(5));
        List<Long> whole =
                arrivals(Spacing.UNIFORM, ramp, Slice.WHOLE, 400).boxed().toList();

        List<Long> parts = IntStream.range(0, 4)
                .boxed()
                .flatMap(part -> arrivals(Spacing.UNIFORM, ramp, new Slice(part, 4, 0), 100)
                        .boxed())
                .sorted()
                .toList();

        assertThat(parts).isEqualTo(whole);
    }

    @Test
    void partsOfPoissonArrivalsAreIndependentAndHaveTheirShareOfTheRate() {
        RateProfile rate = RateProfile.constant(1_000);

        List<List<Long>> parts = IntStream.range(0, 4)
                .mapToObj(part -> arrivals(Spacing.POISSON, rate, new Slice(part, 4, 0), 10_000)
                        .boxed()
                        .toList())
                .toList();

        assertThat(parts.get(0)).isNotEqualTo(parts.get(1));
        assertThat(parts).allSatisfy(part -> {
            double perSecond = part.size() / ((part.get(part.size() - 1) - WINDOWS.start()) / 1e9);
            assertThat(perSecond).isBetween(240.0, 260.0);
        });
    }

    @Test
    void usersThinkAsLongAsUnderOneProcess() {
        ThinkTime drawn = new ThinkTime() {
            @Override
            public long thinkNanos(Operation previous, RandomGenerator random) {
                return random.nextLong(1_000_000_000);
            }
        };
        Pacer whole = new ClosedLoop(10, drawn).begin(Seed.DEFAULT, WINDOWS).pacerFor(7);
        Pacer part = new ClosedLoop(5, drawn, new Slice(1, 2, 5))
                .begin(Seed.DEFAULT, WINDOWS)
                .pacerFor(2);

        for (int i = 0; i < 10; i++) {
            assertThat(part.intendedStart(READ, 0)).isEqualTo(whole.intendedStart(READ, 0));
        }
    }

    @Test
    void sharesAddUpAndLieSideBySide() {
        for (long all : new long[] {0, 1, 3, 4, 5, 1_000_003}) {
            long sum = 0;
            for (int part = 0; part < 4; part++) {
                Slice slice = new Slice(part, 4, 0);
                assertThat(slice.before(all)).isEqualTo(sum);
                sum += slice.share(all);
            }
            assertThat(sum).isEqualTo(all);
        }
    }

    @Test
    void aPartBeyondTheLastIsNone() {
        assertThatThrownBy(() -> new Slice(4, 4, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
