package io.dbharness.cql.driver;

import io.dbharness.model.Problems;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code cassandra://host[:port][,host...]/keyspace?name=value&...}. Immutable.
 *
 * @param contacts contact points, at least one; empty if a bundle names them
 * @param keyspace holds the workload's tables
 * @param query    the options after the question mark, decoded
 */
record CqlAddress(List<Node> contacts, String keyspace, Map<String, String> query) {

    static final String SCHEME = "cassandra://";

    private static final int MOST_PORT = 65_535;
    private static final Pattern NODE =
            Pattern.compile("(?:(?<name>[^\\s\\[\\]@:]+)|\\[(?<ipv6>[^\\s\\[\\]@]+)])(?::(?<port>[0-9]{1,5}))?");

    record Node(String host, int port) {

        /** Resolves the host now; the driver tries every address of the name. */
        InetSocketAddress socket() {
            return new InetSocketAddress(host, port);
        }

        @Override
        public String toString() {
            return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
        }
    }

    /** Parses an address and adds every problem to {@code problems}; use the result only if there is none. */
    static CqlAddress parse(String url, Problems problems) {
        String rest = url.substring(SCHEME.length());
        int question = rest.indexOf('?');
        String place = question < 0 ? rest : rest.substring(0, question);
        Map<String, String> query = question < 0 ? Map.of() : query(rest.substring(question + 1), problems);
        int slash = place.indexOf('/');
        String keyspace = slash < 0 || slash == place.length() - 1 ? "dbharness" : place.substring(slash + 1);
        problems.require(
                keyspace.matches("[a-z][a-z0-9_]{0,47}"),
                "the keyspace '" + keyspace
                        + "' of the target must be 1 to 48 lower-case letters, digits and _, a letter first");
        String hosts = slash < 0 ? place : place.substring(0, slash);
        if (query.containsKey("secure-connect-bundle")) {
            problems.require(
                    hosts.isEmpty(),
                    "a secure-connect-bundle names the nodes; leave out '" + hosts
                            + "': cassandra:///KEYSPACE?secure-connect-bundle=FILE");
            return new CqlAddress(List.of(), keyspace, query);
        }
        return new CqlAddress(nodes(hosts, problems), keyspace, query);
    }

    /** Parses hosts and ports separated by commas, with port 9042 by default; also the format of the option {@code jmx}. */
    static List<Node> nodes(String text, Problems problems) {
        List<Node> nodes = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            Matcher matcher = NODE.matcher(part.strip());
            boolean known = matcher.matches();
            int port = known && matcher.group("port") != null ? Integer.parseInt(matcher.group("port")) : 9042;
            if (!known || port < 1 || port > MOST_PORT) {
                problems.add("'" + part.strip() + "' in the target is no host and port from 1 to " + MOST_PORT
                        + "; use cassandra://HOST:PORT/KEYSPACE?datacenter=DC");
            } else {
                String name = matcher.group("name");
                nodes.add(new Node(name == null ? String.valueOf(matcher.group("ipv6")) : name, port));
            }
        }
        return nodes;
    }

    private static Map<String, String> query(String text, Problems problems) {
        Map<String, String> values = new TreeMap<>();
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                problems.add("'" + pair + "' in the target is no option; options are name=value, joined by &");
                continue;
            }
            String value = pair.substring(equals + 1);
            try {
                values.put(pair.substring(0, equals), URLDecoder.decode(value, StandardCharsets.UTF_8));
            } catch (IllegalArgumentException e) {
                problems.add("'" + value + "' in the target is not valid percent-encoding: " + e.getMessage());
            }
        }
        return values;
    }

    /** Returns the address without its options, which may name where passwords are. */
    @Override
    public String toString() {
        return SCHEME + String.join(",", contacts.stream().map(Node::toString).toList()) + "/" + keyspace;
    }
}
