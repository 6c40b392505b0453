package io.dbharness.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CollectSpecTest {

    @Test
    void exportersHaveTheirMetricsWhereAllHaveThem() {
        assertThat(CollectSpec.parse("prometheus=http://db1:9100,https://db2:9100/node/metrics"))
                .hasValueSatisfying(settings -> assertThat(settings.exporters())
                        .containsExactly(
                                URI.create("http://db1:9100/metrics"), URI.create("https://db2:9100/node/metrics")));
    }

    @Test
    void volumesOfTheExportersMachinesFollowTheAddresses() {
        String machine = "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/g/providers/"
                + "Microsoft.Compute/virtualMachines/u";

        assertThat(CollectSpec.parse("prometheus=http://db1:9100,http://db2:9100#data+log+azure=" + machine))
                .hasValueSatisfying(settings -> {
                    assertThat(settings.exporters()).hasSize(2).allMatch(address -> address.getFragment() == null);
                    assertThat(settings.volumes()).containsExactly("data", "log");
                    assertThat(settings.azure()).containsExactly(machine);
                });
        assertThat(CollectSpec.parse("prometheus=http://db1:9100#")).isEmpty();
        assertThat(CollectSpec.parse("prometheus=http://db1:9100#/data")).isEmpty();
    }

    @Test
    void limitsAreNamesWithNumbers() {
        WordOptions words = new WordOptions();

        assertThat(words.spec("server-limit=diskIops=1100", "server-limit=diskMBPerSecond=125.5")
                        .collecting()
                        .limits())
                .containsOnly(Map.entry("diskIops", 1100.0), Map.entry("diskMBPerSecond", 125.5));
        assertThat(words.problems("server-limit=diskIops", "server-limit=diskIops=0", "server-limit=disk Iops=1"))
                .hasSize(3)
                .allSatisfy(line -> assertThat(line).contains("is not the name of a level and a number above 0"));
    }

    @Test
    void resourcesOfAzureStandAloneOrBesideTheGuests() {
        String machine = "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/g/providers/"
                + "Microsoft.Compute/virtualMachines/u";
        String database = machine.replace("Compute/virtualMachines/u", "Sql/servers/s/databases/d");

        assertThat(CollectSpec.parse("azure=" + machine + "," + database))
                .contains(new CollectSpec(false, false, List.of()).withAzure(List.of(machine, database)));
        assertThat(CollectSpec.parse("auto+azure=" + machine)).contains(CollectSpec.AUTO.withAzure(List.of(machine)));
        assertThat(CollectSpec.parse("prometheus=http://db1:9100+azure=" + machine))
                .hasValueSatisfying(settings -> assertThat(settings.exporters()).hasSize(1))
                .hasValueSatisfying(settings -> assertThat(settings.azure()).containsExactly(machine));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "all",
                "prometheus=",
                "prometheus=db1:9100",
                "prometheus=http://user:secret@db1",
                "prometheus=http://a,,http://b",
                "azure=",
                "azure=u",
                "auto+azure=/subscriptions/x/resourceGroups/g/providers/Microsoft.Compute/disks/d"
            })
    void anythingElseIsRefused(String text) {
        assertThat(CommonOptions.COLLECT.domain().contains(text)).isFalse();
    }
}
