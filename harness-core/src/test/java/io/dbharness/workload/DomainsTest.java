package io.dbharness.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.workload.Parameter.Domain;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DomainsTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "k", "1.0001k", "-1", "8kk", "8x", "8iB", "8  k", "0.3", "99999999999TiB", "many"})
    void whatIsNoSizeIsRefused(String text) {
        assertThat(Domain.sizes(List.of(), 1 << 20).contains(text)).isFalse();
    }

    @Test
    void sizesHaveABoundAndMayBeWords() {
        Domain sizes = Domain.sizes(List.of("small"), 4096);

        assertThat(sizes.contains("4k")).isTrue();
        assertThat(sizes.contains("5k")).isFalse();
        assertThat(sizes.contains("small")).isTrue();
        assertThat(sizes.optional().contains("")).isTrue();
    }

    @Test
    void aSwitchKnowsTwoWords() {
        Domain flag = Domain.SWITCH;

        assertThat(flag.contains("yes")).isTrue();
        assertThat(flag.contains("no")).isTrue();
        assertThat(flag.contains("")).isFalse();
    }
}
