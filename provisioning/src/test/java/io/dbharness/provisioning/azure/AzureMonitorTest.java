package io.dbharness.provisioning.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.HarnessException;
import io.dbharness.sut.ServerProbe.Recording;
import io.dbharness.time.RunClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What Azure Monitor has recorded, by its exact names, minutes late and with gaps. */
final class AzureMonitorTest {

    private static final String GROUP =
            "/subscriptions/" + FakeResourceManager.SUBSCRIPTION + "/resourceGroups/g/providers/";
    private static final String MACHINE = GROUP + "Microsoft.Compute/virtualMachines/u";
    private static final String OTHER = GROUP + "Microsoft.Compute/virtualMachines/v";
    private static final String DATABASE = GROUP + "Microsoft.Sql/servers/s/databases/d";
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    @RegisterExtension
    final FakeResourceManager azure = new FakeResourceManager();

    private final Waiting clock = new Waiting();

    /** Whoever waits has waited already; the fake's metrics come later and later. */
    private final class Waiting implements RunClock {
        private long now;

        @Override
        public long now() {
            return now;
        }

        @Override
        public Instant wallTime() {
            return NOON.plusNanos(now);
        }

        @Override
        public void sleepUntil(long deadline) {
            now = Math.max(now, deadline);
            azure.metrics().comesLater();
        }

        @Override
        public void awaitUntil(Condition condition, long deadline) {
            sleepUntil(deadline);
        }
    }

    private Map<String, Recording> recorded(List<String> resources, Instant from, Instant to) throws Exception {
        MonitorProbe probe =
                new MonitorProbe(resources, AzureMetrics.asking(() -> Cloud.client(azure.endpoint())), clock);
        assertThat(probe.read()).isEmpty();
        assertThat(azure.requests()).isEmpty();
        return probe.recorded(from, to).stream().collect(Collectors.toMap(Recording::name, Function.identity()));
    }

    @Test
    void wholeMinutesWithinTheMeasurementAreAskedForByTheirExactNames() throws Exception {
        azure.metrics().put("Percentage CPU", "", 12, 34.5);
        recorded(List.of(MACHINE), NOON.plusSeconds(20), NOON.plusSeconds(200));

        List<Asked> asked = azure.requests("GET", "/providers/Microsoft.Insights/metrics");
        assertThat(asked).allSatisfy(request -> {
            assertThat(request.path()).startsWith(MACHINE);
            assertThat(request.query()).containsEntry("api-version", "2018-01-01");
        });
        assertThat(asked.get(0).query())
                .containsEntry("timespan", "2026-11-21T12:01:00Z/2026-11-21T12:03:00Z")
                .containsEntry("interval", "PT1M")
                .containsEntry("aggregation", "Average,Total")
                .containsEntry(
                        "metricnames",
                        "Percentage CPU,VM Uncached IOPS Consumed Percentage,VM Uncached Bandwidth Consumed Percentage,"
                                + "VM Cached IOPS Consumed Percentage,VM Cached Bandwidth Consumed Percentage,"
                                + "Network In Total,Network Out Total");
        assertThat(asked.get(1).query())
                .containsEntry("$filter", "LUN eq '*'")
                .containsEntry(
                        "metricnames",
                        "Data Disk Read Operations/Sec,Data Disk Write Operations/Sec,Data Disk Read Bytes/sec,"
                                + "Data Disk Write Bytes/sec,Data Disk Queue Depth,Data Disk Latency,"
                                + "Data Disk IOPS Consumed Percentage,Data Disk Bandwidth Consumed Percentage");
    }

    @Test
    void aFlexibleServerHasMetricsOfItsOwn() throws Exception {
        azure.metrics().put("cpu_percent", "", 20, 40.0);
        azure.metrics().put("read_throughput", "", 3e6, 5e6);

        Map<String, Recording> all =
                recorded(List.of(GROUP + "Microsoft.DBforPostgreSQL/flexibleServers/s"), NOON, NOON.plusSeconds(120));

        assertThat(all.get("azurePgCpuPercent").values()).containsExactly(20.0, 40.0);
        assertThat(all.get("azurePgReadMBPerSecond").values()).containsExactly(3.0, 5.0);
        assertThat(all).doesNotContainKey("azureSqlCpuPercent");
    }

