package io.dbharness.cql.driver;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import io.dbharness.model.Resources;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.sut.TargetSpec;
import java.net.ConnectException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Opens sessions of the driver, tuned so that it adds as little as it can to what is measured. Thread-safe.
 *
 * @param address of the cluster
 * @param options how it is talked to
 * @param spec    has user and password
 */
record Connector(CqlAddress address, CqlOptions options, TargetSpec spec) {

    /** What is the same for every session. */
    private static final Properties FIXED = Resources.properties(Connector.class, "/cql/driver.properties");

    /** @param eventLoops threads of the driver, and connections to each node */
    CqlSession open(int eventLoops) {
        CqlSessionBuilder builder = CqlSession.builder()
                .addContactPoints(
                        address.contacts().stream().map(CqlAddress.Node::socket).toList())
                .withConfigLoader(settings(eventLoops));
        options.datacenter().ifPresent(builder::withLocalDatacenter);
        if (spec.user().isPresent() && spec.password().isPresent()) {
            builder.withAuthCredentials(spec.user().get(), spec.password().get().reveal());
        }
        List<CqlAddress.Node> nodes = address.contacts();
        if (nodes.stream().allMatch(node -> node.socket().isUnresolved())) {
            throw new TargetUnreachableException(
                    "cannot reach " + address + ": unknown host " + nodes.get(0).host(), null);
        }
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
                .withString(DefaultDriverOption.REQUEST_CONSISTENCY, String.valueOf(options.consistency()))
                .withString(DefaultDriverOption.REQUEST_SERIAL_CONSISTENCY, String.valueOf(options.serialConsistency()))
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, options.timeout())
                // The driver's own, by the names it knows them by.
                .withString(
                        DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS,
                        options.datacenter().isPresent()
                                ? "DefaultLoadBalancingPolicy"
                                : "DcInferringLoadBalancingPolicy")
                .withInt(DefaultDriverOption.NETTY_IO_SIZE, eventLoops)
                .withInt(DefaultDriverOption.CONNECTION_POOL_LOCAL_SIZE, eventLoops)
                .withStringList(DefaultDriverOption.METADATA_SCHEMA_REFRESHED_KEYSPACES, List.of(address.keyspace()));
        FIXED.forEach((path, value) -> settings.withString(path::toString, value.toString()));
        CqlOptions.Encryption tls = options.encryption();
        if (tls.on()) {
            settings.withString(DefaultDriverOption.SSL_ENGINE_FACTORY_CLASS, "DefaultSslEngineFactory");
            tls.trustStore()
                    .ifPresent(path -> settings.withString(DefaultDriverOption.SSL_TRUSTSTORE_PATH, path.toString()));
            tls.trustStorePassword()
                    .ifPresent(text -> settings.withString(DefaultDriverOption.SSL_TRUSTSTORE_PASSWORD, text.reveal()));
        }
        return settings.build();
    }

    /** A session without a node of its own data centre would fail at every request. */
    private void requireDatacenter(CqlSession session) {
        TreeSet<String> found = session.getMetadata().getNodes().values().stream()
                .map(node -> String.valueOf(node.getDatacenter()))
                .collect(Collectors.toCollection(TreeSet::new));
        options.datacenter().filter(wanted -> !found.contains(wanted)).ifPresent(wanted -> {
            throw new TargetUnreachableException(
                    "cannot use " + address + ": it has no datacenter '" + wanted + "', only "
                            + String.join(", ", found),
                    null);
        });
    }

    private TargetUnreachableException unreachable(RuntimeException failure) {
        Throwable reason = failure instanceof AllNodesFailedException all
                ? all.getAllErrors().values().stream()
                        .flatMap(List::stream)
                        .findFirst()
                        .orElse(failure)
                : failure;
        if (reason instanceof AuthenticationException) {
            return new TargetUnreachableException(
                    "cannot log in to " + address
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
