package io.dbharness.cli.classic;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Translates the words about the target: {@code -node}, {@code -port}, {@code -mode}, {@code -transport}.
 *
 * @param draft to fill
 * @param user  true if a profile names the keyspace
 */
record NodeOptions(TranslationBuilder draft, boolean user) {

    private static final String NONE = "";
    private static final String MODE = "-mode";
    private static final String TRANSPORT = "-transport";
    private static final String NODE = "-node";
    private static final String DEFAULT_KEYSPACE = "keyspace1";
    /** Words that the embedded node has no use for: with one of them, a server of this machine is meant. */
    private static final List<String> OF_A_SERVER = List.of(
            "-port native=", "-mode user=", "-mode password=", "-transport truststore=", "-transport keystore=");

    /** Returns true if the tables cannot hold rows yet: on the embedded node with a new data directory. Called after {@link #read}. */
    boolean isEmpty() {
        return !draft.options().containsKey("target")
                && draft.line().own().stream().noneMatch(word -> word.matches("--(data-dir|target)(=.*)?"));
    }

    void read() {
        Map<String, String> query = new TreeMap<>();
        Credentials credentials = Credentials.of(draft);
        boolean server = draft.line().has(NODE)
                || !credentials.isEmpty()
                || draft.line().left().stream()
                        .anyMatch(word -> OF_A_SERVER.contains(word.group() + " " + word.name()));
        draft.line().take(NODE, "datacenter=").ifPresent(word -> query.put("datacenter", word.value()));
        draft.line().take(NODE, "rack=").ifPresent(word -> query.put("rack", word.value()));
        draft.line().take(NODE, "whitelist").ifPresent(word -> query.put("whitelist", "on"));
        List<String> nodes = nodes();
        Replication replication = user
                ? Replication.DEFAULT
                : draft.line()
                        .take("-schema", "replication(")
                        .map(word -> Replication.of(word, draft))
                        .orElse(Replication.DEFAULT);
        boolean byDatacenter = !replication.datacenters().isEmpty();
        server |= replication.datacenters().size() > 1;
        if (server) {
            draft.line()
                    .take(NONE, "serial-cl=")
                    .ifPresent(
                            word -> query.put("serial-consistency", word.value().toLowerCase(Locale.ROOT)));
            if (byDatacenter) {
                query.put("replication", replication.ofAddress());
            }
        } else {
            draft.harmless(NONE, "serial-cl=", "the embedded node is alone, so both serial levels are the same");
        }
        Optional<ClassicWord> port = draft.line().take("-port", "native=");
        draft.harmless(
                "-port", "jmx=", "nodes are asked over CQL; to ask by JMX as well, add jmx=HOST:PORT to --target");
        draft.harmless("-port", "thrift=", "there is no Thrift any more");
        mode(query, credentials);
        transport(query, credentials);
        server |= query.containsKey("compression");
        // A profile names its own.
        String keyspace = user
                ? DEFAULT_KEYSPACE
                : draft.line()
                        .take("-schema", "keyspace=")
                        .map(ClassicWord::value)
                        .orElse(DEFAULT_KEYSPACE);
        if (!keyspace.matches("[a-z][a-z0-9_]{0,47}")) {
            draft.refuse("'-schema keyspace=" + keyspace
                    + "': must be 1 to 48 lower-case letters, digits and _, a letter first; with capitals cassandra-stress creates"
                    + " another keyspace than it writes to");
        }
        if (server) {
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
            if (!user && !byDatacenter) {
                draft.set("replication", replication.factor());
            }
            return;
        }
        if (!user) {
            draft.set("keyspace", keyspace);
            draft.set(
                    "replication",
                    replication.datacenters().values().stream().findFirst().orElse(replication.factor()));
        }
    }

