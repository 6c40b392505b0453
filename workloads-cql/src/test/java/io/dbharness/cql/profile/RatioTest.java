package io.dbharness.cql.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.model.Problems;
import io.dbharness.random.Seed;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class RatioTest {

    @Test
    void aRatioIsAShare() {
        Problems problems = new Problems();
        RandomGenerator random = Seed.DEFAULT.stream("test", 0);
        Ratio ratio = Ratio.parse("uniform(1..20)/10", "select", problems).orElseThrow();

        assertThat(DoubleStream.generate(() -> ratio.draw(random, 0)).limit(1_000))
                .allSatisfy(share -> assertThat(share).isBetween(0.1, 1.0))
                .contains(0.1, 1.0);
        assertThat(Ratio.parse("uniform(1..20)", "select", problems)).isEmpty();
        assertThat(Ratio.parse("fixed(1)/0", "select", problems)).isEmpty();
    }

    @Test
    void theDivisorOfARatioMayHaveAUnit() {
        Problems problems = new Problems();

        assertThat(Ratio.parse("fixed(2)/10240M", "select", problems).map(Ratio::divisor))
                .contains(10_240e6);
        problems.throwIfAny();
    }
}
