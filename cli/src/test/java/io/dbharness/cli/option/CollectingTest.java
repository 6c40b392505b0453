package io.dbharness.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CollectingTest {

    @Test
    void exportersHaveTheirMetricsWhereAllHaveThem() {
        assertThat(Collecting.parse("prometheus=http://db1:9100,https://db2:9100/node/metrics"))
                .hasValueSatisfying(settings -> assertThat(settings.exporters())
                        .containsExactly(
                                URI.create("http://db1:9100/metrics"), URI.create("https://db2:9100/node/metrics")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "all",
                "prometheus=",
                "prometheus=db1:9100",
                "prometheus=http://user:secret@db1",
                "prometheus=http://a,,http://b"
            })
    void anythingElseIsRefused(String text) {
        assertThat(new Collecting().contains(text)).isFalse();
    }
}
