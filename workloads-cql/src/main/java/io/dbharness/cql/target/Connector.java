package io.dbharness.cql.target;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.target.Secret;
import io.dbharness.target.TargetSpec;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Opens sessions of the driver, tuned so that it adds as little as it can to what is measured. Thread-safe. */
final class Connector {

    /** A busy machine answers a new connection late; the driver's half second is for idle ones. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private static final int QUIET_MILLIS = 50;

    /** The stream ids of one connection; the window of the executor is the bound that counts. */
    private static final int MOST_IN_FLIGHT = 32_768;

    private final CqlAddress address;
    private final CqlOptions options;
    private final TargetSpec spec;

    Connector(CqlAddress address, CqlOptions options, TargetSpec spec) {
        this.address = address;
        this.options = options;
        this.spec = spec;
    }

    /** For the measured requests and the load. */
    CqlSession open() {
        return open(options.eventLoops());
    }

    /** A small one, for asking nodes about themselves. */
    CqlSession openAside() {
        return open(1);
    }

    private CqlSession open(int eventLoops) {
        CqlSessionBuilder builder = CqlSession.builder()
                .addContactPoints(
                        address.contacts().stream().map(CqlAddress.Node::socket).toList())
                .withConfigLoader(settings(eventLoops));
        options.datacenter().ifPresent(builder::withLocalDatacenter);
        if (spec.user().isPresent() && spec.password().isPresent()) {
            builder.withAuthCredentials(spec.user().get(), spec.password().get().reveal());
        }
        requireResolved();
        CqlSession session;
        try {
            session = builder.build();
        } catch (RuntimeException e) {
            throw unreachable(e);
        }
        try {
            requireDatacenter(session);
            return session;
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    private DriverConfigLoader settings(int eventLoops) {
        ProgrammaticDriverConfigLoaderBuilder settings = DriverConfigLoader.programmaticBuilder()
                .withString(
                        DefaultDriverOption.REQUEST_CONSISTENCY,
                        options.consistency().name())
                .withString(
                        DefaultDriverOption.REQUEST_SERIAL_CONSISTENCY,
                        options.serialConsistency().name())
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, options.timeout())
                .withClass(DefaultDriverOption.RETRY_POLICY_CLASS, NeverRetry.class)
                .withString(DefaultDriverOption.TIMESTAMP_GENERATOR_CLASS, "ServerSideTimestampGenerator")
                .withString(DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS, policy())
                // Otherwise every reply goes through a map entry of its node that is locked.
                .withBoolean(DefaultDriverOption.LOAD_BALANCING_POLICY_SLOW_AVOIDANCE, false)
                .withInt(DefaultDriverOption.NETTY_IO_SIZE, eventLoops)
                .withInt(DefaultDriverOption.NETTY_ADMIN_SIZE, 1)
                .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0)
                // Without any, a session that is closed at times complains that its own threads were gone first.
                .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, QUIET_MILLIS)
                .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_TIMEOUT, (int) PATIENCE.toMillis())
                .withString(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_UNIT, "MILLISECONDS")
                .withInt(DefaultDriverOption.CONNECTION_POOL_LOCAL_SIZE, eventLoops)
                .withInt(DefaultDriverOption.CONNECTION_MAX_REQUESTS, MOST_IN_FLIGHT)
                .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, PATIENCE)
                .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, PATIENCE)
                .withDuration(DefaultDriverOption.HEARTBEAT_TIMEOUT, PATIENCE)
                .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, PATIENCE)
                .withStringList(DefaultDriverOption.METADATA_SCHEMA_REFRESHED_KEYSPACES, List.of(address.keyspace()))
                .withDuration(DefaultDriverOption.RECONNECTION_BASE_DELAY, Duration.ofMillis(200))
                .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, Duration.ofSeconds(2));
        encrypt(settings);
        return settings.build();
    }

    /** The driver's own, by the names it knows them by. */
    private String policy() {
        return options.datacenter().isPresent() ? "DefaultLoadBalancingPolicy" : "DcInferringLoadBalancingPolicy";
    }

    private void encrypt(ProgrammaticDriverConfigLoaderBuilder settings) {
        if (!options.encryption().on()) {
            return;
        }
        settings.withString(DefaultDriverOption.SSL_ENGINE_FACTORY_CLASS, "DefaultSslEngineFactory");
        options.encryption()
                .trustStore()
                .ifPresent(path -> settings.withString(DefaultDriverOption.SSL_TRUSTSTORE_PATH, path.toString()));
        options.encryption()
                .trustStorePassword()
                .map(Secret::reveal)
                .ifPresent(text -> settings.withString(DefaultDriverOption.SSL_TRUSTSTORE_PASSWORD, text));
    }

    private void requireResolved() {
        Optional<CqlAddress.Node> unknown = address.contacts().stream()
                .filter(node -> node.socket().isUnresolved())
                .findFirst();
        if (unknown.isPresent()
                && address.contacts().stream().map(CqlAddress.Node::socket).allMatch(InetSocketAddress::isUnresolved)) {
            throw new TargetUnreachableException(
                    "cannot reach " + address + ": nobody knows the host "
                            + unknown.get().host(),
                    null);
        }
    }

    /** A session without a node of its own data centre would fail at every request. */
    private void requireDatacenter(CqlSession session) {
        TreeSet<String> found = session.getMetadata().getNodes().values().stream()
                .map(node -> String.valueOf(node.getDatacenter()))
                .collect(Collectors.toCollection(TreeSet::new));
        if (options.datacenter().isPresent()
                && !found.contains(options.datacenter().get())) {
            throw new TargetUnreachableException(
                    "cannot use " + address + ": it has no datacenter '"
                            + options.datacenter().get() + "', only " + String.join(", ", found),
                    null);
        }
    }

    private TargetUnreachableException unreachable(RuntimeException failure) {
        Throwable reason = failure;
        if (failure instanceof AllNodesFailedException all) {
            reason = all.getAllErrors().values().stream()
                    .flatMap(List::stream)
                    .findFirst()
                    .orElse(failure);
        }
        if (reason instanceof AuthenticationException) {
            return new TargetUnreachableException(
                    "cannot enter " + address
                            + ": user or password is wrong or missing; give --user NAME --password env:NAME",
                    failure);
        }
        return new TargetUnreachableException("cannot reach " + address + ": " + reason(reason), failure);
    }

    /** The refusal of the operating system, wherever the driver keeps it, or what it says itself; one line. */
    private static String reason(Throwable failure) {
        String message = refusal(failure).orElse(failure).getMessage();
        return message == null
                ? failure.getClass().getSimpleName()
                : message.lines().findFirst().orElse(message);
    }

    private static Optional<Throwable> refusal(Throwable failure) {
        if (failure instanceof ConnectException) {
            return Optional.of(failure);
        }
        return Stream.concat(Stream.ofNullable(failure.getCause()), Arrays.stream(failure.getSuppressed()))
                .flatMap(link -> refusal(link).stream())
                .findFirst();
    }
}
