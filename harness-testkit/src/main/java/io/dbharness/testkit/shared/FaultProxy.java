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

/** A network between a client and a server that a test breaks: a relay of bytes on a free port of this machine. Thread-safe. */
public final class FaultProxy implements AutoCloseable {

    private static final int BUFFER_BYTES = 64 * 1024;

    private final int serverPort;
    private final ServerSocket listening;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition flowsAgain = lock.newCondition();
    private final AtomicLong carried = new AtomicLong();
    private boolean flows = true;

    /** A network to a port of this machine in which everything arrives. */
    public FaultProxy(int serverPort) {
        this.serverPort = serverPort;
        try {
            this.listening = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    /** Where clients connect. */
    public int port() {
        return listening.getLocalPort();
    }

    /** Bytes that have arrived on either side so far. */
    public long carried() {
        return carried.get();
    }

    /** From now on everything sent is swallowed, also what new connections send; nobody is told. */
    public void swallow() {
        flows(false);
    }

    /** Everything arrives again, what was held up too. */
    public void heal() {
        flows(true);
    }

    /** Ends all connections now; new ones are served. */
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

    /** Nobody can connect any more. */
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
                // Closed, or the client has gone before it was accepted.
            }
        }
    }

    /** Only what gets through reaches the server, so a client that connects to a broken network is accepted and hears nothing. */
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
            // One side has gone, so the other goes too.
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
            // It is gone already.
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "fault-proxy");
        thread.setDaemon(true);
        thread.start();
    }
}
