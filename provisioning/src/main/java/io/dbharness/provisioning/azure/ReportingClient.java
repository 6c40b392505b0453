package io.dbharness.provisioning.azure;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import io.dbharness.provisioning.spi.Exchange;
import io.dbharness.time.RunClock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;

/**
 * Passes each request, each repeat of it and each response to a listener. Buffers whole responses. Thread-safe.
 *
 * @param client   sends the requests
 * @param clock    measures the time of an exchange
 * @param listener receives the exchanges
 */
record ReportingClient(HttpClient client, RunClock clock, Consumer<Exchange> listener) implements HttpClient {

    private static final HttpHeaderName ID = HttpHeaderName.fromString("x-ms-correlation-request-id");

    @Override
    public Mono<HttpResponse> send(HttpRequest request) {
        return send(request, Context.NONE);
    }

    @Override
    public Mono<HttpResponse> send(HttpRequest request, Context context) {
        long begin = clock.now();
        return client.send(request, context)
                .map(HttpResponse::buffer)
                .flatMap(response -> response.getBodyAsBinaryData() == null
                        ? Mono.just(answered(request, response, "", begin))
                        : response.getBodyAsString()
                                .defaultIfEmpty("")
                                .map(body -> answered(request, response, body, begin)))
                .doOnError(failure -> failed(request, failure, begin));
    }

    @Override
    public HttpResponse sendSync(HttpRequest request, Context context) {
        long begin = clock.now();
        try {
            HttpResponse response = client.sendSync(request, context).buffer();
            BinaryData body = response.getBodyAsBinaryData();
            return answered(request, response, body == null ? "" : body.toString(), begin);
        } catch (RuntimeException e) {
            failed(request, e, begin);
            throw e;
        }
    }

    private HttpResponse answered(HttpRequest request, HttpResponse response, String body, long begin) {
        String id = Optional.ofNullable(response.getHeaderValue(ID)).orElse("");
        listener.accept(exchange(request, response.getStatusCode(), id, body, begin));
        return response;
    }

    private void failed(HttpRequest request, Throwable failure, long begin) {
        listener.accept(exchange(request, 0, "", failure.toString(), begin));
    }

    private Exchange exchange(HttpRequest request, int status, String id, String body, long begin) {
        return new Exchange(
                request.getHttpMethod().toString(),
                request.getUrl().toString(),
                Optional.ofNullable(request.getBodyAsBinaryData())
                        .map(BinaryData::toString)
                        .orElse(""),
                status,
                id,
                body,
                Duration.ofNanos(clock.now() - begin));
    }
}
