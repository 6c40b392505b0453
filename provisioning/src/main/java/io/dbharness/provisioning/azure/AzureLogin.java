package io.dbharness.provisioning.azure;

import com.azure.core.credential.TokenCredential;
import com.azure.core.management.AzureEnvironment;
import com.azure.core.management.profile.AzureProfile;
import com.azure.identity.DefaultAzureCredentialBuilder;
import com.azure.resourcemanager.resources.fluentcore.utils.HttpPipelineProvider;
import java.time.Duration;

/** Azure itself, with whatever its default credential chain finds: environment, workload identity, managed identity, command line. */
final class AzureLogin {

    private static final Duration POLL = Duration.ofSeconds(5);

    private AzureLogin() {}

    static AzureClients connect(String subscription) {
        return new AzureClients(wire(), subscription);
    }

    static AzureClients.Wire wire() {
        AzureEnvironment environment = AzureEnvironment.AZURE;
        TokenCredential credential = new DefaultAzureCredentialBuilder()
                .authorityHost(environment.getActiveDirectoryEndpoint())
                .build();
        return new AzureClients.Wire(
                HttpPipelineProvider.buildHttpPipeline(credential, new AzureProfile(environment)), environment, POLL);
    }
}
