package io.dbharness.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Map;
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

    @Test
    void limitsAreNamesWithNumbers() {
        Words words = new Words();

        assertThat(words.read("server-limit=diskIops=1100", "server-limit=diskMBPerSecond=125.5")
                        .collecting()
                        .limits())
                .containsOnly(Map.entry("diskIops", 1100.0), Map.entry("diskMBPerSecond", 125.5));
        assertThat(words.problems("server-limit=diskIops", "server-limit=diskIops=0", "server-limit=disk Iops=1"))
                .hasSize(3)
                .allSatisfy(line -> assertThat(line).contains("is not the name of a level and a number above 0"));
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
