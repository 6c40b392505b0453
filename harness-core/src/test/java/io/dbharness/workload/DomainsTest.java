package io.dbharness.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.workload.Parameter.Optionally;
import io.dbharness.workload.Parameter.Sizes;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DomainsTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "k", "1.0001k", "-1", "8kk", "8x", "8iB", "8  k", "0.3", "99999999999TiB", "many"})
    void whatIsNoSizeIsRefused(String text) {
        assertThat(new Sizes(List.of(), 1 << 20, false).contains(text)).isFalse();
    }

    @Test
    void sizesHaveABoundAndMayBeWords() {
        Sizes sizes = new Sizes(List.of("small"), 4096, false);

        assertThat(sizes.contains("4k")).isTrue();
        assertThat(sizes.contains("5k")).isFalse();
        assertThat(sizes.contains("small")).isTrue();
        assertThat(new Optionally(sizes).contains("")).isTrue();
    }

    @Test
    void aSwitchKnowsTwoWords() {
        Parameter.Switch flag = new Parameter.Switch();

        assertThat(flag.contains("yes")).isTrue();
        assertThat(flag.contains("no")).isTrue();
        assertThat(flag.contains("")).isFalse();
    }
}
