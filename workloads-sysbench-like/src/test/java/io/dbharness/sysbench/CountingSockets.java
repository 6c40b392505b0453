package io.dbharness.sysbench;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.SocketFactory;

/**
 * Sockets, given to the driver by its option {@code socketFactory}, that count what it sends and can lose an answer: each message to the
 * server is one write, as long as it fits into the driver's buffer.
 */
public final class CountingSockets extends SocketFactory {

    private static final AtomicInteger WRITES = new AtomicInteger();
    /** When a message has this text in it, the connection breaks after it was sent. */
    private static final AtomicReference<String> FATAL = new AtomicReference<>("");

    /** For the driver. */
    public CountingSockets() {}

    static int writes() {
        return WRITES.get();
    }

    static void breakAfter(String text) {
        FATAL.set(text);
    }

    @Override
    public Socket createSocket() {
        return new Counting();
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
        throw new UnsupportedOperationException();
    }

    private static final class Counting extends Socket {

        @Override
        public OutputStream getOutputStream() throws IOException {
            return new FilterOutputStream(super.getOutputStream()) {
                @Override
                public void write(byte[] bytes, int from, int length) throws IOException {
                    out.write(bytes, from, length);
                    WRITES.incrementAndGet();
                    String fatal = FATAL.get();
                    if (!fatal.isEmpty()
                            && new String(bytes, from, length, StandardCharsets.ISO_8859_1).contains(fatal)) {
                        FATAL.set("");
                        out.flush();
                        shutdownInput();
                    }
                }
            };
        }
    }
}