    private List<String> nodes() {
        Optional<ClassicWord> file = draft.line().take(NODE, "file=");
        List<String> nodes = new ArrayList<>();
        file.ifPresent(word -> {
            try (Stream<String> lines = Files.lines(Path.of(word.value()))) {
                lines.map(String::strip).filter(text -> !text.isEmpty()).forEach(nodes::add);
            } catch (IOException | RuntimeException e) {
                draft.refuse(word, "cannot be read: " + e.getMessage());
            }
        });
        for (ClassicWord word : draft.line().takeAll(NODE)) {
            if (word.isAlone() && nodes.isEmpty()) {
                nodes.addAll(List.of(word.value().split(",", -1)));
            } else if (word.isAlone()) {
                draft.refuse(word, "more hosts come behind a comma, or from a file");
            } else {
                draft.refuse(word, "no word of -node that is known here");
            }
        }
        return nodes.isEmpty() && file.isEmpty() ? List.of("localhost") : nodes;
    }

    private void mode(Map<String, String> query, Credentials credentials) {
        ClassicLine line = draft.line();
        Stream.of("native", "cql3", "prepared", "4x").forEach(name -> line.take(MODE, name));
        Stream.of("thrift", "smart", "binary", "cql2", "cql")
                .forEach(
                        name -> draft.refused(
                                MODE,
                                name,
                                "Cassandra has had no Thrift and no CQL 2 since 4.0, nor has cassandra-stress; use native cql3"));
        line.take(MODE, "unprepared").ifPresent(word -> {
            if (user) {
                draft.remark(word, "queries of a profile are prepared, in cassandra-stress too");
            } else {
                draft.set("statements", "unprepared");
            }
        });
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
                .map(word -> word.value().toLowerCase(Locale.ROOT))
                .filter(name -> !name.equals("none"))
                .ifPresent(name -> query.put("compression", name));
        line.take(MODE, "auth-provider=").ifPresent(word -> {
            if (word.value().endsWith("PlainTextAuthProvider")) {
                draft.remark(word, "is what --user and --password mean");
            } else {
                draft.refuse(
                        word,
                        "is a class for version 3 of the driver, and this program has version 4; user and password are known here, and"
                                + " driver-conf= of --target takes an auth-provider of version 4");
            }
        });
        line.take(MODE, "user=")
                .map(ClassicWord::value)
                .or(() -> credentials.of("cql.username"))
                .ifPresent(name -> draft.set("user", name));
        Optional<ClassicWord> password = line.take(MODE, "password=");
        if (!draft.options().containsKey("user")) {
            password.ifPresent(word -> draft.remark(word, "is not used without user=, in cassandra-stress too"));
        } else if (password.isPresent()) {
            draft.password(password.get(), "CASSANDRA_PASSWORD");
            draft.set("password", "env:CASSANDRA_PASSWORD");
        } else {
            credentials.of("cql.password").ifPresent(text -> {
                draft.password("CASSANDRA_PASSWORD", text);
                draft.set("password", "env:CASSANDRA_PASSWORD");
            });
        }
    }

    private void transport(Map<String, String> query, Credentials credentials) {
        store(query, "truststore", "TRUSTSTORE_PASSWORD", credentials);
        store(query, "keystore", "KEYSTORE_PASSWORD", credentials);
        for (String name : List.of("ssl-protocol=", "ssl-ciphers=")) {
            draft.harmless(TRANSPORT, name, "client and server agree on the best that both have");
        }
        draft.harmless(TRANSPORT, "ssl-alg=", "certificates are checked by the JVM's default rules");
        draft.harmless(TRANSPORT, "store-type=", "the kind of a store is found by its content");
        draft.harmless(TRANSPORT, "factory=", "is about Thrift only");
    }

    /** @param variable that takes the password */
    private void store(Map<String, String> query, String name, String variable, Credentials credentials) {
        draft.line().take(TRANSPORT, name + "=").ifPresent(word -> {
            query.put("tls", "on");
            query.put(name, word.value());
        });
        Optional<ClassicWord> password = draft.line().take(TRANSPORT, name + "-password=");
        password.ifPresent(word -> draft.password(word, variable));
        if (password.isEmpty() && query.containsKey(name)) {
            credentials.of("transport." + name + ".password").ifPresent(text -> draft.password(variable, text));
        }
        if (draft.passwords().stream().anyMatch(known -> known.variable().equals(variable))) {
            query.put(name + "-password", "env:" + variable);
        }
    }
}
