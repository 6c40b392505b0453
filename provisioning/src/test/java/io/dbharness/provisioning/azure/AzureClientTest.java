package io.dbharness.provisioning.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.azure.core.exception.ClientAuthenticationException;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.core.util.Context;
import io.dbharness.model.HarnessException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The way to Azure: what passes is repeated, and what does not pass is told as what it is. */
final class AzureClientTest {

    @TempDir
    Path state;

    @RegisterExtension
    final FakeResourceManager azure = new FakeResourceManager();

    private static AzureClient stranger(String endpoint) {
        return Cloud.client(endpoint, (context, next) -> {
            throw new ClientAuthenticationException("nobody is logged in", null);
        });
    }

    /** Discards the first responses to some requests and throws what the client throws when a response does not come in time. */
    private static HttpPipelinePolicy silence(HttpMethod method, String part, int times) {
        AtomicInteger left = new AtomicInteger(times);
        return (context, next) -> next.process().map(response -> {
            HttpRequest request = context.getHttpRequest();
            if (request.getHttpMethod() == method
                    && request.getUrl().getPath().contains(part)
                    && left.getAndDecrement() > 0) {
                throw new UncheckedIOException(new HttpTimeoutException("request timed out"));
            }
            return response;
        });
    }

    static Stream<Arguments> passing() {
        return Stream.of(
                arguments(InjectedResponse.Kind.ANSWER, 409, "AnotherOperationInProgress"),
                arguments(InjectedResponse.Kind.ABRUPT, 409, "AnotherOperationInProgress"),
                arguments(InjectedResponse.Kind.ANSWER, 429, "TooManyRequests"),
                arguments(InjectedResponse.Kind.ABRUPT, 429, "TooManyRequests"),
                arguments(InjectedResponse.Kind.HTML, 503, ""));
    }

    @ParameterizedTest
    @MethodSource("passing")
    void whatPassesByItselfIsAskedAgain(InjectedResponse.Kind kind, int status, String code) {
        azure.add(InjectedResponse.of(kind, status, code, 2, request -> request.is("PUT", "/virtualNetworks/")));
        azure.add(InjectedResponse.of(kind, status, code, 1, request -> request.is("GET", "/operations/async")));

        new Cloud(azure.endpoint(), state).up(AzureFiles.ONE_MACHINE);

        assertThat(azure.requests("PUT", "/virtualNetworks/")).hasSize(3);
        assertThat(azure.resource("/virtualmachines/u")).isPresent();
    }

    @Test
    void aRequestWhoseResponseDoesNotComeInTimeIsSentAgain() {
        AzureClient client = Cloud.client(
                azure.endpoint(),
                silence(HttpMethod.PUT, "/virtualNetworks/", 2),
                silence(HttpMethod.GET, "/operations/async", 1));

        new Cloud(state, client, URI.create("http://127.0.0.1:9/prices")).up(AzureFiles.ONE_MACHINE);

        assertThat(azure.requests("PUT", "/virtualNetworks/")).hasSize(3);
        assertThat(azure.resource("/virtualmachines/u")).isPresent();
    }

    @Test
    void aServerThatKeepsSilentIsATimeout() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            HttpRequest request = new HttpRequest(HttpMethod.GET, "http://127.0.0.1:" + silent.getLocalPort());

            assertThatThrownBy(() -> AzureClient.http(Duration.ofMillis(200)).sendSync(request, Context.NONE))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasCauseInstanceOf(HttpTimeoutException.class);
        }
    }

    @Test
    void whatDoesNotPassIsToldAfterSomeTries() {
        azure.add(InjectedResponse.of(
                InjectedResponse.Kind.HTML, 503, "", 99, request -> request.is("PUT", "/virtualNetworks/")));

        assertThatThrownBy(() -> new Cloud(azure.endpoint(), state).up(AzureFiles.ONE_MACHINE))
                .isInstanceOf(HarnessException.class)
                .hasMessage("virtual network 10.77.0.0/16: Azure answered with status 503 and gives no reason");
        assertThat(azure.ids()).isEmpty();
    }

    @Test
    void withoutANetworkItIsTheNetworkThatIsToldAndNotTheLogin() {
        AzureClient cut = stranger("http://127.0.0.1:9");

        assertThatThrownBy(() -> new Cloud(state, cut, URI.create("http://127.0.0.1:9")).up(AzureFiles.ONE_MACHINE))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("cannot reach Azure")
                .hasMessageContaining("this machine's network")
                .hasMessageNotContaining("login");
    }

    @Test
    void withANetworkAMissingLoginIsTold() {
        AzureClient stranger = stranger(azure.endpoint());

        assertThatThrownBy(
                        () -> new Cloud(state, stranger, URI.create("http://127.0.0.1:9")).up(AzureFiles.ONE_MACHINE))
                .hasMessageStartingWith("cannot log in to Azure");
    }

    @Test
    void aTokenGoesToNoOtherPlaceThanItsCloud() {
        AzureClient client = Cloud.client(azure.endpoint());
        azure.compute().next("http://198.51.100.1/skus");

        assertThatThrownBy(() -> client.list("/subscriptions/s/providers/Microsoft.Compute/skus", "2021-07-01", ""))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("refers to another place");
    }

    @Test
    void aServiceMayNameItsUsualPort() {
        String cloud = "https://management.azure.com";

        assertThat(AzureClient.isSame(cloud, "https://Management.azure.com:443/subscriptions?$skiptoken=x"))
                .isTrue();
        assertThat(AzureClient.isSame(cloud, "https://management.azure.com:8443/x"))
                .isFalse();
        assertThat(AzureClient.isSame(cloud, "http://management.azure.com:443/x"))
                .isFalse();
        assertThat(AzureClient.isSame(cloud, "https://management.azure.com.example/x"))
                .isFalse();
    }
}
