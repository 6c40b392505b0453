package io.dbharness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.dbharness.request.CollectSpec;
import io.dbharness.sut.ServerProbe;
import io.dbharness.time.SystemClock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CollectorsTest {

    private static int probes(CollectSpec settings, String address) {
        return Collectors.of(settings, address, Optional.empty(), Map.of(), new SystemClock())
                .size();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://127.0.0.1:5432/postgres",
                "jdbc:postgresql://localhost/tpcc",
                "jdbc:sqlserver://localhost;databaseName=tpcc",
                "jdbc:yugabytedb://[::1]:5433/yugabyte",
                "cassandra://127.0.0.1:9042/ks?datacenter=dc1",
                "file:/data/probe"
            })
    void aTargetOnThisMachineIsWatchedUnlessToldOtherwise(String address) {
        assertThat(probes(CollectSpec.AUTO, address)).isEqualTo(1);
        assertThat(probes(new CollectSpec(false, false, List.of()), address)).isZero();
    }

    @Test
    void aLogOnAnotherDiskIsWatchedApart() throws Exception {
        assertThat(Collectors.of(
                        CollectSpec.AUTO,
                        "jdbc:postgresql://127.0.0.1:5432/postgres",
                        Optional.of(Path.of("/data")),
                        Map.of("data", Path.of("/data"), "log", Path.of("/log")),
                        new SystemClock()))
                .hasSize(3);
        ServerProbe disk = new ServerProbe() {

            @Override
            public Map<String, Double> read() {
                return Map.of("diskIops", 5.0, "hostCpuPercent", 9.0);
            }

            @Override
            public Map<String, Double> counters() {
                return Map.of("diskWrites", 7.0);
            }
        };
        VolumeProbe log = new VolumeProbe("log", disk);

        assertThat(log.read()).containsExactly(Map.entry("logDiskIops", 5.0));
        assertThat(log.counters()).containsExactly(Map.entry("logDiskWrites", 7.0));
    }

    /** Two machines, whose volumes are on other devices: one striped, one not. */
    @Test
    void aVolumeOfOtherMachinesIsReadFromTheDevicesUnderItsMountPoint() throws Exception {
        AtomicInteger reads = new AtomicInteger();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String device = exchange.getRequestURI().getPath().equals("/a") ? "md4" : "nvme0n3";
            int done = 100 * reads.getAndIncrement();
            byte[] text = """
                    node_cpu_seconds_total{cpu="0",mode="user"} %1$d
                    node_filesystem_size_bytes{device="/dev/sda1",fstype="ext4",mountpoint="/"} 5
                    node_filesystem_size_bytes{device="/dev/%2$s",fstype="xfs",mountpoint="/log"} 5
                    node_disk_reads_completed_total{device="%2$s"} %1$d
                    node_disk_reads_completed_total{device="sdz"} 7
                    """.formatted(done + 1, device).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, text.length);
            exchange.getResponseBody().write(text);
            exchange.close();
        });
        server.start();
        String address = "http://127.0.0.1:" + server.getAddress().getPort();
        try {
            List<URI> both = List.of(URI.create(address + "/a"), URI.create(address + "/b"));
            ServerProbe log = VolumeProbe.mounted("log", both, new SystemClock());

            assertThat(log.counters().get("logDiskReads")).isGreaterThan(0);
            log.read();
            assertThat(log.read())
                    .containsKeys("logDiskIops", "logDiskIopsBusiest")
                    .doesNotContainKey("hostCpuPercent");
            assertThatThrownBy(() -> VolumeProbe.mounted("tempdb", both, new SystemClock())
                            .read())
                    .hasMessage(address + "/a reports no file system at /tempdb");
        } finally {
            server.stop(0);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://db.example/localhost",
                "jdbc:postgresql://localhost.example/tpcc",
                "cassandra://10.127.0.0:9042/ks",
                "sim:service=5ms"
            })
    void aTargetElsewhereIsNot(String address) {
        assertThat(probes(CollectSpec.AUTO, address)).isZero();
        assertThat(probes(new CollectSpec(true, false, List.of()), address)).isEqualTo(1);
        assertThat(probes(new CollectSpec(false, false, List.of(URI.create("http://h:9100/metrics"))), address))
                .isEqualTo(1);
    }
}
