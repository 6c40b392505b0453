package io.dbharness.run;

import io.dbharness.machine.HostProbe;
import io.dbharness.sut.ServerProbe;
import io.dbharness.time.RunClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The disk figures of one volume of a machine, named after it: {@code diskIops} of the volume {@code log} is {@code logDiskIops}. Other
 * figures of the probe are left out, because they are those of the whole machine. One thread.
 *
 * @param volume name of the volume, lower-case letters and digits
 * @param disk   probe of its disk
 */
record VolumeProbe(String volume, ServerProbe disk) implements ServerProbe {

    private static final String DISK = "disk";

    /**
     * Creates a probe of the volume that is mounted at {@code /NAME} on machines with node exporters. The devices are looked up at the
     * first reading, in what the exporters report of their file systems.
     *
     * @param exporters addresses of their metrics
     */
    static ServerProbe mounted(String volume, List<URI> exporters, RunClock clock) {
        Mounted mounted = new Mounted(volume, exporters, clock);
        return new VolumeProbe(volume, mounted);
    }

    /** Finds the device of a mount point on each machine, and then reads its figures. One thread. */
    private static final class Mounted implements ServerProbe {

        private static final Duration TIMEOUT = Duration.ofSeconds(2);

        private final String volume;
        private final List<URI> exporters;
        private final RunClock clock;
        private final HttpClient client =
                HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
        private Optional<ServerProbe> found = Optional.empty();

        Mounted(String volume, List<URI> exporters, RunClock clock) {
            this.volume = volume;
            this.exporters = exporters;
            this.clock = clock;
        }

        @Override
        public Map<String, Double> read() throws Exception {
            return probe().read();
        }

        @Override
        public Map<String, Double> counters() throws Exception {
            return probe().counters();
        }

        private ServerProbe probe() throws IOException, InterruptedException {
            if (found.isEmpty()) {
                List<URI> devices = new ArrayList<>();
                for (URI exporter : exporters) {
                    devices.add(URI.create(exporter + "#" + device(exporter)));
                }
                found = Optional.of(HostProbe.exported(clock, devices));
            }
            return found.orElseThrow();
        }

        private String device(URI exporter) throws IOException, InterruptedException {
            HttpRequest request =
                    HttpRequest.newBuilder(exporter).timeout(TIMEOUT).build();
            Matcher device = Pattern.compile("node_filesystem_size_bytes\\{device=\"/dev/([\\w-]+)\".*mountpoint=\"/"
                            + Pattern.quote(volume) + "\"")
                    .matcher(client.send(request, HttpResponse.BodyHandlers.ofString())
                            .body());
            if (!device.find()) {
                throw new IOException(exporter + " reports no file system at /" + volume);
            }
            return device.group(1);
        }
    }

    @Override
    public Map<String, Double> read() throws Exception {
        return named(disk.read());
    }

    @Override
    public Map<String, Double> counters() throws Exception {
        return named(disk.counters());
    }

    private Map<String, Double> named(Map<String, Double> figures) {
        Map<String, Double> named = new TreeMap<>();
        figures.forEach((name, value) -> {
            if (name.startsWith(DISK)) {
                named.put(volume + "Disk" + name.substring(DISK.length()), value);
            }
        });
        return named;
    }

    @Override
    public void close() {
        disk.close();
    }
}
