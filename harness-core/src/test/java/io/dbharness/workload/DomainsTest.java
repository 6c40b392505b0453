package io.dbharness.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DomainsTest {

    @ParameterizedTest
    @CsvSource({"512, 512", "8k, 8192", "8KB, 8192", "3m, 3145728", "200GB, 214748364800", "1t, 1099511627776"})
    void sizesAreInPowersOf1024(String text, long bytes) {
        assertThat(Sizes.parse(text)).hasValue(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "8 k", "k", "1.5g", "-1", "8kk", "many"})
    void whatIsNoSizeIsRefused(String text) {
        assertThat(Sizes.parse(text)).isEmpty();
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
