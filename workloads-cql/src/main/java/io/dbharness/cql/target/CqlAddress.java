package io.dbharness.cql.target;

import io.dbharness.model.Problems;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code cassandra://host[:port][,host...]/keyspace?name=value&...}, taken apart. Immutable.
 *
 * @param contacts where to connect first, at least one
 * @param keyspace of the workload's tables
 * @param query    the options behind the question mark, decoded
 */
record CqlAddress(List<Node> contacts, String keyspace, Map<String, String> query) {

    static final String SCHEME = "cassandra://";

    /** The port of the CQL native protocol when an address names none. */
    private static final int DEFAULT_PORT = 9042;

    private static final int MOST_PORT = 65_535;
    private static final String DEFAULT_KEYSPACE = "dbharness";
    private static final String EXAMPLE = "cassandra://HOST:PORT/KEYSPACE?datacenter=DC";

    CqlAddress {
        contacts = List.copyOf(contacts);
        query = Collections.unmodifiableMap(new TreeMap<>(query));
    }

    /** A host and a port. */
    record Node(String host, int port) {

        /** Resolved now; the driver tries every address of the name. */
        InetSocketAddress socket() {
            return new InetSocketAddress(host, port);
        }

        @Override
        public String toString() {
            return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
        }
    }

    /** Notes everything that is wrong; what it returns is only to be used when nothing was. */
    static CqlAddress parse(String url, Problems problems) {
        String rest = url.substring(SCHEME.length());
        int question = rest.indexOf('?');
        String place = question < 0 ? rest : rest.substring(0, question);
        Map<String, String> query = question < 0 ? Map.of() : query(rest.substring(question + 1), problems);
        int slash = place.indexOf('/');
        String keyspace = slash < 0 || slash == place.length() - 1 ? DEFAULT_KEYSPACE : place.substring(slash + 1);
        problems.require(
                keyspace.matches("[a-z][a-z0-9_]{0,47}"),
                "the keyspace '" + keyspace
                        + "' of the target must be 1 to 48 lower-case letters, digits and _, a letter first");
        return new CqlAddress(nodes(slash < 0 ? place : place.substring(0, slash), problems), keyspace, query);
    }

    /** Hosts and ports, separated by commas; also the form of the option {@code jmx}. */
    static List<Node> nodes(String text, Problems problems) {
        List<Node> nodes = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            node(part.strip(), problems, nodes);
        }
        return nodes;
    }

    private static void node(String text, Problems problems, List<Node> nodes) {
        int colon = text.lastIndexOf(':');
        boolean hasPort = colon > text.lastIndexOf(']');
        String host = hasPort ? text.substring(0, colon) : text;
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        int port = hasPort ? port(text.substring(colon + 1)) : DEFAULT_PORT;
        if (host.isEmpty() || host.matches(".*[\\s\\[\\]@].*") || port < 1) {
            problems.add(
                    "'" + text + "' in the target is no host and port from 1 to " + MOST_PORT + "; use " + EXAMPLE);
            return;
        }
        nodes.add(new Node(host, port));
    }

    private static int port(String text) {
        try {
            int port = Integer.parseInt(text);
            return port > MOST_PORT ? -1 : port;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private static Map<String, String> query(String text, Problems problems) {
        Map<String, String> values = new TreeMap<>();
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                problems.add("'" + pair + "' in the target is no option; options are name=value, joined by &");
                continue;
            }
            values.put(pair.substring(0, equals), decode(pair.substring(equals + 1), problems));
        }
        return values;
    }

    private static String decode(String text, Problems problems) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            problems.add("'" + text + "' in the target is not percent-encoded rightly: " + e.getMessage());
            return "";
        }
    }

    /** Without options, which may tell where passwords are. */
    @Override
    public String toString() {
        return SCHEME + String.join(",", contacts.stream().map(Node::toString).toList()) + "/" + keyspace;
    }
}
