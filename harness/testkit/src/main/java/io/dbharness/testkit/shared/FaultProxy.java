package io.dbharness.testkit.shared;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Simulates a broken network between a client and a server: a relay of bytes on a free port of this machine. Thread-safe. */
public final class FaultProxy implements AutoCloseable {

    private static final int BUFFER_BYTES = 64 * 1024;

    private final int serverPort;
    private final ServerSocket listening;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition flowsAgain = lock.newCondition();
    private final AtomicLong carried = new AtomicLong();
    private boolean flows = true;

    /** Starts a relay to a port of this machine that delivers everything. */
    public FaultProxy(int serverPort) {
        this.serverPort = serverPort;
        try {
            this.listening = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    /** Returns the port for clients. */
    public int port() {
        return listening.getLocalPort();
    }

    /** Returns the bytes delivered to either side so far. */
    public long carried() {
        return carried.get();
    }

    /** Holds back all bytes from now on, including those of new connections; neither side gets an error. */
    public void swallow() {
        flows(false);
    }

    /** Delivers everything again, including the bytes held back. */
    public void heal() {
        flows(true);
    }

    /** Closes all connections now; new ones are served. */
    public void cut() {
        sockets.forEach(FaultProxy::close);
        sockets.clear();
    }

    private void flows(boolean now) {
        lock.lock();
        try {
            flows = now;
            flowsAgain.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Refuses new connections from now on. */
    public void refuse() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        refuse();
        heal();
        cut();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                sockets.add(client);
                start(() -> connect(client));
            } catch (IOException e) {
                // Closed, or the client has disconnected before it was accepted.
            }
        }
    }

    /** Relays a connection. Only delivered bytes reach the server, so a client of a broken network is accepted and gets no answer. */
    private void connect(Socket client) {
        try {
            awaitFlow();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
            sockets.add(server);
            start(() -> relay(server, client));
            relay(client, server);
        } catch (IOException | InterruptedException e) {
            close(client);
        }
    }

    private void relay(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                awaitFlow();
                out.write(buffer, 0, read);
                carried.addAndGet(read);
            }
        } catch (IOException | InterruptedException e) {
            // One side has closed, so close the other.
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private void awaitFlow() throws InterruptedException {
        lock.lock();
        try {
            while (!flows) {
                flowsAgain.await();
            }
        } finally {
            lock.unlock();
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // Closed already.
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "fault-proxy");
        thread.setDaemon(true);
        thread.start();
    }
}
