package io.dbharness.mysql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;

/**
 * Sockets that stay blocking. The driver limits a login by a limit for reads; one such read makes a socket of the JDK non-blocking for good, which costs
 * each later answer two more calls of the system. Here a limit closes the socket when it is over, unless it is taken back before. The driver makes
 * one by its name.
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

    /** One of them. */
    private static final class BlockingSocket extends Socket {

        private CompletableFuture<Void> end = CompletableFuture.completedFuture(null);

        /** Closes it after so many milliseconds; 0 takes that back. */
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
