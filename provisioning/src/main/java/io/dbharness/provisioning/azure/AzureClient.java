package io.dbharness.provisioning.azure;

import com.azure.core.credential.TokenCredential;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.rest.Response;
import com.azure.core.http.rest.SimpleResponse;
import com.azure.core.management.AzureEnvironment;
import com.azure.core.management.exception.ManagementError;
import com.azure.core.management.exception.ManagementException;
import com.azure.core.management.polling.PollResult;
import com.azure.core.management.polling.SyncPollerFactory;
import com.azure.core.management.profile.AzureProfile;
import com.azure.core.management.serializer.SerializerFactory;
import com.azure.core.util.BinaryData;
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
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Azure's Resource Manager, spoken to in its own JSON: the bodies are those of its published descriptions. Azure's classes for them are
 * left out: one layer of them cannot say half of what a disk can be told, and the other is a thousand classes for these few requests.
 *
 * @param pipeline with retries and, outside tests, credentials
 * @param endpoint of the cloud, without a slash at its end
 * @param poll     between two looks at an operation for which the service names no time
 */
record AzureClient(HttpPipeline pipeline, String endpoint, Duration poll) {

    private static final Duration POLL = Duration.ofSeconds(5);
    private static final int REFUSED = 300;
    private static final int MISSING = 404;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final SerializerAdapter SERIALIZER = SerializerFactory.createDefaultManagementSerializerAdapter();

    /** Azure itself, with whatever its default credential chain finds: environment, workload identity, managed identity, command line. */
    static AzureClient login() {
        AzureEnvironment environment = AzureEnvironment.AZURE;
        TokenCredential credential = new DefaultAzureCredentialBuilder()
                .authorityHost(environment.getActiveDirectoryEndpoint())
                .build();
        return new AzureClient(
                HttpPipelineProvider.buildHttpPipeline(credential, new AzureProfile(environment)),
                environment.getResourceManagerEndpoint().replaceAll("/+$", ""),
                POLL);
    }

    /** What is at a path, with its query. */
    JsonNode get(String path) {
        return json(send(new HttpRequest(HttpMethod.GET, endpoint + path)).getValue());
    }

    /** The same of what may not be there. */
    Optional<JsonNode> find(String path, String version) {
        try {
            return Optional.of(get(path + "?api-version=" + version));
        } catch (ManagementException e) {
            if (e.getResponse().getStatusCode() == MISSING) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** All pages of a list. */
    List<JsonNode> list(String path, String version, String filter) {
        List<JsonNode> all = new ArrayList<>();
        String page = endpoint + path + "?api-version=" + version
                + (filter.isEmpty() ? "" : "&$filter=" + RetailPrices.encoded(filter));
        while (!page.isEmpty()) {
            JsonNode answer = json(send(new HttpRequest(HttpMethod.GET, page)).getValue());
            answer.path("value").forEach(all::add);
            page = answer.path("nextLink").asText("");
        }
        return all;
    }

    /** Asks for a state, waits until it is reached and says what it is. */
    JsonNode put(String path, String version, Object body) {
        try {
            HttpRequest request = new HttpRequest(HttpMethod.PUT, endpoint + path + "?api-version=" + version)
                    .setHeader(HttpHeaderName.CONTENT_TYPE, "application/json")
                    .setBody(JSON.writeValueAsBytes(body));
            return JSON.valueToTree(completed(request).getFinalResult());
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes what is at a path, and waits until it is gone. */
    void delete(String path, String version) {
        completed(new HttpRequest(HttpMethod.DELETE, endpoint + path + "?api-version=" + version));
    }

    private SyncPoller<PollResult<Object>, Object> completed(HttpRequest request) {
        SyncPoller<PollResult<Object>, Object> operation =
                SyncPollerFactory.create(SERIALIZER, pipeline, Object.class, Object.class, poll, () -> send(request));
        PollResponse<PollResult<Object>> end = operation.waitForCompletion();
        if (!end.getStatus().equals(LongRunningOperationStatus.SUCCESSFULLY_COMPLETED)) {
            Optional<PollResult.Error> error =
                    Optional.ofNullable(end.getValue().getError());
            throw new ManagementException(
                    error.map(PollResult.Error::getMessage).orElse("the operation ended as " + end.getStatus()),
                    null,
                    error.flatMap(told -> error(String.valueOf(told.getResponseBody())))
                            .orElse(null));
        }
        return operation;
    }

    private Response<BinaryData> send(HttpRequest request) {
        request.setHeader(HttpHeaderName.ACCEPT, "application/json");
        try (HttpResponse answer = pipeline.sendSync(request, Context.NONE)) {
            String body = answer.getBodyAsBinaryData().toString();
            if (answer.getStatusCode() >= REFUSED) {
                throw new ManagementException(
                        "status " + answer.getStatusCode() + ": " + body,
                        answer,
                        error(body).orElse(null));
            }
            return new SimpleResponse<>(
                    request, answer.getStatusCode(), answer.getHeaders(), BinaryData.fromString(body));
        }
    }

    /** What the body of a refusal says; empty where it says nothing, as of something on the way. */
    private static Optional<ManagementError> error(String body) {
        try {
            JsonNode error = JSON.readTree(body).path("error");
            return error.isObject()
                    ? Optional.of(new ManagementError(
                            error.path("code").asText(), error.path("message").asText()))
                    : Optional.empty();
        } catch (JsonProcessingException e) {
            return Optional.empty();
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
