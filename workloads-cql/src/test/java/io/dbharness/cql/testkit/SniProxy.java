package io.dbharness.cql.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/**
 * The proxy of a cluster with a secure connect bundle, on a free port of this machine. It terminates TLS, requires a client certificate,
 * and relays the bytes to one node. Thread-safe.
 */
public final class SniProxy implements AutoCloseable {

    private static final int BACKLOG = 100;

    private final int nodePort;
    private final SSLServerSocket listening;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Set<String> serverNames = ConcurrentHashMap.newKeySet();

    /** Starts a proxy to a port of this machine. */
    public SniProxy(SSLContext context, int nodePort) {
        this.nodePort = nodePort;
        try {
            listening = (SSLServerSocket)
                    context.getServerSocketFactory().createServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        listening.setNeedClientAuth(true);
        threads.execute(this::accept);
    }

    /** Returns the port for clients. */
    public int port() {
        return listening.getLocalPort();
    }

    /** Returns the server names that clients with a valid certificate have requested. */
    public Set<String> serverNames() {
        return Set.copyOf(serverNames);
    }

    private void accept() {
        try {
            while (!listening.isClosed()) {
                SSLSocket client = (SSLSocket) listening.accept();
                sockets.add(client);
                threads.execute(() -> serve(client));
            }
        } catch (IOException | RejectedExecutionException e) {
            // Closed.
        }
    }

    private void serve(SSLSocket client) {
        try (client;
                Socket node = new Socket(InetAddress.getLoopbackAddress(), nodePort)) {
            sockets.add(node);
            client.startHandshake();
            for (SNIServerName name : ((ExtendedSSLSession) client.getSession()).getRequestedServerNames()) {
                serverNames.add(new String(name.getEncoded(), StandardCharsets.US_ASCII));
            }
            threads.execute(() -> relay(node, client));
            client.getInputStream().transferTo(node.getOutputStream());
        } catch (IOException | RejectedExecutionException e) {
            // The client has no valid certificate, or one side has closed, so close the other, or everything is closed.
        }
    }

    private static void relay(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // One side has closed, so close the other.
        }
    }

    /** Ends all connections and every thread. */
    @Override
    public void close() {
        try {
            listening.close();
            threads.shutdown();
            do {
                for (Socket socket : sockets) {
                    socket.close();
                }
            } while (!threads.awaitTermination(100, TimeUnit.MILLISECONDS));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
