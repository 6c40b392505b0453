package io.dbharness.cql.driver;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.dbharness.model.Problems;
import io.dbharness.quantity.Quantities;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The validated options of a connection to a cluster. Options come from the address; options that the caller passes beside the address take
 * precedence.
 *
 * @param datacenter        the client's local data centre; inferred from the contact points if empty
 * @param rack              the rack whose nodes get requests; all racks if empty
 * @param whitelist         true if only the contact points get requests
 * @param consistency       default level of statements
 * @param serialConsistency default serial level of conditional statements
 * @param timeout           how long the client waits for an answer: the shorter of the address's limit and the plan's
 * @param eventLoops        threads of the driver, and connections to each node
 * @param given             names of all options that were given
 * @param replication       replicas by data centre of a keyspace that the workload creates; the workload decides if empty
 * @param driver            options of the driver
 * @param encryption        TLS
 * @param jmx               JMX addresses of the nodes, in the order of the contact points
 * @param usableBytes       free space for a data set on the servers' disks, if the caller knows it
 * @param diskBytes         capacity of the servers' disks together, if the caller knows it
 */
record CqlOptions(
        Optional<String> datacenter,
        Optional<String> rack,
        boolean whitelist,
        ConsistencyLevel consistency,
        ConsistencyLevel serialConsistency,
        Duration timeout,
        int eventLoops,
        Set<String> given,
        Map<String, Integer> replication,
        DriverOptions driver,
        Encryption encryption,
        JmxAccess jmx,
        OptionalLong usableBytes,
        OptionalLong diskBytes) {

    private static final List<String> IN_ADDRESS = List.of("""
            datacenter rack whitelist consistency serial-consistency timeout event-loops replication protocol compression retry speculative
            driver-conf secure-connect-bundle tls verify-host truststore truststore-password keystore keystore-password jmx
            jmxuser jmxpassword""".split("\\s+"));

    /** Options that a secure-connect bundle decides. */
    private static final List<String> NOT_WITH_BUNDLE = List.of(
            "datacenter",
            "whitelist",
            "tls",
            "verify-host",
            "truststore",
            "truststore-password",
            "keystore",
            "keystore-password",
            "jmx");

    private static final Pattern REPLICAS = Pattern.compile("([A-Za-z0-9_.-]+):([1-9][0-9]?)");

    /**
     * Access to the nodes' JMX.
     *
     * @param nodes    empty if JMX is not used
     * @param user     JMX user
     * @param password of the JMX user
     */
    record JmxAccess(List<CqlAddress.Node> nodes, Optional<String> user, Optional<Secret> password) {}

    /** Parses the options and adds every problem to {@code problems}; use the result only if there is none. */
    static CqlOptions parse(CqlAddress address, TargetSpec spec, Problems problems) {
        for (String name : address.query().keySet()) {
            problems.require(
                    IN_ADDRESS.contains(name),
                    "the target has no option '" + name + "'; it has " + String.join(", ", IN_ADDRESS));
        }
        Map<String, String> all = new TreeMap<>(address.query());
        all.putAll(spec.options());
        OptionTexts texts = new OptionTexts(all, problems);
        DriverOptions driver = DriverOptions.parse(texts);
        if (driver.bundle().isPresent()) {
            List<String> beside = NOT_WITH_BUNDLE.stream().filter(texts::given).toList();
            problems.require(
                    beside.isEmpty(),
                    "a secure-connect-bundle decides how to connect; leave out " + String.join(", ", beside));
        }
        // One event loop sends some 80,000 requests a second, so a few serve the largest client; each is a thread that
        // spins no core.
        int defaultEventLoops = Math.max(1, Runtime.getRuntime().availableProcessors() / 4);
        return new CqlOptions(
                texts.text("datacenter"),
                texts.text("rack"),
                texts.on("whitelist", false),
                level(all.getOrDefault("consistency", "local_quorum"), false, problems),
                level(all.getOrDefault("serial-consistency", "local_serial"), true, problems),
                timeout(texts),
                texts.whole("event-loops", defaultEventLoops, 64),
                Set.copyOf(all.keySet()),
                replication(texts),
                driver,
                Encryption.parse(texts),
                jmx(texts),
                bytes(all.getOrDefault("usableBytes", "")),
                bytes(all.getOrDefault("diskBytes", "")));
    }

    /** Parses the number of replicas by data centre; empty if the option is absent. */
    private static Map<String, Integer> replication(OptionTexts texts) {
        Map<String, Integer> replicas = new TreeMap<>();
        for (String part : texts.text("replication").stream()
                .flatMap(text -> Stream.of(text.split(",", -1)))
                .toList()) {
            Matcher form = REPLICAS.matcher(part.strip());
            texts.problems()
                    .require(
                            form.matches() && replicas.put(form.group(1), Integer.parseInt(form.group(2))) == null,
                            "the target's replication must say for each data centre once how many replicas it has, such as"
                                    + " dc1:3,dc2:2; '" + part.strip() + "' does not");
        }
        return replicas;
    }

    private static Duration timeout(OptionTexts texts) {
        // The default of cassandra-stress; longer than the pauses that a test causes on purpose.
        Duration ofAddress = Duration.ofSeconds(texts.whole("timeout", 12, 3_600));
        return Quantities.duration(texts.text("request-timeout").orElse(""))
                .filter(ofPlan -> ofPlan.compareTo(ofAddress) < 0)
                .orElse(ofAddress);
    }

    /** Parses the name of a consistency level in any case; adds a problem and returns local_quorum for any other text. */
    private static ConsistencyLevel level(String text, boolean serial, Problems problems) {
        Optional<ConsistencyLevel> level = Levels.parse(text, serial);
        problems.require(
                level.isPresent(),
                "the target's consistency '" + text + "' is not one of " + String.join(", ", Levels.words(serial)));
        return level.orElse(ConsistencyLevel.LOCAL_QUORUM);
    }

    private static JmxAccess jmx(OptionTexts texts) {
        List<CqlAddress.Node> nodes = texts.text("jmx")
                .filter(text -> !text.isEmpty())
                .map(text -> CqlAddress.nodes(text, texts.problems()))
                .orElse(List.of());
        Optional<String> user = texts.text("jmxuser");
        Optional<Secret> password = texts.secret("jmxpassword");
        texts.problems()
                .require(user.isPresent() == password.isPresent(), "the target needs jmxuser and jmxpassword together");
        return new JmxAccess(nodes, user, password);
    }

    private static OptionalLong bytes(String text) {
        return text.matches("[0-9]{1,18}") ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }
}
