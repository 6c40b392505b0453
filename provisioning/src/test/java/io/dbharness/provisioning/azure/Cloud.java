package io.dbharness.provisioning.azure;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpPipelineBuilder;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.http.policy.FixedDelayOptions;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.core.http.policy.RetryOptions;
import com.azure.core.http.policy.RetryPolicy;
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
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A harness that provisions at an endpoint on the loopback, with a state directory of its own. */
final class Cloud {

    private final Provisioning provisioning;

    /** One for all: each has threads of its own. */
    private static final HttpClient CLIENT = new JdkHttpClientBuilder().build();

    /** One pair for all: making one takes longer than all that a test does with it. */
    private static final KeyPair KEYS = PrivateFile.drawKeys();

    /** Nobody listens there. */
    private static final URI NO_PRICES = URI.create("http://127.0.0.1:9/prices");

    /** @param policies see each request before it leaves, after retries are decided */
    Cloud(String endpoint, Path state, HttpPipelinePolicy... policies) {
        this(endpoint, state, NO_PRICES, policies);
    }

    /** @param retail where retail prices are asked for */
    Cloud(String endpoint, Path state, URI retail, HttpPipelinePolicy... policies) {
        this.provisioning = new Provisioning(
                new StateDirectory(state),
                List.of(new AzureProvider(
                        () -> client(endpoint, policies),
                        new SystemClock(),
                        new AzureSettings.Defaults(FakeResourceManager.SUBSCRIPTION, "tester", retail),
                        () -> KEYS)),
                new SystemClock(),
                new SplittableRandom(7));
    }

    static AzureClient client(String endpoint, HttpPipelinePolicy... policies) {
        List<HttpPipelinePolicy> all = new ArrayList<>();
        all.add(new RetryPolicy(new RetryOptions(new FixedDelayOptions(2, Duration.ofMillis(1)))));
        all.addAll(List.of(policies));
        return new AzureClient(
                new HttpPipelineBuilder()
                        .httpClient(CLIENT)
                        .policies(all.toArray(HttpPipelinePolicy[]::new))
                        .build(),
                endpoint,
                Duration.ofMillis(2));
    }

    static ProvisioningFile file(String text) {
        Problems problems = new Problems();
        return ProvisioningFile.of(YamlFile.parse("plan.yaml", text, problems), problems);
    }

    ProvisioningPlan plan(String text) {
        return provisioning.plan(file(text));
    }

    Provisioned up(String text) {
        return provisioning.up(file(text), StepListener.SILENT);
    }

    /** As a process that dies leaves it: nothing is taken away when it fails. */
    Provisioned upAndKeep(String text) {
        return provisioning.up(file(text), StepListener.SILENT, AfterFailure.KEEP);
    }

    boolean down(String name) {
        return provisioning.down(name, StepListener.SILENT);
    }

    Provisioning provisioning() {
        return provisioning;
    }
}
