package io.dbharness.provisioning.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.azure.core.exception.ClientAuthenticationException;
import com.azure.core.http.HttpClient;
import com.azure.core.http.policy.HttpPipelinePolicy;
import io.dbharness.model.HarnessException;
import io.dbharness.time.SystemClock;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The way to Azure: what passes is repeated, and what does not pass is told as what it is. */
final class AzureClientTest {

    /** What never answers shall be found out soon. */
    private static final HttpClient HTTP = AzureClient.http(Duration.ofMillis(300));

    @TempDir
    Path state;

    @RegisterExtension
    final FakeResourceManager azure = new FakeResourceManager();

    private static AzureClient client(String endpoint, HttpPipelinePolicy... policies) {
        return new AzureClient(Cloud.pipeline(HTTP, policies), endpoint, new SystemClock(), Duration.ofMillis(1));
    }

    private static AzureClient stranger(String endpoint) {
        return client(endpoint, (context, next) -> {
            throw new ClientAuthenticationException("nobody is logged in", null);
        });
    }

    private Cloud cloud() {
        return new Cloud(state, client(azure.endpoint()), URI.create("http://127.0.0.1:9/prices"));
    }

    static Stream<Arguments> passing() {
        return Stream.of(
                arguments(InjectedResponse.Kind.ANSWER, 409, "AnotherOperationInProgress"),
                arguments(InjectedResponse.Kind.ABRUPT, 409, "AnotherOperationInProgress"),
                arguments(InjectedResponse.Kind.ANSWER, 429, "TooManyRequests"),
                arguments(InjectedResponse.Kind.ABRUPT, 429, "TooManyRequests"),
                arguments(InjectedResponse.Kind.HTML, 503, ""),
                arguments(InjectedResponse.Kind.SILENCE, 0, ""));
    }

    @ParameterizedTest
    @MethodSource("passing")
    void whatPassesByItselfIsAskedAgain(InjectedResponse.Kind kind, int status, String code) {
        azure.add(InjectedResponse.of(kind, status, code, 2, request -> request.is("PUT", "/virtualNetworks/")));
        azure.add(InjectedResponse.of(kind, status, code, 1, request -> request.is("GET", "/operations/async")));

        cloud().up(AzureFiles.ONE_MACHINE);

        assertThat(azure.requests("PUT", "/virtualNetworks/")).hasSize(3);
        assertThat(azure.resource("/virtualmachines/u")).isPresent();
    }

    @Test
    void whatDoesNotPassIsToldAfterSomeTries() {
        azure.add(InjectedResponse.of(
                InjectedResponse.Kind.HTML, 503, "", 99, request -> request.is("PUT", "/virtualNetworks/")));

        assertThatThrownBy(() -> cloud().up(AzureFiles.ONE_MACHINE))
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
        AzureClient client = client(azure.endpoint());
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
