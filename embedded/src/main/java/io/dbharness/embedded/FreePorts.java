package io.dbharness.embedded;

import io.dbharness.model.HarnessException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Draws ports for servers that take seconds until they listen. They lie below those that systems give to outgoing connections, so that
 * nothing takes one meanwhile by chance. One thread.
 */
final class FreePorts {

    private static final Logger LOG = LoggerFactory.getLogger(FreePorts.class);
    private static final int LEAST = 20_000;
    /** Linux gives outgoing connections 32768 and up. */
    private static final int BEYOND = 32_000;

    private static final int ATTEMPTS = 200;

    private final RandomGenerator random;
    private final Set<Integer> drawn = new HashSet<>();

    FreePorts(RandomGenerator random) {
        this.random = random;
    }

    /** A port that is free on all the addresses and was not drawn before. */
    int next(List<InetAddress> addresses) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = random.nextInt(LEAST, BEYOND);
            if (isFree(port, addresses) && drawn.add(port)) {
                return port;
            }
        }
        throw new HarnessException("no free port from " + LEAST + " to " + (BEYOND - 1) + " on " + addresses);
    }

    boolean isFree(int port, List<InetAddress> addresses) {
        return addresses.stream().allMatch(address -> canListen(address, port));
    }

    /** Whether a server could listen there; port 0 asks for the address alone. */
    static boolean canListen(InetAddress address, int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, address)) {
            return socket.isBound();
        } catch (IOException e) {
            LOG.debug("Cannot listen on {} port {}", address, port, e);
            return false;
        }
    }
}
