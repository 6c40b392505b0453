package io.dbharness.provisioning.azure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import io.dbharness.model.HarnessException;
import io.dbharness.time.RunClock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Azure's Resource Manager, spoken to in its own JSON: the bodies are those of its published descriptions. What passes by itself is asked
 * again, and operations are followed to their end. Throws {@link AzureRefusal} for a no, and {@link UncheckedIOException} when nobody
 * answers or the thread is interrupted. Thread-safe.
 *
 * @param way      to the service
 * @param token    of a login
 * @param endpoint of the cloud, without a slash at its end
 * @param clock    for waiting
 * @param pace     how long to wait where the service does not say
 */
record AzureClient(Way way, Supplier<String> token, String endpoint, RunClock clock, Pace pace) {

    private static final int OK = 200;
    private static final int ACCEPTED = 202;
    private static final int REFUSED = 300;
    private static final int HTTPS = 443;

    /** So often is asked what passes by itself: four minutes at the usual pace. */
    private static final int TRIES = 8;

    private static final Pattern SECONDS = Pattern.compile("\\d{1,4}");
    private static final ObjectMapper JSON = new ObjectMapper();

    /** One request and its answer. */
    @FunctionalInterface
    interface Way {
        HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException;
    }

    /**
     * What to wait for.
     *
     * @param poll     between two looks at an operation, and before the first repeat; later ones take twice as long each
     * @param most     before a repeat
     * @param patience for one answer
     */
    record Pace(Duration poll, Duration most, Duration patience) {

        static final Pace USUAL = new Pace(Duration.ofSeconds(5), Duration.ofMinutes(1), Duration.ofMinutes(2));

        Duration before(int repeat) {
            Duration doubled = poll.multipliedBy(1L << Math.min(repeat - 1, TRIES));
            return doubled.compareTo(most) > 0 ? most : doubled;
        }
    }

    /** A cloud itself, with whatever its default credential chain finds. */
    static AzureClient login(AzureCloud cloud, RunClock clock) {
        AzureLogin login = AzureLogin.of(cloud);
        return new AzureClient(open(), login::token, cloud.endpoint(), clock, Pace.USUAL);
    }

