package io.dbharness.mysql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;

/**
 * Creates sockets that remain blocking. The driver limits a login with a read timeout, which makes a JDK socket permanently non-blocking
 * and costs each later answer two more system calls. Here, a timeout closes the socket unless it is cancelled before. The driver
 * instantiates this class by name.
 */
public final class BlockingSockets extends SocketFactory {

    /** For the driver. */
    public BlockingSockets() {}

    @Override
    public Socket createSocket() {
        return new BlockingSocket();
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException("the driver connects by itself");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
        return createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        return createSocket(host.getHostName(), port);
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
        return createSocket(address, port);
    }

    /** A socket that remains blocking. */
    private static final class BlockingSocket extends Socket {

        private CompletableFuture<Void> end = CompletableFuture.completedFuture(null);

        /** Closes the socket after a number of milliseconds; 0 cancels that. */
        @Override
        public synchronized void setSoTimeout(int millis) {
            end.cancel(false);
            if (millis > 0) {
                end = CompletableFuture.runAsync(
                        this::end, CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS));
            }
        }

        private void end() {
            try {
                close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
