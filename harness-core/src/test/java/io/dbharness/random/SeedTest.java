package io.dbharness.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SeedTest {

    @Test
    void equalArgumentsGiveEqualStreams() {
        var first = new Seed(7).stream("keys", 3);
        var second = new Seed(7).stream("keys", 3);

        for (int i = 0; i < 100; i++) {
            assertThat(first.nextLong()).isEqualTo(second.nextLong());
        }
    }

    @Test
    void seedPurposeAndIndexEachMakeAnotherStream() {
        Set<Long> first = new HashSet<>();
        for (long seed = 0; seed < 20; seed++) {
            for (String purpose : new String[] {"keys", "think", "yeks", ""}) {
                for (long index = 0; index < 50; index++) {
                    first.add(new Seed(seed).stream(purpose, index).nextLong());
                }
            }
        }

        assertThat(first).hasSize(20 * 4 * 50);
    }
}
