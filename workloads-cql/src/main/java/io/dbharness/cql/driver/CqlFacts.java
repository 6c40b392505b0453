package io.dbharness.cql.driver;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.Version;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.session.Session;
import io.dbharness.model.Caveat;
import io.dbharness.sut.TargetInfo;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Describes a cluster and the settings that affect the measured numbers. */
final class CqlFacts {

    private static final Logger LOG = LoggerFactory.getLogger(CqlFacts.class);

    private static final Set<String> SETTINGS_TO_REPORT = Set.of("""
            commitlog_sync commitlog_sync_period commitlog_sync_period_in_ms compaction_throughput
            compaction_throughput_mb_per_sec concurrent_compactors concurrent_reads concurrent_writes disk_access_mode
            key_cache_size memtable_allocation_type memtable_heap_space memtable_offheap_space num_tokens row_cache_size
            storage_compatibility_mode""".split("\\s+"));

    private static final String NO_SPECULATION = "NoSpeculativeExecutionPolicy";
    private static final String NONE = "none";

    private CqlFacts() {}

    static TargetInfo read(CqlAddress address, CqlOptions options, CqlSession driver) {
        Collection<Node> nodes = driver.getMetadata().getNodes().values();
        Map<String, String> settings = new TreeMap<>();
        settings.put("nodes", Integer.toString(nodes.size()));
        settings.put(
                "datacenters",
                nodes.stream()
                        .collect(Collectors.groupingBy(
                                node -> String.valueOf(node.getDatacenter()), TreeMap::new, Collectors.counting()))
                        .toString());
        DriverExecutionProfile profile = driver.getContext().getConfig().getDefaultProfile();
        settings.put("consistency.default", profile.getString(DefaultDriverOption.REQUEST_CONSISTENCY));
        settings.put("consistency.serial", profile.getString(DefaultDriverOption.REQUEST_SERIAL_CONSISTENCY));
        settings.put("driver.version", String.valueOf(Session.OSS_DRIVER_COORDINATES.getVersion()));
        settings.put("driver.eventLoops", Integer.toString(profile.getInt(DefaultDriverOption.NETTY_IO_SIZE)));
        settings.put(
                "driver.timeoutSeconds",
                BigDecimal.valueOf(
                                profile.getDuration(DefaultDriverOption.REQUEST_TIMEOUT)
                                        .toMillis(),
                                3)
                        .stripTrailingZeros()
                        .toPlainString());
        settings.put("driver.compression", profile.getString(DefaultDriverOption.PROTOCOL_COMPRESSION, "none"));
        settings.put("driver.retry", simple(profile.getString(DefaultDriverOption.RETRY_POLICY_CLASS)));
        settings.put("driver.speculative", speculation(profile));
        options.driver()
                .file()
                .ifPresent(file -> settings.put(
                        "driver.conf",
                        file.getFileName() + " sets "
                                + String.join(", ", options.driver().fileSets())));
        settings.put("protocol", driver.getContext().getProtocolVersion().name());
        settings.put("tls", driver.getContext().getSslEngineFactory().isPresent() ? tls(options) : "off");
        settings.put("keyspace", address.keyspace());
        driver.getMetadata()
                .getKeyspace(address.keyspace())
                .ifPresent(keyspace -> keyspace.getReplication()
                        .forEach((name, value) ->
                                settings.put("replication." + name, value.substring(value.lastIndexOf('.') + 1))));
        serverSettings(driver, settings);
        String version = nodes.stream()
                .map(node ->
                        node.getCassandraVersion() == null ? "unknown" : String.valueOf(node.getCassandraVersion()))
                .distinct()
                .sorted()
                .collect(Collectors.joining(" and "));
        List<Caveat> caveats = new ArrayList<>(caveats(nodes, options));
        repeats(settings).ifPresent(caveats::add);
        return new TargetInfo("Cassandra", version, address.toString(), settings, caveats);
    }

    private static String tls(CqlOptions options) {
        Encryption encryption = options.encryption();
        if (!encryption.on()) {
            return "on";
        }
        return "on" + (encryption.keyStore().isPresent() ? ", client certificate" : "")
                + (encryption.verifyHost() ? "" : ", host not verified");
    }

    /** Returns the class name without its package; the driver accepts this form for its own classes. */
    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    private static String speculation(DriverExecutionProfile profile) {
        String policy = simple(profile.getString(DefaultDriverOption.SPECULATIVE_EXECUTION_POLICY_CLASS));
        if (policy.equals(NO_SPECULATION)) {
            return NONE;
        }
        return profile.isDefined(DefaultDriverOption.SPECULATIVE_EXECUTION_MAX)
                ? policy + ", " + profile.getInt(DefaultDriverOption.SPECULATIVE_EXECUTION_MAX) + " attempts, "
                        + profile.getDuration(DefaultDriverOption.SPECULATIVE_EXECUTION_DELAY)
                                .toMillis() + " ms apart"
                : policy;
    }

    /** Returns a caveat if the driver may repeat requests, because the measured time includes the repetitions. */
    private static Optional<Caveat> repeats(Map<String, String> settings) {
        String retry = settings.getOrDefault("driver.retry", "");
        String speculative = settings.getOrDefault("driver.speculative", NONE);
        if (retry.equals(NeverRetry.class.getSimpleName()) && speculative.equals(NONE)) {
            return Optional.empty();
        }
        return Optional.of(Caveat.note(
                "DRIVER_REPEATS",
                "the driver may send a request again by itself (retry " + retry + ", speculative " + speculative
                        + "); latencies and counts cover all attempts of a request together"));
    }

    /** Adds the settings of the node that answers; versions before 4.0 have no such table. */
    private static void serverSettings(CqlSession driver, Map<String, String> settings) {
        try {
            for (Row row : driver.execute("SELECT name, value FROM system_views.settings")) {
                String name = String.valueOf(row.getString("name"));
                String value = row.getString("value");
                if (SETTINGS_TO_REPORT.contains(name) && value != null) {
                    settings.put(name, value);
                }
            }
        } catch (DriverException e) {
            LOG.info("the cluster does not show its settings: {}", e.getMessage());
        }
    }

    private static List<Caveat> caveats(Collection<Node> nodes, CqlOptions options) {
        List<Caveat> caveats = new ArrayList<>();
        List<Version> versions = nodes.stream()
                .flatMap(node -> Stream.ofNullable(node.getCassandraVersion()))
                .toList();
        notSettled(versions, !options.jmx().nodes().isEmpty()).ifPresent(caveats::add);
        String down = nodes.stream()
                .filter(NodeViews::isDown)
                .map(NodeName::of)
                .sorted()
                .collect(Collectors.joining(", "));
        if (!down.isEmpty()) {
            caveats.add(Caveat.suspect("NODES_DOWN", "down before the run: " + down));
        }
        return caveats;
    }

    /** Returns a caveat if a node offers no way to ask for its compactions. */
    static Optional<Caveat> notSettled(List<Version> versions, boolean jmx) {
        String why =
                "Cassandra before 4.0 reports its compactions over JMX only: nothing was waited for and --fill was not measured;"
                        + " add jmx=HOST:PORT for each node to the target";
        return jmx || versions.stream().allMatch(version -> version.compareTo(Version.V4_0_0) >= 0)
                ? Optional.empty()
                : Optional.of(Caveat.suspect("NOT_SETTLED", why));
    }
}
