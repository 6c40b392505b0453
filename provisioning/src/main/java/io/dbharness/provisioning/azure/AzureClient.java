package io.dbharness.provisioning.azure;

import com.azure.core.credential.TokenCredential;
import com.azure.core.exception.ClientAuthenticationException;
import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpPipelineBuilder;
import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.http.policy.ExponentialBackoffOptions;
import com.azure.core.http.policy.HttpLogOptions;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.core.http.policy.RetryOptions;
import com.azure.core.http.policy.RetryPolicy;
import com.azure.core.http.rest.Response;
import com.azure.core.http.rest.SimpleResponse;
import com.azure.core.management.AzureEnvironment;
import com.azure.core.management.exception.ManagementException;
import com.azure.core.management.polling.PollResult;
import com.azure.core.management.polling.SyncPollerFactory;
import com.azure.core.management.profile.AzureProfile;
import com.azure.core.management.serializer.SerializerFactory;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Configuration;
import com.azure.core.util.Context;
import com.azure.core.util.polling.LongRunningOperationStatus;
import com.azure.core.util.polling.PollResponse;
import com.azure.core.util.polling.SyncPoller;
import com.azure.core.util.serializer.SerializerAdapter;
import com.azure.identity.DefaultAzureCredentialBuilder;
import com.azure.resourcemanager.resources.fluentcore.utils.HttpPipelineProvider;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.spi.Exchange;
import io.dbharness.time.RunClock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A client of Azure's Resource Manager. Requests and responses are JSON documents as in the published API descriptions. Azure's library
 * handles login, retries and long-running operations; its classes for request bodies are not used. Throws {@link ManagementException} if
 * the service refuses a request, and the exceptions that {@link AzureFailure} explains if there is no response or the thread is
 * interrupted. Thread-safe.
 *
 * @param pipeline with retries and, outside tests, credentials
 * @param endpoint endpoint of the cloud, without a trailing slash
 * @param clock    clock for waiting until operations end
 * @param poll     interval between two polls of an operation if the service does not set one
 */
record AzureClient(HttpPipeline pipeline, String endpoint, RunClock clock, Duration poll) {

    private static final Duration POLL = Duration.ofSeconds(5);

    /** Number of retries of a transient failure: four minutes at the default intervals. */
    private static final int REPEATS = 7;

    private static final Duration MOST = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration CONNECT = Duration.ofSeconds(20);
    private static final int REFUSED = 300;
    private static final int HTTPS = 443;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final SerializerAdapter SERIALIZER = SerializerFactory.createDefaultManagementSerializerAdapter();

    /**
     * Creates a client of a real cloud that uses the default credential chain: environment, workload identity, managed identity, command
     * line.
     */
    static AzureClient login(AzureCloud cloud, RunClock clock) {
        AzureEnvironment environment = environment(cloud);
        TokenCredential credential = new DefaultAzureCredentialBuilder()
                .authorityHost(environment.getActiveDirectoryEndpoint())
                .build();
        HttpPipeline pipeline = pipeline(credential, environment, repeats(POLL, MOST), List.of(), http(PATIENCE));
        return new AzureClient(
                pipeline, environment.getResourceManagerEndpoint().replaceAll("/+$", ""), clock, POLL);
    }

    /**
     * Creates the pipeline of Azure's library. It buffers whole responses: the retry condition inspects the body of a refusal, and a stream
     * can be read only once.
     *
     * @param credential null for requests without a login
     * @param policies   additional policies, applied to each attempt
     */
    static HttpPipeline pipeline(
            @Nullable TokenCredential credential,
            AzureEnvironment environment,
            RetryPolicy repeats,
            List<HttpPipelinePolicy> policies,
            HttpClient http) {
        List<HttpPipelinePolicy> each = new ArrayList<>(policies);
        each.add(new WholeAnswers());
        return HttpPipelineProvider.buildHttpPipeline(
                credential,
                new AzureProfile(environment),
                null,
                new HttpLogOptions(),
                Configuration.getGlobalConfiguration(),
                repeats,
                each,
                http);
    }

    private static final class WholeAnswers implements HttpPipelinePolicy {

        @Override
        public Mono<HttpResponse> process(HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
            return next.process().map(HttpResponse::buffer);
        }

        @Override
        public HttpResponse processSync(HttpPipelineCallContext context, HttpPipelineNextSyncPolicy next) {
            return next.processSync().buffer();
        }
    }

    /** Returns a client that passes each exchange to a listener. */
    AzureClient reporting(Consumer<Exchange> listener) {
        List<HttpPipelinePolicy> policies = IntStream.range(0, pipeline.getPolicyCount())
                .mapToObj(pipeline::getPolicy)
                .toList();
        HttpPipeline reporting = new HttpPipelineBuilder()
                .policies(policies.toArray(HttpPipelinePolicy[]::new))
                .httpClient(new ReportingClient(pipeline.getHttpClient(), clock, listener))
                .build();
        return new AzureClient(reporting, endpoint, clock, poll);
    }

    static AzureEnvironment environment(AzureCloud cloud) {
        return switch (cloud) {
            case PUBLIC -> AzureEnvironment.AZURE;
            case CHINA -> AzureEnvironment.AZURE_CHINA;
            case USGOVERNMENT -> AzureEnvironment.AZURE_US_GOVERNMENT;
        };
    }

    /**
     * Creates an HTTP client of the JDK.
     *
     * @param patience timeout of one response
     */
    static HttpClient http(Duration patience) {
        return new JdkHttpClientBuilder()
                .connectionTimeout(CONNECT)
                .responseTimeout(patience)
                .build();
    }