    static Way open() {
        HttpClient client =
                HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(20)).build();
        return request -> client.send(request, BodyHandlers.ofString());
    }

    /** What is at a path, with its query. */
    JsonNode get(String path) {
        return json(send("GET", endpoint + path, Optional.empty()));
    }

    /** The same of what may not be there. */
    Optional<JsonNode> find(String path, String version) {
        try {
            return Optional.of(get(path + "?api-version=" + version));
        } catch (AzureRefusal e) {
            if (e.isMissing()) {
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
            JsonNode answer = json(send("GET", own(page), Optional.empty()));
            answer.path("value").forEach(all::add);
            page = answer.path("nextLink").asText("");
        }
        return all;
    }

    /** Asks for a state, waits until it is reached and says what it is. */
    JsonNode put(String path, String version, Object body) {
        String place = endpoint + path + "?api-version=" + version;
        try {
            HttpResponse<String> answer = send("PUT", place, Optional.of(JSON.writeValueAsString(body)));
            boolean told = await(answer);
            JsonNode made = told ? json(answer) : get(path + "?api-version=" + version);
            while (isUnderWay(made)) {
                sleep(pace.poll());
                made = get(path + "?api-version=" + version);
            }
            return made;
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asks for an action, and waits until it is done. */
    void post(String path, String version) {
        await(send("POST", endpoint + path + "?api-version=" + version, Optional.empty()));
    }

    /** Removes what is at a path, and waits until it is gone. That it is gone already is fine. */
    void delete(String path, String version) {
        try {
            await(send("DELETE", endpoint + path + "?api-version=" + version, Optional.empty()));
        } catch (AzureRefusal e) {
            if (!e.isMissing()) {
                throw e;
            }
        }
    }

    /** Follows an accepted operation to its end; returns whether there was none to follow. Throws when it failed. */
    private boolean await(HttpResponse<String> accepted) {
        Optional<String> status = accepted.headers().firstValue("Azure-AsyncOperation");
        Optional<String> place = accepted.statusCode() == ACCEPTED
                ? status.or(() -> accepted.headers().firstValue("Location"))
                : status;
        if (place.isEmpty()) {
            return true;
        }
        HttpResponse<String> answer = accepted;
        do {
            sleep(retryAfter(answer).orElse(pace.poll()));
            answer = send("GET", own(place.get()), Optional.empty());
        } while (status.isPresent() ? !isOver(json(answer)) : answer.statusCode() == ACCEPTED);
        return false;
    }

    private static boolean isOver(JsonNode operation) {
        String status = operation.path("status").asText();
        if (status.equalsIgnoreCase("Failed") || status.equalsIgnoreCase("Canceled")) {
            throw AzureRefusal.of(OK, operation);
        }
        return status.equalsIgnoreCase("Succeeded");
    }

    /** Whether something is still being made, where no operation was named that could be followed. */
    private static boolean isUnderWay(JsonNode made) {
        String state = made.at("/properties/provisioningState").asText("Succeeded");
        if (state.equalsIgnoreCase("Failed") || state.equalsIgnoreCase("Canceled")) {
            throw new HarnessException(made.path("name").asText() + " was not made: its state is " + state);
        }
        return !state.equalsIgnoreCase("Succeeded");
    }

    private String own(String page) {
        if (!isSame(endpoint, page)) {
            throw new HarnessException(endpoint + " refers to another place: " + page);
        }
        return page;
    }

    /** Whether two addresses are of one service, which may name its usual port or not: a token goes to no other place than its cloud. */
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

    private HttpResponse<String> send(String method, String place, Optional<String> body) {
        for (int repeat = 1; ; repeat++) {
            try {
                HttpResponse<String> answer = way.send(request(method, place, body));
                if (answer.statusCode() < REFUSED) {
                    return answer;
                }
                AzureRefusal refusal = AzureRefusal.of(answer.statusCode(), json(answer));
                if (!refusal.passes() || repeat == TRIES) {
                    throw refusal;
                }
                sleep(retryAfter(answer).orElse(pace.before(repeat)));
            } catch (IOException e) {
                if (repeat == TRIES || isOfTheNetwork(e)) {
                    throw new UncheckedIOException(unreachable(e));
                }
                sleep(pace.before(repeat));
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }
    }

    private HttpRequest request(String method, String place, Optional<String> body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(place.replace(" ", "%20")))
                .timeout(pace.patience())
                .header("Accept", "application/json")
                .header("Authorization", "Bearer " + credential())
                .method(method, body.map(BodyPublishers::ofString).orElse(BodyPublishers.noBody()));
        body.ifPresent(text -> request.header("Content-Type", "application/json"));
        return request.build();
    }

    /** Without a network every login fails, and then it is not the login that is missing. */
    private String credential() throws IOException, InterruptedException {
        try {
            return token.get();
        } catch (HarnessException e) {
            HttpResponse<String> unused =
                    way.send(HttpRequest.newBuilder(URI.create(endpoint + "/metadata/endpoints?api-version=2022-09-01"))
                            .timeout(pace.patience())
                            .build());
            throw e;
        }
    }

    private static boolean isOfTheNetwork(IOException e) {
        return e instanceof java.net.ConnectException || e instanceof HttpConnectTimeoutException;
    }

    private IOException unreachable(IOException e) {
        Throwable cause = e;
        while (cause.getCause() != null && cause.getMessage() == null) {
            cause = cause.getCause();
        }
        String why = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return new IOException(
                "cannot reach " + URI.create(endpoint).getHost() + " (" + why
                        + "); look at this machine's network, its proxy and its name server",
                e);
    }

    private static Optional<Duration> retryAfter(HttpResponse<?> answer) {
        return answer.headers()
                .firstValue("Retry-After")
                .filter(text -> SECONDS.matcher(text).matches())
                .map(text -> Duration.ofSeconds(Long.parseLong(text)));
    }

    private void sleep(Duration length) {
        try {
            clock.sleepUntil(clock.now() + length.toNanos());
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static UncheckedIOException interrupted(InterruptedException e) {
        return new UncheckedIOException((IOException) new InterruptedIOException().initCause(e));
    }

    /** Of an answer's body; nothing where it is none, as of something on the way. */
    private static JsonNode json(HttpResponse<String> answer) {
        try {
            return answer.body().isBlank() ? NullNode.getInstance() : JSON.readTree(answer.body());
        } catch (JsonProcessingException e) {
            return NullNode.getInstance();
        }
    }
}
