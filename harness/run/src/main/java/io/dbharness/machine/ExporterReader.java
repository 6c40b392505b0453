package io.dbharness.machine;

import io.dbharness.machine.HostCounts.Disk;
import io.dbharness.machine.HostCounts.Memory;
import io.dbharness.machine.HostCounts.Processors;
import io.dbharness.machine.HostCounts.Transfers;
import io.dbharness.machine.HostProbe.HostReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts of other machines from their Prometheus node exporters, by the names that these have had since version 0.16. */
final class ExporterReader implements HostReader {

    private static final int OK = 200;

    /** A sample of the text format: name, labels, value. */
    private static final Pattern SAMPLE = Pattern.compile("(node_\\w+)(?:\\{(.*)})? (\\S+)(?: \\d+)?");

    private static final String PROCESSORS = "node_cpu_seconds_total";

    private static final Pattern IDLE = Pattern.compile("mode=\"(idle|iowait)\"");
    private static final Pattern DEVICE = Pattern.compile("device=\"([^\"]*)\"");

    /** Not disks made of other disks, or of memory: what they do is counted below them, too. */
    private static final Pattern A_DISK = Pattern.compile("(?!(?:loop|ram|zram|dm-|md|sr|fd)\\d).*");

    private final List<URI> exporters;
    private final Duration timeout;
    private final HttpClient client;

    /**
     * @param exporters addresses of their metrics, at least one
     * @param timeout   for a connection, and for an answer
     */
    ExporterReader(List<URI> exporters, Duration timeout) {
        this.exporters = List.copyOf(exporters);
        this.timeout = timeout;
        this.client = HttpClient.newBuilder().connectTimeout(timeout).build();
    }

    @Override
    public HostCounts read() throws IOException, InterruptedException {
        HostCounts all = counts(exporters.get(0));
        for (URI exporter : exporters.subList(1, exporters.size())) {
            all = all.plus(counts(exporter));
        }
        return all;
    }

    private HostCounts counts(URI exporter) throws IOException, InterruptedException {
        HttpResponse<String> answer;
        try {
            answer = client.send(
                    HttpRequest.newBuilder(exporter).timeout(timeout).build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IOException("no answer from " + exporter + " (" + e.getMessage() + ")", e);
        }
        if (answer.statusCode() != OK) {
            throw new IOException(exporter + " answered with status " + answer.statusCode());
        }
        return parse(answer.body(), exporter);
    }

    /** Parses the text of an exporter, with all disks or with the one that the fragment of its address names. */
    private static HostCounts parse(String text, URI exporter) throws IOException {
        String disk = exporter.getFragment();
        Pattern counted = disk == null ? A_DISK : Pattern.compile(Pattern.quote(disk));
        Samples samples = new Samples(counted, new HashMap<>(), new TreeMap<>());
        text.lines().map(SAMPLE::matcher).filter(Matcher::matches).forEach(samples::add);
        HostCounts counts = samples.counts();
        if (counts.processors().total() == 0) {
            throw new IOException(exporter + " is no node exporter: it does not report " + PROCESSORS);
        }
        return counts;
    }

    /** Samples by name and disk; those of processors added up. */
    private record Samples(Pattern counted, Map<String, Double> machine, Map<String, Map<String, Double>> disks) {

        void add(Matcher sample) {
            String name = sample.group(1);
            String labels = sample.group(2) == null ? "" : sample.group(2);
            double value = Double.parseDouble(sample.group(3));
            Matcher device = DEVICE.matcher(labels);
            if (!name.startsWith("node_disk_")) {
                machine.merge(name, value, Double::sum);
                if (name.equals(PROCESSORS) && IDLE.matcher(labels).find()) {
                    machine.merge("idle", value, Double::sum);
                }
            } else if (device.find() && counted.matcher(device.group(1)).matches()) {
                disks.computeIfAbsent(device.group(1), d -> new HashMap<>()).put(name, value);
            }
        }

        HostCounts counts() {
            Map<String, Disk> byName = new TreeMap<>();
            disks.forEach((name, samples) -> byName.put(name, disk(samples)));
            return new HostCounts(
                    new Processors(of(machine, PROCESSORS), of(machine, "idle")),
                    new Memory(
                            of(machine, "node_memory_MemTotal_bytes"), of(machine, "node_memory_MemAvailable_bytes")),
                    List.of(byName));
        }

        private static Disk disk(Map<String, Double> samples) {
            return new Disk(
                    new Transfers(
                            of(samples, "node_disk_reads_completed_total"),
                            of(samples, "node_disk_read_bytes_total"),
                            of(samples, "node_disk_read_time_seconds_total")),
                    new Transfers(
                            of(samples, "node_disk_writes_completed_total"),
                            of(samples, "node_disk_written_bytes_total"),
                            of(samples, "node_disk_write_time_seconds_total")),
                    of(samples, "node_disk_io_time_weighted_seconds_total"),
                    of(samples, "node_disk_io_time_seconds_total"));
        }

        private static double of(Map<String, Double> samples, String name) {
            return samples.getOrDefault(name, 0.0);
        }
    }
}
