package io.dbharness.embedded;

import io.dbharness.model.HarnessException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Draws ports for servers that take seconds until they listen. The ports lie below the range of outgoing connections, so that no connection
 * takes one meanwhile by chance. Not thread-safe: one thread.
 */
public final class FreePorts {

    private static final Logger LOG = LoggerFactory.getLogger(FreePorts.class);
    private static final int LEAST = 20_000;
    /** Linux uses ports from 32768 for outgoing connections. */
    private static final int BEYOND = 32_000;

    private static final int ATTEMPTS = 200;
    private static final int SOCKET_TIMEOUT_MILLIS = 2_000;

    private final RandomGenerator random;
    private final Set<Integer> drawn = new HashSet<>();

    public FreePorts(RandomGenerator random) {
        this.random = random;
    }

    /** Returns a port that is free on all the addresses and was not drawn before. */
    public int next(List<InetAddress> addresses) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = random.nextInt(LEAST, BEYOND);
            if (isFree(port, addresses) && drawn.add(port)) {
                return port;
            }
        }
        throw new HarnessException("no free port from " + LEAST + " to " + (BEYOND - 1) + " on " + addresses);
    }

    public boolean isFree(int port, List<InetAddress> addresses) {
        return addresses.stream().allMatch(address -> canListen(address, port));
    }

    /** Sends a question and returns the first byte of the server's answer; negative if there is no answer. */
    public static int answer(InetAddress address, int port, byte[] question) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), SOCKET_TIMEOUT_MILLIS);
            socket.setSoTimeout(SOCKET_TIMEOUT_MILLIS);
            socket.getOutputStream().write(question);
            return socket.getInputStream().read();
        } catch (IOException e) {
            LOG.debug("{} port {} does not answer yet: {}", address, port, e.getMessage());
            return -1;
        }
    }

    /** Returns true if a server could listen on the port; port 0 checks the address alone. */
    public static boolean canListen(InetAddress address, int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, address)) {
            return socket.isBound();
        } catch (IOException e) {
            LOG.debug("Cannot listen on {} port {}", address, port, e);
            return false;
        }
    }

    /** Returns the loopback address with this last number, such as 1 for 127.0.0.1. */
    public static InetAddress loopback(int number) {
        try {
            return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) number});
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }
}
