package io.dbharness.doctor;

import io.dbharness.measure.LatencyHistogram;
import io.dbharness.time.RunClock;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures the minimum cost of a request: a byte to a thread of this process and back, over TCP on the loopback.
 *
 * @param roundTrip    times of a round trip, in nanoseconds
 * @param cpuNanosEach processor time of the sending side for one round trip, in nanoseconds; 0 if the JVM does not report it
 */
record Loopback(LatencyHistogram roundTrip, double cpuNanosEach) {

    private static final Logger LOG = LoggerFactory.getLogger(Loopback.class);
    private static final Duration WARM_UP = Duration.ofMillis(500);
    private static final Duration MEASURED = Duration.ofMillis(1_500);

    /** Measures round trips. An interrupt of the thread ends the measurement. */
    static Loopback measure(RunClock clock) throws IOException, InterruptedException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            Thread echo = new Thread(() -> echo(server), "dbharness-echo");
            echo.setDaemon(true);
            echo.start();
            try (SocketChannel channel = SocketChannel.open(server.getLocalAddress())) {
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                pingPong(clock, channel, WARM_UP);
                ThreadMXBean threads = ManagementFactory.getThreadMXBean();
                boolean told = threads.isCurrentThreadCpuTimeSupported();
                long before = told ? threads.getCurrentThreadCpuTime() : 0;
                LatencyHistogram trips = pingPong(clock, channel, MEASURED);
                long cpu = told ? threads.getCurrentThreadCpuTime() - before : 0;
                return new Loopback(trips, (double) cpu / Math.max(1, trips.count()));
            }
        } catch (ClosedByInterruptException e) {
            throw Interruptions.of(e);
        }
    }

    private static LatencyHistogram pingPong(RunClock clock, SocketChannel channel, Duration time) throws IOException {
        LatencyHistogram trips = new LatencyHistogram();
        ByteBuffer one = ByteBuffer.allocateDirect(1);
        long end = clock.now() + time.toNanos();
        for (long start = clock.now(); start < end; start = clock.now()) {
            one.clear();
            channel.write(one);
            one.clear();
            if (channel.read(one) < 0) {
                throw new IOException("the other end is gone");
            }
            trips.record(clock.now() - start);
        }
        return trips;
    }

    private static void echo(ServerSocketChannel server) {
        try (SocketChannel channel = server.accept()) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            ByteBuffer one = ByteBuffer.allocateDirect(1);
            while (channel.read(one) >= 0) {
                one.flip();
                channel.write(one);
                one.clear();
            }
        } catch (IOException e) {
            // The sending side detects the missing answer and reports it.
            LOG.debug("the echo ends: {}", e.toString());
        }
    }
}
