package io.dbharness.cql.driver;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.dbharness.model.Problems;
import io.dbharness.quantity.Quantities;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * How a cluster is talked to, checked. Options come from the address; those that a caller gives beside it win.
 *
 * @param datacenter        the client's own; inferred from the contact points if empty
 * @param consistency       of statements that do not say
 * @param serialConsistency of conditional statements that do not say
 * @param timeout           how long the client waits for an answer: the shorter of the address's limit and the plan's
 * @param eventLoops        threads of the driver, and connections to each node
 * @param encryption        TLS
 * @param jmx               where the nodes' JMX is, in the order of the contact points
 * @param usableBytes       what a data set may still take on the servers' disks, when the caller knows it
 * @param diskBytes         what the servers' disks hold altogether, when the caller knows it
 */
record CqlOptions(
        Optional<String> datacenter,
        ConsistencyLevel consistency,
        ConsistencyLevel serialConsistency,
        Duration timeout,
        int eventLoops,
        Encryption encryption,
        JmxAccess jmx,
        OptionalLong usableBytes,
        OptionalLong diskBytes) {

    private static final String IN_ADDRESS = "datacenter, consistency, serial-consistency, timeout, event-loops, tls,"
            + " truststore, truststore-password, jmx, jmxuser, jmxpassword";

    /**
     * TLS between client and nodes.
     *
     * @param on                 whether it is used
     * @param trustStore         whom to trust; the JVM's own authorities if empty
     * @param trustStorePassword where its password is
     */
    record Encryption(boolean on, Optional<Path> trustStore, Optional<Secret> trustStorePassword) {}

    /**
     * How to ask nodes by JMX.
     *
     * @param nodes    empty when JMX is not used
     * @param user     who asks
     * @param password the secret
     */
    record JmxAccess(List<CqlAddress.Node> nodes, Optional<String> user, Optional<Secret> password) {}

    /** Notes everything that is wrong; what it returns is only to be used when nothing was. */
    static CqlOptions parse(CqlAddress address, TargetSpec spec, Problems problems) {
        for (String name : address.query().keySet()) {
            problems.require(
                    List.of(IN_ADDRESS.split(", ", -1)).contains(name),
                    "the target has no option '" + name + "'; it has " + IN_ADDRESS);
        }
        Map<String, String> texts = new TreeMap<>(address.query());
        texts.putAll(spec.options());
        // One event loop sends some 80,000 requests a second, so a few serve the largest client; each is a thread that
        // spins no core.
        int defaultEventLoops = Math.max(1, Runtime.getRuntime().availableProcessors() / 4);
        return new CqlOptions(
                Optional.ofNullable(texts.get("datacenter")),
                level(texts.getOrDefault("consistency", "local_quorum"), false, problems),
                level(texts.getOrDefault("serial-consistency", "local_serial"), true, problems),
                timeout(texts, problems),
                whole(texts, "event-loops", defaultEventLoops, 64, problems),
                encryption(texts, problems),
                jmx(texts, problems),
                bytes(texts.getOrDefault("usableBytes", "")),
                bytes(texts.getOrDefault("diskBytes", "")));
    }

    private static Duration timeout(Map<String, String> texts, Problems problems) {
        // As long as cassandra-stress waits; longer than the pauses that a test makes on purpose.
        Duration ofAddress = Duration.ofSeconds(whole(texts, "timeout", 12, 3_600, problems));
        return Quantities.duration(texts.getOrDefault("request-timeout", ""))
                .filter(ofPlan -> ofPlan.compareTo(ofAddress) < 0)
                .orElse(ofAddress);
    }

    /** A consistency level by its name in any case; local_quorum and a problem for anything else. */
    private static ConsistencyLevel level(String text, boolean serial, Problems problems) {
        Optional<ConsistencyLevel> level = Levels.parse(text, serial);
        problems.require(
                level.isPresent(),
                "the target's consistency '" + text + "' is not one of " + String.join(", ", Levels.words(serial)));
        return level.orElse(ConsistencyLevel.LOCAL_QUORUM);
    }

    private static int whole(Map<String, String> texts, String name, int byDefault, int most, Problems problems) {
        String text = texts.getOrDefault(name, Integer.toString(byDefault));
        String digits = name.equals("timeout") && text.endsWith("s") ? text.substring(0, text.length() - 1) : text;
        if (digits.matches("[0-9]{1,9}")) {
            int value = Integer.parseInt(digits);
            if (value >= 1 && value <= most) {
                return value;
            }
        }
        problems.add("the target's " + name + " must be a whole number from 1 to " + most + ", not '" + text + "'");
        return byDefault;
    }

    private static Encryption encryption(Map<String, String> texts, Problems problems) {
        String tls = texts.getOrDefault("tls", "off");
        problems.require(List.of("on", "off").contains(tls), "the target's tls must be on or off, not '" + tls + "'");
        Optional<Path> store = Optional.ofNullable(texts.get("truststore")).map(Path::of);
        store.ifPresent(path -> problems.require(
                Files.isReadable(path), "the target's truststore '" + path + "' is no file that can be read"));
        problems.require(
                tls.equals("on") || store.isEmpty(), "the target has a truststore but no tls=on; give both or neither");
        return new Encryption(tls.equals("on"), store, secret(texts, "truststore-password", problems));
    }

    private static JmxAccess jmx(Map<String, String> texts, Problems problems) {
        String text = texts.getOrDefault("jmx", "");
        List<CqlAddress.Node> nodes = text.isEmpty() ? List.of() : CqlAddress.nodes(text, problems);
        Optional<String> user = Optional.ofNullable(texts.get("jmxuser"));
        Optional<Secret> password = secret(texts, "jmxpassword", problems);
        problems.require(user.isPresent() == password.isPresent(), "the target needs jmxuser and jmxpassword together");
        return new JmxAccess(nodes, user, password);
    }

    private static Optional<Secret> secret(Map<String, String> texts, String name, Problems problems) {
        Optional<Secret> secret = Optional.ofNullable(texts.get(name)).flatMap(Secret::parse);
        // The text is not repeated: it may be the password itself.
        problems.require(
                secret.isPresent() || !texts.containsKey(name),
                "the target's " + name + " must say where the password is: env:NAME or file:PATH");
        return secret;
    }

    private static OptionalLong bytes(String text) {
        return text.matches("[0-9]{1,18}") ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }
}
