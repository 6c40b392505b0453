package io.dbharness.cql.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.cql.testkit.TestNode;
import io.dbharness.model.Problems;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.model.UsageException;
import io.dbharness.sut.TargetSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("server")
@Timeout(300)
class CqlTargetProviderTest {

    private static CqlTarget open(String url) {
        return new CqlTargetProvider().open(TargetSpec.of(url));
    }

    @Test
    void anAddressHasContactPointsAKeyspaceAndOptions() {
        Problems problems = new Problems();
        CqlAddress address =
                CqlAddress.parse("cassandra://h1:9043,[::1],h2/ks?datacenter=dc%201&jmx=h1:7199", problems);

        problems.throwIfAny();
        assertThat(address.contacts())
                .containsExactly(
                        new CqlAddress.Node("h1", 9043),
                        new CqlAddress.Node("::1", 9042),
                        new CqlAddress.Node("h2", 9042));
        assertThat(address.keyspace()).isEqualTo("ks");
        assertThat(address.query()).containsEntry("datacenter", "dc 1");
        assertThat(address).hasToString("cassandra://h1:9043,[::1]:9042,h2:9042/ks");
    }

    @Test
    void sessionsChooseAKeyspace() {
        CqlTargetProvider provider = new CqlTargetProvider();

        assertThat(provider.separate("cassandra://a,b:9042/mine?tls=yes", "s_1"))
                .contains("cassandra://a,b:9042/s_1?tls=yes");
        assertThat(provider.separate("cassandra://a", "s_1")).contains("cassandra://a/s_1");
    }

    @Test
    void everythingWrongWithAnAddressIsSaidAtOnce() {
        assertThatThrownBy(
                        () -> open(
                                "cassandra://h:99999,,ok/Bad-Name?consistency=most&timeout=0&event-loops=x&tls=maybe&colour=red&jmxuser=me&x"))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll(
                        "'h:99999'",
                        "''",
                        "Bad-Name",
                        "'most'",
                        "timeout",
                        "event-loops",
                        "tls",
                        "colour",
                        "jmxpassword",
                        "'x'");
    }

    @Test
    void aPasswordInTheAddressIsRefusedAndNotRepeated() {
        assertThatThrownBy(() -> open("cassandra://me:hunter2@h/ks"))
                .isInstanceOf(UsageException.class)
                .hasMessageNotContaining("hunter2")
                .hasMessageContaining("--password env:NAME");
        assertThatThrownBy(() -> open("cassandra://h/ks?jmx=h:1&jmxuser=me&jmxpassword=hunter2"))
                .isInstanceOf(UsageException.class)
                .hasMessageNotContaining("hunter2");
    }

    private static CqlOptions options(String query, Map<String, String> beside) {
        Problems problems = new Problems();
        CqlAddress address = CqlAddress.parse("cassandra://h/ks" + query, problems);
        CqlOptions options = CqlOptions.parse(
                address,
                new TargetSpec("cassandra://h/ks", Optional.empty(), Optional.empty(), Optional.empty(), beside),
                problems);
        problems.throwIfAny();
        return options;
    }

    @Test
    void theShorterLimitOfARequestHolds() {
        assertThat(options("", Map.of("request-timeout", "60000ms")).timeout()).hasSeconds(12);
        assertThat(options("?timeout=30s", Map.of("request-timeout", "60000ms")).timeout())
                .hasSeconds(30);
        assertThat(options("?timeout=30s", Map.of("request-timeout", "500ms")).timeout())
                .hasMillis(500);
    }

    @Test
    void optionsBesideTheAddressWin() {
        CqlOptions options = options("?consistency=one", Map.of("consistency", "all", "isolation", "serializable"));

        assertThat(options.consistency().name()).isEqualTo("ALL");
        assertThat(options.eventLoops()).isPositive();
    }

    @Test
    void aPortThatNobodyListensOnIsUnreachableInOneSentence() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        try (CqlTarget target = open("cassandra://127.0.0.1:" + port + "/ks?datacenter=dc1")) {
            assertThatThrownBy(target::info)
                    .isInstanceOf(TargetUnreachableException.class)
                    .hasMessageStartingWith("cannot reach cassandra://127.0.0.1:" + port + "/ks: ")
                    .hasMessageContaining("refused")
                    .satisfies(
                            failure -> assertThat(failure.getMessage().lines()).hasSize(1));
        }
    }

    @Test
    void aHostThatNobodyKnowsIsUnreachable() {
        try (CqlTarget target = open("cassandra://no-such-host.invalid/ks")) {
            assertThatThrownBy(target::info)
                    .isInstanceOf(TargetUnreachableException.class)
                    .hasMessageContaining("unknown host no-such-host.invalid");
        }
    }

    @Test
    void aDatacenterThatTheClusterDoesNotHaveIsNamedBesideThoseItHas() {
        String url = TestNode.shared().url("ks").replace("datacenter=datacenter1", "datacenter=mars");
        try (CqlTarget target = open(url)) {
            assertThatThrownBy(target::info)
                    .isInstanceOf(TargetUnreachableException.class)
                    .hasMessageContainingAll("'mars'", "datacenter1");
        }
    }

    @Test
    void withoutADatacenterThatOfTheContactPointsIsTaken() {
        String url = TestNode.shared().urlWithoutJmx("ks").replace("?datacenter=datacenter1", "");
        try (CqlTarget target = open(url)) {
            assertThat(target.info().settings()).containsEntry("datacenters", "{datacenter1=1}");
            assertThat(target.info().version()).matches("\\d+\\.\\d+.*");
        }
    }
}
