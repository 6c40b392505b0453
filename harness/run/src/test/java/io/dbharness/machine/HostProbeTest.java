package io.dbharness.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpServer;
import io.dbharness.host.DeviceNumber;
import io.dbharness.time.SystemClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostProbeTest {

    private static final Offset<Double> EXACT = within(1e-9);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    private Path root;

    private ProcReader proc;

    @BeforeEach
    void aMachineWithOneDiskAndALoopDevice() throws IOException {
        Files.createDirectories(root.resolve("block/vda/device"));
        Files.createDirectories(root.resolve("block/loop0"));
        proc = new ProcReader(root, root.resolve("block"), Optional.empty());
        write("cpu  100 0 50 800 50 0 0 0 0 0", 1000, "0 0 0 0 0 0 0 0 0 0 0");
    }

    private void write(String processors, long availableKb, String disk) throws IOException {
        Files.writeString(root.resolve("stat"), processors + "\ncpu0 1 2 3 4 5 6 7 8\n");
        Files.writeString(
                root.resolve("meminfo"),
                "MemTotal:       4000 kB\nMemFree: 1 kB\nMemAvailable:   " + availableKb + " kB\n");
        Files.writeString(
                root.resolve("diskstats"), "   7 0 loop0 9 9 9 9 9 9 9 9 9 9 9\n 254 0 vda " + disk + " 0 0 0 0 0 0\n");
    }

    @Test
    void levelsAreWhatHappenedBetweenTwoReadings() throws IOException {
        HostCounts before = proc.read();
        // 200 more ticks of which 50 idle or waiting; 300 reads of 8 sectors, 100 writes of 16, 2 s of each busy.
        write("cpu  200 0 100 820 80 0 0 0 0 0", 3000, "300 0 2400 600 100 0 1600 200 0 1000 1600");

        Map<String, Double> levels = proc.read().levels(before, 2);

        assertThat(levels)
                .containsEntry("hostCpuPercent", 75.0)
                .containsEntry("hostMemoryPercent", 25.0)
                .containsEntry("diskReadsPerSecond", 150.0)
                .containsEntry("diskWritesPerSecond", 50.0)
                .containsEntry("diskIops", 200.0)
                .containsEntry("diskBusyPercent", 50.0);
        assertThat(levels.get("diskReadMBPerSecond")).isCloseTo(2400 * 512 / 1e6 / 2, EXACT);
        assertThat(levels.get("diskMBPerSecond")).isCloseTo(4000 * 512 / 1e6 / 2, EXACT);
        assertThat(levels.get("diskQueue")).isCloseTo(0.8, EXACT);
        assertThat(levels.get("diskLatencyMillis")).isCloseTo(2, EXACT);
    }

    @Test
    void readsAndWritesTakeTheirTimesApart() throws IOException {
        HostCounts before = proc.read();
        write("cpu  200 0 100 820 80 0 0 0 0 0", 3000, "300 0 2400 600 100 0 1600 200 0 1000 1600");

        Map<String, Double> levels = proc.read().levels(before, 2);

        assertThat(levels).containsEntry("diskReadLatencyMillis", 2.0).containsEntry("diskWriteLatencyMillis", 2.0);
    }

    @Test
    void oneDiskCountsAlone() throws IOException {
        DeviceNumber loop = new DeviceNumber(7, 0);
        ProcReader reader = new ProcReader(root, root.resolve("block"), Optional.of(loop));
        write("cpu  1 1 1 1 1 1 1 1", 1, "300 0 2400 600 100 0 1600 200 0 1000 1600");

        assertThat(reader.read().disks())
                .singleElement()
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsOnlyKeys("loop0");
        assertThat(reader.read().counters()).containsEntry("diskReads", 9.0);
    }

    @Test
    void whatLiesOnNoDiskIsCountedWithAll() throws IOException {
        ProcReader reader = new ProcReader(root, root.resolve("block"), Optional.of(new DeviceNumber(0, 47)));

        assertThat(reader.read().disks())
                .singleElement()
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsOnlyKeys("vda");
    }

    @Test
    void aDiskThatDidNothingHasNoLatency() throws IOException {
        assertThat(proc.read().levels(proc.read(), 1))
                .containsEntry("diskIops", 0.0)
                .doesNotContainKey("diskLatencyMillis");
    }

    @Test
    void theFirstReadingHasNothingToCompareWith() throws Exception {
        HostProbe probe = new HostProbe(new SystemClock(), proc);

        assertThat(probe.read()).containsOnlyKeys("hostMemoryPercent");
        assertThat(probe.read()).containsKeys("hostMemoryPercent", "diskIops");
    }

    @Test
    void countsOfARunAreThoseOfRealDisks() throws IOException {
        write("cpu  1 1 1 1 1 1 1 1", 1, "300 0 2400 600 100 0 1600 200 0 1000 1600");

        assertThat(proc.read().counters())
                .containsEntry("diskReads", 300.0)
                .containsEntry("diskWrittenBytes", 1600 * 512.0);
    }

    @Test
    void levelsOfSeveralMachinesAreThoseOfAMachine() throws Exception {
        AtomicReference<String> text = new AtomicReference<>(exported(30, 100));
        HttpServer server = exporter(text);
        try {
            ExporterReader reader = new ExporterReader(List.of(address(server, "/a"), address(server, "/b")), PATIENCE);
            HostCounts before = reader.read();
            text.set(exported(90, 600));

            Map<String, Double> levels = reader.read().levels(before, 10);

            // Both machines answer alike.
            assertThat(levels)
                    .containsEntry("hostCpuPercent", 60.0)
                    .containsEntry("hostMemoryPercent", 75.0)
                    .containsEntry("diskReadsPerSecond", 50.0)
                    .containsEntry("diskLatencyMillis", 20.0);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void whatThreeNodesDoIsHeldAgainstTheLimitOfOneDisk() {
        HostCounts before = reads(0).plus(reads(0)).plus(reads(0));
        HostCounts after = reads(9_000).plus(reads(12_500)).plus(reads(8_500));

        assertThat(after.levels(before, 10))
                .containsEntry("diskIops", 1_000.0)
                .containsEntry("diskMBPerSecond", 4.096)
                .containsEntry("diskIopsBusiest", 1_250.0)
                .containsEntry("diskMBPerSecondBusiest", 5.12);
        assertThat(after.counters()).containsEntry("diskReads", 30_000.0);
        assertThat(reads(9_000).levels(reads(0), 10))
                .containsEntry("diskIops", 900.0)
                .doesNotContainKey("diskIopsBusiest");
    }

    /** A node that has read so often, 4 KiB each. */
    private static HostCounts reads(double times) {
        HostCounts.Disk disk = new HostCounts.Disk(
                new HostCounts.Transfers(times, times * 4096, 0), new HostCounts.Transfers(0, 0, 0), 0, 0);
        return new HostCounts(
                new HostCounts.Processors(0, 0), new HostCounts.Memory(0, 0), List.of(Map.of("sda", disk)));
    }

    /** A machine whose one disk took 20 ms for each of the reads. */
    private static String exported(int busy, int reads) {
        return """
                # HELP node_cpu_seconds_total Seconds the CPUs spent in each mode.
                # TYPE node_cpu_seconds_total counter
                node_cpu_seconds_total{cpu="0",mode="idle"} %d
                node_cpu_seconds_total{cpu="0",mode="iowait"} 0
                node_cpu_seconds_total{cpu="0",mode="user"} %d
                node_memory_MemTotal_bytes 8e+09
                node_memory_MemAvailable_bytes 2e+09
                node_disk_reads_completed_total{device="sda"} %d
                node_disk_reads_completed_total{device="dm-0"} 77777%d
                node_disk_writes_completed_total{device="sda"} 0
                node_disk_read_time_seconds_total{device="sda"} %s
                """.formatted(busy * 2 / 3, busy, reads, reads, reads * 0.02);
    }

    private static HttpServer exporter(AtomicReference<String> text) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                byte[] body = text.get().getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        server.start();
        return server;
    }

    private static URI address(HttpServer server, String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    @Test
    void whatIsNoExporterIsNamed() throws Exception {
        HttpServer server = exporter(new AtomicReference<>("<html>hello</html>"));
        URI address = address(server, "/metrics");
        try {
            assertThatThrownBy(() -> new ExporterReader(List.of(address), PATIENCE).read())
                    .isInstanceOf(IOException.class)
                    .hasMessage(address + " is no node exporter: it does not report node_cpu_seconds_total");
        } finally {
            server.stop(0);
        }

        assertThatThrownBy(() -> new ExporterReader(List.of(address), PATIENCE).read())
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("no answer from " + address);
    }
}
