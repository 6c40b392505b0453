package io.dbharness.cql.driver;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.ssl.ProgrammaticSslEngineFactory;
import com.datastax.oss.driver.api.core.tracker.RequestTracker;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.sut.TargetSpec;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Opens driver sessions, tuned so that the driver adds as little as possible to the measured times. Thread-safe.
 *
 * @param address   the cluster
 * @param options   how to connect
 * @param spec      has user and password
 * @param keyspaces the workload's keyspaces; the keyspace of the address if empty
 */
record Connector(CqlAddress address, CqlOptions options, TargetSpec spec, List<String> keyspaces) {

    /** Creates a connector for a workload in the keyspace of the address. */
    Connector(CqlAddress address, CqlOptions options, TargetSpec spec) {
        this(address, options, spec, List.of());
    }

    /** @param eventLoops threads of the driver, and connections to each node */
    CqlSession open(int eventLoops) {
        return open(eventLoops, Optional.empty());
    }

    /** @param tracker follows every request */
    CqlSession open(int eventLoops, Optional<RequestTracker> tracker) {
        CqlSessionBuilder builder = CqlSession.builder()
                .withConfigLoader(DriverConfigLoader.fromString(DriverSettings.of(
                        keyspaces.isEmpty() ? List.of(address.keyspace()) : keyspaces, options, eventLoops)));
        List<CqlAddress.Node> nodes = address.contacts();
        options.driver()
                .bundle()
                .ifPresentOrElse(
                        builder::withCloudSecureConnectBundle,
                        () -> builder.addContactPoints(
                                nodes.stream().map(CqlAddress.Node::socket).toList()));
        options.datacenter().ifPresent(builder::withLocalDatacenter);
        if (options.rack().isPresent() || options.whitelist()) {
            builder.withNodeDistanceEvaluator(this::distance);
        }
        tracker.ifPresent(builder::withRequestTracker);
        if (spec.user().isPresent() && spec.password().isPresent()) {
            builder.withAuthCredentials(spec.user().get(), spec.password().get().reveal());
        }
        if (options.encryption().on()) {
            Encryption tls = options.encryption();
            builder.withSslEngineFactory(new ProgrammaticSslEngineFactory(tls.context(), null, tls.verifyHost()));
        }
        if (!nodes.isEmpty() && nodes.stream().allMatch(node -> node.socket().isUnresolved())) {
            throw new TargetUnreachableException(
                    "cannot reach " + address + ": unknown host " + nodes.get(0).host(), null);
        }
        CqlSession session;
        try {
            session = builder.build();
        } catch (RuntimeException e) {
            throw ConnectionError.of(address, options.driver().bundle(), e);
        }
        try {
            requireDatacenter(session);
            requireRack(session);
            return session;
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    /** Ignores nodes that must get no requests; returns null for the policy's own distance of any other. */
    private @Nullable NodeDistance distance(Node node, @Nullable String localDatacenter) {
        boolean other =
                options.rack().filter(rack -> !rack.equals(node.getRack())).isPresent()
                        || (options.whitelist()
                                && address.contacts().stream()
                                        .noneMatch(contact -> contact.socket()
                                                .equals(node.getEndPoint().resolve())));
        return other ? NodeDistance.IGNORED : null;
    }

    private void requireRack(CqlSession session) {
        TreeSet<String> found = session.getMetadata().getNodes().values().stream()
                .map(node -> String.valueOf(node.getRack()))
                .collect(Collectors.toCollection(TreeSet::new));
        options.rack().filter(wanted -> !found.contains(wanted)).ifPresent(wanted -> {
            throw new TargetUnreachableException(
                    "cannot use " + address + ": it has no rack '" + wanted + "', only " + String.join(", ", found),
                    null);
        });
    }

    /** A session without a node of the requested data centre would fail at every request. */
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
}
