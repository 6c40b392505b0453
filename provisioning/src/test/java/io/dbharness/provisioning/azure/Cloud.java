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
import io.dbharness.provisioning.file.ProvisioningFile;
import io.dbharness.time.SystemClock;
import io.dbharness.yaml.YamlFile;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** A harness that provisions at an endpoint on the loopback, with a state directory of its own. */
final class Cloud {

    private final Provisioning provisioning;

    /** One for all: each has threads of its own. */
    private static final HttpClient HTTP = AzureClient.http(Duration.ofSeconds(10));

    /** Nothing here takes long. */
    private static final Duration POLL = Duration.ofMillis(2);

    /** One pair for all: making one takes longer than all that a test does with it. */
    private static final KeyPair KEYS = PrivateFile.drawKeys();

    /** Nobody listens there. */
    private static final URI NO_PRICES = URI.create("http://127.0.0.1:9/prices");

    Cloud(String endpoint, Path state) {
        this(state, client(endpoint), NO_PRICES);
    }

    /** @param policy sees each request before it leaves, after repeats are decided */
    Cloud(String endpoint, Path state, HttpPipelinePolicy policy) {
        this(state, client(endpoint, policy), NO_PRICES);
    }

    /** @param retail where retail prices are asked for */
    Cloud(String endpoint, Path state, URI retail) {
        this(state, client(endpoint), retail);
    }

    Cloud(Path state, AzureClient client, URI retail) {
        this(state, client, retail, NO_PRICES);
    }

    /** @param own where this machine's own address is asked for */
    Cloud(Path state, AzureClient client, URI retail, URI own) {
        this.provisioning = new Provisioning(
                new StateDirectory(state),
                List.of(new AzureProvider(
                        cloud -> client,
                        new SystemClock(),
                        new AzureSettings.Defaults(
                                FakeResourceManager.SUBSCRIPTION, "tester", AzureCloud.PUBLIC, retail, own),
                        () -> KEYS)),
                new SystemClock(),
                new SplittableRandom(7));
    }

    static AzureClient client(String endpoint, HttpPipelinePolicy... policies) {
        return new AzureClient(pipeline(HTTP, policies), endpoint, new SystemClock(), POLL);
    }

    /** With short repeats and no login. */
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

    /** One thing after the other, so that requests come in the plan's order. */
    Provisioned up(String text) {
        return provisioning.up(file(text), StepListener.SILENT, AfterFailure.REMOVE, 1);
    }

    /** As a process that dies leaves it: nothing is taken away when it fails. */
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