    @Test
    void aServerlessDatabaseTellsItsOwnShareToo() throws Exception {
        azure.metrics().put("app_cpu_percent", "", 20, 40.0);

        assertThat(recorded(List.of(DATABASE), NOON, NOON.plusSeconds(120)))
                .containsOnlyKeys("azureSqlServerlessCpuPercent");
    }

    @Test
    void disksAndMachinesAddUpAndTheBusiestCounts() throws Exception {
        azure.metrics().put("Percentage CPU", "", 20, 40.0);
        azure.metrics().put("Data Disk Read Operations/Sec", "0", 100, 110.0);
        azure.metrics().put("Data Disk Read Operations/Sec", "1", 50, 60.0);
        azure.metrics().put("Data Disk Write Bytes/sec", "0", 2e6, 3e6);
        azure.metrics().put("Data Disk IOPS Consumed Percentage", "0", 70, 80.0);
        azure.metrics().put("Data Disk IOPS Consumed Percentage", "1", 90, 60.0);
        azure.metrics().put("Network In Total", "", 60e6, 120e6);

        Map<String, Recording> all = recorded(List.of(MACHINE, OTHER), NOON, NOON.plusSeconds(120));

        // Both machines answer the same.
        assertThat(all.get("azureCpuPercent"))
                .isEqualTo(new Recording("azureCpuPercent", NOON, Duration.ofMinutes(1), List.of(20.0, 40.0)));
        assertThat(all.get("azureDiskReadsPerSecond").values()).containsExactly(300.0, 340.0);
        assertThat(all.get("azureDiskWriteMBPerSecond").values()).containsExactly(4.0, 6.0);
        assertThat(all.get("azureDiskIopsPercent").values()).containsExactly(90.0, 80.0);
        assertThat(all.get("azureNetworkInMBPerSecond").values()).containsExactly(2.0, 4.0);
        assertThat(all).doesNotContainKey("azureDiskLatencyMillis");
    }

    @Test
    void whatComesLateIsWaitedForAndWhatNeverComesIsAGap() throws Exception {
        azure.metrics().put("cpu_percent", "", 10, null, 30.0);
        azure.metrics().lateBy(3);

        Map<String, Recording> all = recorded(List.of(DATABASE), NOON, NOON.plusSeconds(180));

        assertThat(all.get("azureSqlCpuPercent").values()).isEqualTo(Arrays.asList(10.0, null, 30.0));
        assertThat(azure.requests()).hasSize(4);
        assertThat(clock.now()).isEqualTo(Duration.ofSeconds(45).toNanos());
        assertThat(azure.requests().get(0).query())
                .containsEntry(
                        "metricnames",
                        "cpu_percent,physical_data_read_percent,log_write_percent,dtu_consumption_percent,workers_percent,"
                                + "sessions_percent,app_cpu_percent,app_memory_percent");
    }

    @Test
    void theWaitingHasAnEnd() throws Exception {
        azure.metrics().put("cpu_percent", "", 10, 20.0);
        azure.metrics().lateBy(1_000);

        assertThat(recorded(List.of(DATABASE), NOON, NOON.plusSeconds(120))
                        .get("azureSqlCpuPercent")
                        .values())
                .isEqualTo(Arrays.asList(10.0, null));
        assertThat(clock.now()).isEqualTo(Duration.ofMinutes(4).toNanos());
    }

    @Test
    void aMeasurementWithoutAWholeMinuteAsksNobody() throws Exception {
        assertThat(recorded(List.of(MACHINE), NOON.plusSeconds(1), NOON.plusSeconds(119)))
                .isEmpty();
        assertThat(azure.requests()).isEmpty();
    }

    @Test
    void aRefusalIsToldAsOneOfMetrics() {
        azure.add(InjectedResponse.answer(403, "AuthorizationFailed", 9, request -> true));

        assertThatThrownBy(() -> recorded(List.of(MACHINE), NOON, NOON.plusSeconds(120)))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("ask for metrics")
                .hasMessageContaining("Azure refuses (AuthorizationFailed)")
                .hasMessageContaining("Monitoring Reader");
    }

    @Test
    void aPlaceNamesWhatCanBeAskedFor(@TempDir Path state) {
        Cloud cloud = new Cloud(azure.endpoint(), state);

        assertThat(cloud.up(AzureFiles.WITH_CLIENT).subjects().get("u").facts().get("azure"))
                .startsWith("/subscriptions/")
                .endsWith("/providers/Microsoft.Compute/virtualMachines/u");
    }
}
