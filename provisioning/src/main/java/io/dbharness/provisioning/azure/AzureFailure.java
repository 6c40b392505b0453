package io.dbharness.provisioning.azure;

import com.azure.core.exception.AzureException;
import com.azure.core.exception.ClientAuthenticationException;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.RequestRetryCondition;
import com.azure.core.management.exception.ManagementError;
import com.azure.core.management.exception.ManagementException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Resources;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** Translates failures of Azure, or of the connection to it, into messages with advice. */
final class AzureFailure {

    /** Advice by error code of the service. */
    private static final Properties ADVICE = Resources.properties(AzureFailure.class, "advice.properties");

    private static final String LOGIN =
            "cannot log in to Azure; run 'az login'. Tried, in this order: environment variables (AZURE_CLIENT_ID and"
                    + " companions), workload identity, managed identity, and the logins of the Azure tools on this machine."
                    + " AZURE_TOKEN_CREDENTIALS selects one of them";

    /** Errors for lack of capacity: another zone may have it. */
    private static final Set<String> CAPACITY = Set.of(
            "AllocationFailed",
            "ZonalAllocationFailed",
            "OverconstrainedAllocationRequest",
            "OverconstrainedZonalAllocationRequest",
            "SkuNotAvailable");

    /** Transient errors. */
    private static final Set<String> PASSING = Set.of("AnotherOperationInProgress", "RetryableError");

    private static final Set<Integer> PASSING_STATUS = Set.of(408, 429, 500, 502, 503, 504);
    private static final int REFUSED = 400;
    private static final int MISSING = 404;
    private static final ObjectMapper JSON = new ObjectMapper();

    private AzureFailure() {}

    /** A request to Azure. */
    @FunctionalInterface
    interface Request<T> {
        T ask() throws IOException, InterruptedException;
    }

    /** Runs a request and translates its failure into an error for the user. */
    static <T> T telling(String what, Request<T> request) throws InterruptedException {
        try {
            return request.ask();
        } catch (ClientAuthenticationException e) {
            throw new HarnessException(LOGIN, e);
        } catch (ManagementException e) {
            throw new HarnessException(what + ": " + sentence(e), e);
        } catch (HarnessException e) {
            throw e;
        } catch (RuntimeException | IOException e) {
            throw told(what, e);
        }
    }

    private static HarnessException told(String what, Exception e) throws InterruptedException {
        if (causes(e)
                .anyMatch(cause -> cause instanceof InterruptedException || cause instanceof InterruptedIOException)) {
            throw (InterruptedException) new InterruptedException().initCause(e);
        }
        if (causes(e).noneMatch(cause -> cause instanceof IOException || cause instanceof TimeoutException)) {
            if (e instanceof RuntimeException other && !(e instanceof AzureException)) {
                throw other;
            }
            return new HarnessException(what + ": " + e.getMessage(), e);
        }
        Throwable last = causes(e).reduce((outer, inner) -> inner).orElse(e);
        String why = last.getMessage() == null ? last.getClass().getSimpleName() : last.getMessage();
        return new HarnessException(
                what + ": cannot reach Azure (" + why
                        + "); check this machine's network, its proxy and its name server",
                e);
    }

    private static Stream<Throwable> causes(Throwable e) {
        return Stream.iterate(e, Objects::nonNull, Throwable::getCause);
    }

    private static String sentence(ManagementException e) {
        String code = code(e);
        return e.getValue() == null
                ? String.valueOf(e.getMessage())
                : "Azure refuses" + (code.isEmpty() ? "" : " (" + code + ")") + ": "
                        + e.getValue().getMessage()
                        + (ADVICE.containsKey(code) ? "; " + ADVICE.getProperty(code) : "");
    }

    private static String code(ManagementException e) {
        return Optional.ofNullable(e.getValue()).map(ManagementError::getCode).orElse("");
    }

    /** Returns true if the resource does not exist. */
    static boolean isMissing(ManagementException e) {
        return Optional.ofNullable(e.getResponse())
                .filter(answer -> answer.getStatusCode() == MISSING)
                .isPresent();
    }

    /** Returns true for a lack of capacity that another zone may have. */
    static boolean isOfCapacity(ManagementException e) {
        return CAPACITY.contains(code(e));
    }

    /** Returns true if a retry may soon succeed, which it does not without a network. */
    static boolean passes(RequestRetryCondition tried) {
        HttpResponse answer = tried.getResponse();
        if (answer == null) {
            return causes(tried.getThrowable())
                            .anyMatch(cause -> cause instanceof IOException || cause instanceof TimeoutException)
                    && causes(tried.getThrowable())
                            .noneMatch(cause -> cause instanceof ConnectException
                                    || cause instanceof HttpConnectTimeoutException
                                    || cause instanceof InterruptedIOException);
        }
        return PASSING_STATUS.contains(answer.getStatusCode())
                || (answer.getStatusCode() >= REFUSED
                        && error(body(answer))
                                .filter(error -> PASSING.contains(error.getCode()))
                                .isPresent());
    }

    /** Returns the text of an answer, which a proxy may have compressed. */
    static String body(HttpResponse answer) {
        byte[] bytes = answer.getBodyAsBinaryData().toBytes();
        if (!"gzip".equalsIgnoreCase(answer.getHeaderValue(HttpHeaderName.CONTENT_ENCODING))) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        try (InputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return new String(unpacked.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Parses the body of a refusal. The Resource Manager returns {@code {"error": {"code", "message", "details"}}}, or these fields without
     * {@code error}; the login returns {@code {"error", "error_description"}}. Empty for any other body, such as a proxy's page.
     */
    static Optional<ManagementError> error(String body) {
        try {
            JsonNode answer = JSON.readTree(body);
            JsonNode error = answer.path("error");
            if (error.isTextual()) {
                return Optional.of(new ManagementError(
                        error.asText(), answer.path("error_description").asText()));
            }
            JsonNode told = error.isObject() ? error : answer;
            String message = told.path("message").asText();
            return message.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new ManagementError(told.path("code").asText(), message + details(told)));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    /** Formats the messages of the errors nested in an error. */
    private static String details(JsonNode error) {
        StringBuilder text = new StringBuilder();
        for (JsonNode detail : error.path("details")) {
            String message = detail.path("message").asText();
            if (!message.isEmpty()) {
                text.append("; ")
                        .append(detail.path("code").asText())
                        .append(": ")
                        .append(message);
            }
        }
        return text.toString();
    }
}
