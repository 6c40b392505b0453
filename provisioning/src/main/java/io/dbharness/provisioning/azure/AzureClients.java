package io.dbharness.provisioning.azure;

import com.azure.core.http.HttpPipeline;
import com.azure.core.management.AzureEnvironment;
import com.azure.resourcemanager.compute.fluent.ComputeManagementClient;
import com.azure.resourcemanager.compute.implementation.ComputeManagementClientBuilder;
import com.azure.resourcemanager.network.fluent.NetworkManagementClient;
import com.azure.resourcemanager.network.implementation.NetworkManagementClientBuilder;
import com.azure.resourcemanager.resources.fluent.ResourceManagementClient;
import com.azure.resourcemanager.resources.implementation.ResourceManagementClientBuilder;
import com.azure.resourcemanager.sql.fluent.SqlManagementClient;
import com.azure.resourcemanager.sql.implementation.SqlManagementClientBuilder;
import java.time.Duration;

/**
 * The clients of one subscription. The requests' bodies are written through the clients' own models: the fluent layer above them leaves
 * out half of what a disk can be told and sets a host cache nobody asked for. Their builders have no type in common. Each is built once: that
 * takes longer than a request. One thread.
 */
final class AzureClients {

    private final Wire wire;
    private final String subscription;
    private final Once<ResourceManagementClient> resources = new Once<>(this::buildResources);
    private final Once<ComputeManagementClient> compute = new Once<>(this::buildCompute);
    private final Once<NetworkManagementClient> network = new Once<>(this::buildNetwork);
    private final Once<SqlManagementClient> sql = new Once<>(this::buildSql);

    /**
     * How requests travel.
     *
     * @param pipeline    with retries and, outside tests, credentials
     * @param environment which cloud
     * @param poll        between two looks at an operation for which the service names no time
     */
    record Wire(HttpPipeline pipeline, AzureEnvironment environment, Duration poll) {}

    AzureClients(Wire wire, String subscription) {
        this.wire = wire;
        this.subscription = subscription;
    }

    ResourceManagementClient resources() {
        return resources.get();
    }

    private ResourceManagementClient buildResources() {
        return new ResourceManagementClientBuilder()
                .pipeline(wire.pipeline())
                .endpoint(wire.environment().getResourceManagerEndpoint())
                .environment(wire.environment())
                .defaultPollInterval(wire.poll())
                .subscriptionId(subscription)
                .buildClient();
    }

    ComputeManagementClient compute() {
        return compute.get();
    }

    private ComputeManagementClient buildCompute() {
        return new ComputeManagementClientBuilder()
                .pipeline(wire.pipeline())
                .endpoint(wire.environment().getResourceManagerEndpoint())
                .environment(wire.environment())
                .defaultPollInterval(wire.poll())
                .subscriptionId(subscription)
                .buildClient();
    }

    NetworkManagementClient network() {
        return network.get();
    }

    private NetworkManagementClient buildNetwork() {
        return new NetworkManagementClientBuilder()
                .pipeline(wire.pipeline())
                .endpoint(wire.environment().getResourceManagerEndpoint())
                .environment(wire.environment())
                .defaultPollInterval(wire.poll())
                .subscriptionId(subscription)
                .buildClient();
    }

    SqlManagementClient sql() {
        return sql.get();
    }

    private SqlManagementClient buildSql() {
        return new SqlManagementClientBuilder()
                .pipeline(wire.pipeline())
                .endpoint(wire.environment().getResourceManagerEndpoint())
                .environment(wire.environment())
                .defaultPollInterval(wire.poll())
                .subscriptionId(subscription)
                .buildClient();
    }
}
