package io.dbharness.doctor;

import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.HarnessException;
import io.dbharness.request.Catalog;
import io.dbharness.sut.Session;
import io.dbharness.sut.SessionSource;
import io.dbharness.sut.Target;
import io.dbharness.sut.TargetInfo;
import io.dbharness.sut.TargetSpec;
import io.dbharness.time.RunClock;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures the connect and round-trip times of a target.
 *
 * @param info      product and version
 * @param connect   times until a connection is usable: TCP, TLS if used, login, settings of the session; in nanoseconds
 * @param tcp       times of the TCP part only, in nanoseconds; empty if the address has no port or TCP fails
 * @param roundTrip times of the lightest request and its answer, in nanoseconds; empty if this kind of target has none
 * @param tls       parameter of the address that requests TLS; empty if there is none
 */
record TargetTrips(
        TargetInfo info,
        LatencyHistogram connect,
        LatencyHistogram tcp,
        LatencyHistogram roundTrip,
        Optional<String> tls) {

    private static final Logger LOG = LoggerFactory.getLogger(TargetTrips.class);

    private static final int CONNECTS = 5;
    private static final Duration WARM_UP = Duration.ofMillis(500);
    private static final Duration MEASURED = Duration.ofMillis(1_500);

    /** The first host and port of an address. */
    private static final Pattern SERVER = Pattern.compile("//(\\[[^]]+]|[^:/;?,\\[]+):(\\d{1,5})");

    /** Parameters that request TLS from drivers. */
    private static final Pattern TLS =
            Pattern.compile("(?<=[?&;])(?:sslmode|ssl|encrypt|tls)=[^&;]+", Pattern.CASE_INSENSITIVE);

    private static final Pattern NO_TLS =
            Pattern.compile(".*=(?:disable|allow|prefer|false|no|off|optional)", Pattern.CASE_INSENSITIVE);

    /**
     * Measures an existing server.
     *
     * @throws io.dbharness.model.TargetUnreachableException if the server is unreachable
     */
    static TargetTrips measure(RunClock clock, Catalog catalog, TargetSpec spec) throws InterruptedException {
        LatencyHistogram connect = new LatencyHistogram();
        for (int i = 0; i < CONNECTS; i++) {
            try (Target<?> target = catalog.open(spec)) {
                connect.record(connect(clock, target));
            }
        }
        try (Target<?> target = catalog.open(spec)) {
            return new TargetTrips(
                    target.info(), connect, tcp(clock, spec.url()), roundTrips(clock, target), tls(spec.url()));
        }
    }

    private static <S extends Session> long connect(RunClock clock, Target<S> target) {
        try (SessionSource<S> sessions = target.dedicatedSessions()) {
            long start = clock.now();
            S session = sessions.acquire();
            long nanos = clock.now() - start;
            sessions.release(session);
            return nanos;
        }
    }

    private static <S extends Session> LatencyHistogram roundTrips(RunClock clock, Target<S> target)
            throws InterruptedException {
        try (SessionSource<S> sessions = target.dedicatedSessions()) {
            S session = sessions.acquire();
            roundTrips(clock, target, session, WARM_UP);
            LatencyHistogram trips = roundTrips(clock, target, session, MEASURED);
            sessions.release(session);
            return trips;
        }
    }

    // The driver may throw any exception, which means that the request has failed.
    @SuppressWarnings("IllegalCatch")
    private static <S extends Session> LatencyHistogram roundTrips(
            RunClock clock, Target<S> target, S session, Duration time) throws InterruptedException {
        LatencyHistogram trips = new LatencyHistogram();
        long end = clock.now() + time.toNanos();
        try {
            for (long start = clock.now(); start < end; start = clock.now()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("interrupted");
                }
                if (!target.roundTrip(session)) {
                    return trips;
                }
                trips.record(clock.now() - start);
            }
            return trips;
        } catch (InterruptedException | HarnessException e) {
            throw e;
        } catch (Exception e) {
            throw new HarnessException("the target failed the lightest request: " + e.getMessage(), e);
        }
    }

    private static LatencyHistogram tcp(RunClock clock, String url) throws InterruptedException {
        LatencyHistogram connects = new LatencyHistogram();
        Optional<InetSocketAddress> server = server(url);
        for (int i = 0; server.isPresent() && i < CONNECTS; i++) {
            long start = clock.now();
            try (SocketChannel channel = SocketChannel.open(server.get())) {
                connects.record(clock.now() - start);
                LOG.debug("connected to {}", channel);
            } catch (ClosedByInterruptException e) {
                throw Interruptions.of(e);
            } catch (IOException e) {
                // The driver could connect, so there is another route.
                LOG.debug("no connection to {}: {}", server, e.toString());
                return connects;
            }
        }
        return connects;
    }

    /** Returns the first host with a port in an address. */
    static Optional<InetSocketAddress> server(String url) {
        Matcher server = SERVER.matcher(url);
        if (!server.find() || Integer.parseInt(server.group(2)) > 65_535) {
            return Optional.empty();
        }
        InetSocketAddress address =
                new InetSocketAddress(server.group(1).replaceAll("[\\[\\]]", ""), Integer.parseInt(server.group(2)));
        return Optional.of(address).filter(found -> !found.isUnresolved());
    }

    /** Returns the parameter of an address that requests TLS. */
    static Optional<String> tls(String url) {
        return TLS.matcher(url)
                .results()
                .map(found -> found.group())
                .filter(word -> !NO_TLS.matcher(word).matches())
                .findFirst();
    }
}
