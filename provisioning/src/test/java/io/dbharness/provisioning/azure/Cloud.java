package io.dbharness.provisioning.azure;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.core.management.AzureEnvironment;
import io.dbharness.model.Problems;
import io.dbharness.provisioning.Provisioned;
import io.dbharness.provisioning.Provisioning;
import io.dbharness.provisioning.Provisioning.AfterFailure;
import io.dbharness.provisioning.ProvisioningPlan;
import io.dbharness.provisioning.StateDirectory;
import io.dbharness.provisioning.StepListener;
import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.file.ProvisioningFile;
import io.dbharness.time.SystemClock;
import io.dbharness.yaml.YamlFile;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** A harness that provisions at an endpoint on the loopback, with a separate state directory. */
final class Cloud {

    private final Provisioning provisioning;

    /** Shared by all instances, because each client starts threads. */
    private static final HttpClient HTTP = AzureClient.http(Duration.ofMinutes(1));

    /** Operations of the fake end at once. */
    private static final Duration POLL = Duration.ofMillis(2);

    /** Shared by all instances: generating a key pair takes longer than the rest of a test. */
    private static final KeyPair KEYS = PrivateFile.drawKeys();

    /** An address without a listener. */
    private static final URI NO_PRICES = URI.create("http://127.0.0.1:9/prices");

    /** Shared by all instances: reading it takes longer than most tests. */
    private static final Catalogue CATALOGUE = Catalogue.load();

    Cloud(String endpoint, Path state) {
        this(state, client(endpoint), NO_PRICES);
    }

    /** @param policy sees each request before it is sent, below the retries */
    Cloud(String endpoint, Path state, HttpPipelinePolicy policy) {
        this(state, client(endpoint, policy), NO_PRICES);
    }

    /** @param retail address of the retail price list */
    Cloud(String endpoint, Path state, URI retail) {
        this(state, client(endpoint), retail);
    }

    Cloud(Path state, AzureClient client, URI retail) {
        this(state, client, retail, NO_PRICES);
    }

    /** @param own address of the service that returns the caller's address */
    Cloud(Path state, AzureClient client, URI retail, URI own) {
        this.provisioning = new Provisioning(
                new StateDirectory(state),
                List.of(new AzureProvider(
                        cloud -> client,
                        new SystemClock(),
                        new AzureSettings.Defaults(
                                FakeResourceManager.SUBSCRIPTION, "tester", AzureCloud.PUBLIC, retail, own),
                        () -> KEYS,
                        CATALOGUE)),
                new SystemClock(),
                new SplittableRandom(7));
    }

    static AzureClient client(String endpoint, HttpPipelinePolicy... policies) {
        return new AzureClient(pipeline(HTTP, policies), endpoint, new SystemClock(), POLL);
    }

    /** Creates a pipeline with short retry delays and without a login. */
    static HttpPipeline pipeline(HttpClient http, HttpPipelinePolicy... policies) {
        return AzureClient.pipeline(
                null, AzureEnvironment.AZURE, AzureClient.repeats(POLL, POLL.multipliedBy(4)), List.of(policies), http);
    }

    static ProvisioningFile file(String text) {
        Problems problems = new Problems();
        return ProvisioningFile.of(YamlFile.parse("plan.yaml", text, problems), problems);
    }

    ProvisioningPlan plan(String text) {
        return provisioning.plan(file(text));
    }

    /** Brings a file up step by step, so that requests have the order of the plan. */
    Provisioned up(String text) {
        return provisioning.up(file(text), StepListener.SILENT, AfterFailure.REMOVE, 1);
    }

    /** Brings a file up and keeps everything after a failure, like a process that dies. */
    Provisioned upAndKeep(String text) {
        return provisioning.up(file(text), StepListener.SILENT, AfterFailure.KEEP, Provisioning.PARALLEL);
    }

    boolean down(String name) {
        return provisioning.down(name, StepListener.SILENT);
    }

    Provisioning provisioning() {
        return provisioning;
    }
}