    /**
     * Retries transient failures after the delay that the service requests, or else with exponential backoff.
     *
     * @param first delay before the first retry; it doubles with each retry
     * @param most  maximum delay before a retry
     */
    static RetryPolicy repeats(Duration first, Duration most) {
        return new RetryPolicy(new RetryOptions(new ExponentialBackoffOptions()
                        .setMaxRetries(REPEATS)
                        .setBaseDelay(first)
                        .setMaxDelay(most))
                .setShouldRetryCondition(AzureFailure::passes));
    }

    /** Gets the resource at a path, which may include a query. */
    JsonNode get(String path) {
        return json(send(new HttpRequest(HttpMethod.GET, place(path))).getValue());
    }

    /** Gets a resource that may not exist. */
    Optional<JsonNode> find(String path, String version) {
        try {
            return Optional.of(get(path + "?api-version=" + version));
        } catch (ManagementException e) {
            if (AzureFailure.isMissing(e)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Gets all pages of a list. */
    List<JsonNode> list(String path, String version, String filter) {
        List<JsonNode> all = new ArrayList<>();
        String page = place(path) + "?api-version=" + version
                + (filter.isEmpty() ? "" : "&$filter=" + RetailPrices.encoded(filter));
        while (!page.isEmpty()) {
            JsonNode answer =
                    json(send(new HttpRequest(HttpMethod.GET, own(page))).getValue());
            answer.path("value").forEach(all::add);
            page = answer.path("nextLink").asText("");
        }
        return all;
    }

    /** Puts a desired state, waits until it is reached and returns it. */
    JsonNode put(String path, String version, Object body) {
        try {
            HttpRequest request = new HttpRequest(HttpMethod.PUT, place(path) + "?api-version=" + version)
                    .setHeader(HttpHeaderName.CONTENT_TYPE, "application/json")
                    .setBody(JSON.writeValueAsBytes(body));
            return JSON.valueToTree(completed(request).getFinalResult());
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Posts an action and waits until it is done. */
    void post(String path, String version) {
        completed(new HttpRequest(HttpMethod.POST, place(path) + "?api-version=" + version));
    }

    /** Deletes a resource and waits until it is gone. Succeeds if it is gone already. */
    void delete(String path, String version) {
        try {
            completed(new HttpRequest(HttpMethod.DELETE, place(path) + "?api-version=" + version));
        } catch (ManagementException e) {
            if (!AzureFailure.isMissing(e)) {
                throw e;
            }
        }
    }

    /** Gets the text at an address outside Azure, without a login. */
    String stranger(URI place) {
        try (HttpResponse answer =
                pipeline.getHttpClient().sendSync(new HttpRequest(HttpMethod.GET, place.toString()), Context.NONE)) {
            return answer.getBodyAsBinaryData().toString();
        }
    }

    private String place(String path) {
        return endpoint + path.replace(" ", "%20");
    }

    private SyncPoller<PollResult<Object>, Object> completed(HttpRequest request) {
        SyncPoller<PollResult<Object>, Object> operation =
                SyncPollerFactory.create(SERIALIZER, pipeline, Object.class, Object.class, poll, () -> send(request));
        PollResponse<PollResult<Object>> now = operation.poll();
        while (!now.getStatus().isComplete()) {
            sleep(Optional.ofNullable(now.getRetryAfter()).orElse(poll));
            now = operation.poll();
        }
        if (!now.getStatus().equals(LongRunningOperationStatus.SUCCESSFULLY_COMPLETED)) {
            Optional<PollResult.Error> error =
                    Optional.ofNullable(now.getValue().getError());
            throw new ManagementException(
                    error.map(PollResult.Error::getMessage).orElse("the operation ended as " + now.getStatus()),
                    null,
                    error.flatMap(told -> AzureFailure.error(String.valueOf(told.getResponseBody())))
                            .orElse(null));
        }
        return operation;
    }

    private Response<BinaryData> send(HttpRequest request) {
        request.setHeader(HttpHeaderName.ACCEPT, "application/json");
        try (HttpResponse answer = pipeline.sendSync(request, Context.NONE)) {
            String body = AzureFailure.body(answer);
            if (answer.getStatusCode() >= REFUSED) {
                throw new ManagementException(
                        "Azure answered with status " + answer.getStatusCode() + " and gives no reason",
                        answer,
                        AzureFailure.error(body).orElse(null));
            }
            return new SimpleResponse<>(
                    request, answer.getStatusCode(), answer.getHeaders(), BinaryData.fromString(body));
        } catch (ClientAuthenticationException e) {
            // Without a network every login fails, and then the login is not the cause.
            stranger(URI.create(endpoint + "/metadata/endpoints?api-version=2022-09-01"));
            throw e;
        }
    }

    private String own(String page) {
        if (!isSame(endpoint, page)) {
            throw new HarnessException(endpoint + " refers to another place: " + page);
        }
        return page;
    }

    /**
     * Returns true if two addresses belong to the same service, with or without its default port: a token must be sent only to its own
     * cloud.
     */
    static boolean isSame(String one, String other) {
        URI first = URI.create(one);
        URI second = URI.create(other);
        return String.valueOf(first.getScheme()).equalsIgnoreCase(second.getScheme())
                && String.valueOf(first.getHost()).equalsIgnoreCase(second.getHost())
                && port(first) == port(second);
    }

    private static int port(URI address) {
        return address.getPort() < 0 ? HTTPS : address.getPort();
    }

    private void sleep(Duration length) {
        try {
            clock.sleepUntil(clock.now() + length.toNanos());
        } catch (InterruptedException e) {
            throw new UncheckedIOException((IOException) new InterruptedIOException().initCause(e));
        }
    }

    private static JsonNode json(BinaryData body) {
        try {
            return JSON.readTree(body.toString());
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
