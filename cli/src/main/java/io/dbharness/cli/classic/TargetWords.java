package io.dbharness.cli.classic;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whom to talk to, and how: {@code -node}, {@code -port}, {@code -mode}, {@code -transport}.
 *
 * @param draft to fill
 * @param user  whether the keyspace is a profile's
 */
record TargetWords(Draft draft, boolean user) {

    private static final String MODE = "-mode";
    private static final String TRANSPORT = "-transport";
    private static final String NODE = "-node";
    private static final String DEFAULT_KEYSPACE = "keyspace1";
    private static final String EMBEDDED =
            "without -node the embedded node is meant, which has a port and a login of its own; add -node HOST";

    /** Whether nothing can be in the tables yet: the embedded node, on a data directory of its own. */
    boolean isEmpty() {
        return !draft.line().has(NODE)
                && draft.line().own().stream().noneMatch(word -> word.matches("--(data-dir|target)(=.*)?"));
    }

    void read() {
        List<String> nodes = nodes();
        Map<String, String> query = new TreeMap<>();
        draft.line().take(NODE, "datacenter=").ifPresent(word -> query.put("datacenter", word.value()));
        Optional<ClassicWord> port = draft.line().take("-port", "native=");
        draft.harmless(
                "-port", "jmx=", "nodes are asked over CQL; to ask by JMX as well, add jmx=HOST:PORT to --target");
        draft.harmless("-port", "thrift=", "there is no Thrift any more");
        mode();
        transport(query);
        // A profile names its own.
        String keyspace = user
                ? DEFAULT_KEYSPACE
                : draft.line()
                        .take("-schema", "keyspace=")
                        .map(ClassicWord::value)
                        .orElse(DEFAULT_KEYSPACE);
        if (!keyspace.matches("[a-z][a-z0-9_]{0,47}")) {
            draft.refuse("'-schema keyspace=" + keyspace
                    + "': must be 1 to 48 lower-case letters, digits and _, a letter first");
        }
        if (draft.line().has(NODE)) {
            String contacts = nodes.stream()
                    .map(node -> (node.contains("::") ? "[" + node + "]" : node)
                            + port.map(word -> ":" + word.value()).orElse(""))
                    .collect(Collectors.joining(","));
            String options = query.entrySet().stream()
                    .map(option -> option.getKey() + "=" + option.getValue())
                    .collect(Collectors.joining("&"));
            draft.set(
                    "target",
                    "cassandra://" + contacts + (user ? "" : "/" + keyspace)
                            + (options.isEmpty() ? "" : (user ? "/?" : "?") + options));
            return;
        }
        port.ifPresent(word -> draft.refuse(word, EMBEDDED));
        if (!query.isEmpty() || draft.options().containsKey("user")) {
            draft.refuse("user, password and certificates: " + EMBEDDED);
        }
        if (!user) {
            draft.set("keyspace", keyspace);
        }
    }

    private List<String> nodes() {
        draft.refused(
                NODE,
                "whitelist",
                "the driver talks to all nodes of its data centre; leave it out, or test a cluster of these nodes");
        Optional<ClassicWord> file = draft.line().take(NODE, "file=");
        List<String> nodes = new ArrayList<>();
        file.ifPresent(word -> {
            try (Stream<String> lines = Files.lines(Path.of(word.value()))) {
                lines.map(String::strip).filter(text -> !text.isEmpty()).forEach(nodes::add);
            } catch (IOException | RuntimeException e) {
                draft.refuse(word, "cannot be read: " + e.getMessage());
            }
        });
        List<ClassicWord> lists = draft.line().takeAll(NODE);
        List<ClassicWord> settings = lists.stream()
                .filter(word -> !word.name().startsWith("datacenter="))
                .toList();
        settings.stream()
                .flatMap(word -> Stream.of(word.value().split(",", -1)))
                .forEach(nodes::add);
        for (ClassicWord word : lists) {
            if (word.name().equals("datacenter=")) {
                nodes.remove(word.value());
            } else if (!word.name().equalsIgnoreCase(word.value())) {
                draft.refuse(word, "no word of -node that is known here");
            }
        }
        if (draft.line().has(NODE) && nodes.isEmpty() && file.isEmpty()) {
            draft.refuse("-node needs a list of hosts, such as 10.0.0.4,10.0.0.5");
        }
        return nodes;
    }

    private void mode() {
        ClassicLine line = draft.line();
        Stream.of("native", "cql3", "prepared", "4x").forEach(name -> line.take(MODE, name));
        Stream.of("thrift", "smart", "binary", "cql2", "cql")
                .forEach(
                        name -> draft.refused(MODE, name, "there is no Thrift and no CQL 2 any more; use native cql3"));
        draft.refused(MODE, "unprepared", "statements are always prepared; leave it out");
        draft.harmless(MODE, "simplenative", "the DataStax driver is used");
        draft.harmless(MODE, "protocolversion=", "driver and server agree on the newest that both have");
        draft.harmless(MODE, "maxpending=", "threads= says how many requests are in flight");
        draft.harmless(
                MODE,
                "connectionsperhost=",
                "there is a connection for each of the driver's threads, event-loops= in --target");
        draft.harmless(
                MODE,
                "connectionspershard=",
                "there is a connection for each of the driver's threads, event-loops= in --target");
        draft.harmless(MODE, "port=", "cassandra-stress uses -port native= for this");
        line.take(MODE, "compression=")
                .filter(word -> !word.value().equalsIgnoreCase("none"))
                .ifPresent(word -> draft.refuse(word, "requests are sent as they are; leave it out"));
        line.take(MODE, "auth-provider=").ifPresent(word -> {
            if (word.value().endsWith("PlainTextAuthProvider")) {
                draft.remark(word, "is what --user and --password mean");
            } else {
                draft.refuse(word, "only user and password are known here");
            }
        });
        line.take(MODE, "user=").ifPresent(word -> draft.set("user", word.value()));
        line.take(MODE, "password=").ifPresent(word -> {
            draft.password(word, "CASSANDRA_PASSWORD");
            draft.set("password", "env:CASSANDRA_PASSWORD");
            if (!draft.options().containsKey("user")) {
                draft.refuse(word, "needs user=");
            }
        });
    }

    private void transport(Map<String, String> query) {
        ClassicLine line = draft.line();
        line.take(TRANSPORT, "truststore=").ifPresent(word -> {
            query.put("tls", "on");
            query.put("truststore", word.value());
        });
        line.take(TRANSPORT, "truststore-password=").ifPresent(word -> {
            draft.password(word, "TRUSTSTORE_PASSWORD");
            query.put("truststore-password", "env:TRUSTSTORE_PASSWORD");
        });
        for (String name : List.of("keystore=", "keystore-password=")) {
            draft.refused(
                    TRANSPORT,
                    name,
                    "certificates of clients are not known here; leave it out where the server does not ask for one");
        }
        for (String name : List.of("ssl-protocol=", "ssl-alg=", "ssl-ciphers=", "store-type=", "factory=")) {
            draft.harmless(TRANSPORT, name, "client and server agree on it");
        }
    }
}
