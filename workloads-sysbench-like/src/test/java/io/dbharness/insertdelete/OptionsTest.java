package io.dbharness.insertdelete;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {

    @Test
    void limitsAreNamedAndPerSecond() {
        assertThat(Limits.parse("")).contains(new Limits(Map.of()));
        assertThat(Limits.parse("wal=10MB/s,read=0.5MB/s"))
                .contains(new Limits(Map.of("wal", 10_000_000L, "read", 500_000L)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"wal", "wal=10MB", "cpu=3MB/s", "wal=1MB/s,wal=2MB/s", "wal=0MB/s", "wal=1MB/s,"})
    void anythingElseIsNoLimit(String text) {
        assertThat(Limits.DOMAIN.contains(text)).isFalse();
    }
}
