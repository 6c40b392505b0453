package io.dbharness.cql.driver;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.net.InetSocketAddress;

/** Formats the names of nodes as operators know them. */
final class NodeName {

    private NodeName() {}

    /** Returns the address and port that clients connect to, {@code 10.0.0.4:9042}; behind a proxy the driver's name of the node. */
    static String of(Node node) {
        return node.getBroadcastRpcAddress()
                .filter(address -> address.getPort() > 0)
                .map(NodeName::text)
                .orElseGet(() -> String.valueOf(node.getEndPoint()).replaceFirst("^/", ""));
    }

    private static String text(InetSocketAddress address) {
        String host = address.getAddress() == null
                ? address.getHostString()
                : address.getAddress().getHostAddress();
        return new CqlAddress.Node(host, address.getPort()).toString();
    }
}
