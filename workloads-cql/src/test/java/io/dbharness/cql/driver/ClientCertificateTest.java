package io.dbharness.cql.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.cql.testkit.KeyStores;
import io.dbharness.cql.testkit.TestNode;
import io.dbharness.embedded.cassandra.EmbeddedCassandraProvider;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.model.UsageException;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.TargetSpec;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node that wants a certificate of its clients. */
@Tag("server")
@Timeout(300)
class ClientCertificateTest {

    @TempDir
    Path directory;

    private KeyStores stores;

    @BeforeEach
    void in() {
        stores = new KeyStores(directory);
    }

    private static String encoded(Path path) {
        return URLEncoder.encode(path.toString(), StandardCharsets.UTF_8);
    }

    private String keystore(Path store) throws IOException {
        return "&keystore=" + encoded(store) + "&keystore-password=file:" + encoded(stores.password());
    }

    private RunningServer start(Path nodeKeys, Path clients) {
        Map<String, String> options = new HashMap<>(TestNode.OPTIONS);
        options.put("settings", """
                authenticator: AllowAllAuthenticator
                client_encryption_options:
                  enabled: true
                  optional: true
                  require_client_auth: true
                  keystore: %s
                  keystore_password: %s
                  truststore: %s
                  truststore_password: %s
                """.formatted(nodeKeys, KeyStores.PASSWORD, clients, KeyStores.PASSWORD));
        return new EmbeddedCassandraProvider()
                .start(new TargetSpec(
                        EmbeddedCassandraProvider.URL,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(directory.resolve("data")),
                        options));
    }

    private static void assertRefused(String url, String... words) {
        try (CqlTarget target = new CqlTargetProvider().open(TargetSpec.of(url))) {
            assertThatThrownBy(target::info)
                    .isInstanceOf(TargetUnreachableException.class)
                    .hasMessageContainingAll(words)
                    .satisfies(
                            failure -> assertThat(failure.getMessage().lines()).hasSize(1));
        }
    }

    @Test
    void aClientEntersWithItsCertificateAndHearsWhyItMayNot() throws Exception {
        Path node = stores.key("node", "dns:elsewhere.example");
        Path client = stores.key("client", "dns:client");
        Path stranger = stores.key("stranger", "dns:stranger");
        Path clients = stores.trusting("client");

        try (RunningServer server = start(node, clients)) {
            String base = server.address().url().replaceAll("&jmx.*", "") + "&tls=on";
            String trusting = base + "&truststore=" + encoded(stores.pem("node"));
            try (CqlTarget target =
                    new CqlTargetProvider().open(TargetSpec.of(trusting + keystore(client) + "&verify-host=off"))) {
                assertThat(target.info().settings())
                        .containsEntry("tls", "on, client certificate, host not verified")
                        .containsEntry("driver.retry", "NeverRetry");
            }
            assertRefused(trusting + keystore(client), "made out to another host", "verify-host=off");
            assertRefused(
                    base + "&verify-host=off&truststore=" + encoded(stores.pem("stranger")) + keystore(client),
                    "of no authority that is trusted",
                    "truststore");
            assertRefused(trusting + "&verify-host=off", "client's certificate", "keystore=FILE");
            assertRefused(trusting + "&verify-host=off" + keystore(stranger), "client's certificate", "keystore=FILE");
        }
    }

    @Test
    void anExpiredCertificateOfANodeIsCalledSo() throws Exception {
        Path ca = stores.key("ca", "dns:ca", "-ext", "bc:c");
        Path node = stores.key("node", "dns:node");
        String request = directory.resolve("node.csr").toString();
        String signed = directory.resolve("signed.pem").toString();
        stores.keytool(node, "-certreq", "-alias", "node", "-file", request);
        stores.keytool(
                ca,
                "-gencert",
                "-rfc",
                "-alias",
                "ca",
                "-infile",
                request,
                "-outfile",
                signed,
                "-startdate",
                "-10d",
                "-validity",
                "5",
                "-ext",
                "SAN=ip:127.0.0.1,dns:localhost");
        stores.trust(node, "ca");
        stores.keytool(node, "-importcert", "-noprompt", "-alias", "node", "-file", signed);
        Path authority = stores.key("client", "dns:client");
        Path clients = stores.trusting("client");

        try (RunningServer server = start(node, clients)) {
            assertRefused(
                    server.address().url().replaceAll("&jmx.*", "") + "&tls=on&truststore=" + encoded(stores.pem("ca"))
                            + keystore(authority),
                    "has expired");
        }
    }

    @Test
    void misfitsAreNamedAtOnceAndStoresThatCannotBeReadInASentence() throws Exception {
        assertThatThrownBy(() -> new CqlTargetProvider()
                        .open(TargetSpec.of("cassandra://h/ks?keystore=/no/such&protocol=V9&speculative=5"
                                + "&retry=often&replication=dc1&compression=snappy&verify-host=perhaps")))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll(
                        "/no/such",
                        "tls=on",
                        "V9",
                        "speculative",
                        "retry",
                        "replication",
                        "snappy-java",
                        "verify-host");
        assertThatThrownBy(() -> new CqlTargetProvider()
                        .open(TargetSpec.of("cassandra://h/ks?secure-connect-bundle=/no/such&datacenter=x&tls=on")))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("leave out 'h'", "datacenter, tls", "/no/such");

        Path damaged = Files.writeString(directory.resolve("damaged.jks"), "no store");
        try (CqlTarget target = new CqlTargetProvider()
                .open(TargetSpec.of("cassandra://127.0.0.1:1/ks?tls=on&truststore=" + encoded(damaged)))) {
            assertThatThrownBy(target::info).isInstanceOf(UsageException.class).hasMessageContaining("cannot be used");
        }
        Path conf = Files.writeString(directory.resolve("driver.conf"), "datastax-java-driver { basic.request { ");
        assertThatThrownBy(() ->
                        new CqlTargetProvider().open(TargetSpec.of("cassandra://h/ks?driver-conf=" + encoded(conf))))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("no configuration of the driver");
    }

    @Test
    void theResultNamesWhatTheDriverWasToldToDo() throws Exception {
        Path conf = Files.writeString(
                directory.resolve("driver.conf"),
                "datastax-java-driver { basic.request { timeout = 7 seconds, consistency = ALL } }");
        String url = TestNode.shared().urlWithoutJmx("named") + "&driver-conf=" + encoded(conf)
                + "&consistency=one&protocol=V4&retry=default&speculative=2:50ms";
        try (CqlTarget target = new CqlTargetProvider().open(TargetSpec.of(url))) {
            assertThat(target.info().settings())
                    .containsEntry("driver.timeoutSeconds", "7")
                    .containsEntry("consistency.default", "ONE")
                    .containsEntry("protocol", "V4")
                    .containsEntry("driver.retry", "DefaultRetryPolicy")
                    .containsEntry("driver.speculative", "ConstantSpeculativeExecutionPolicy, 2 attempts, 50 ms apart")
                    .containsEntry("driver.conf", "driver.conf sets basic.request.consistency, basic.request.timeout");
            assertThat(target.info().caveats())
                    .anySatisfy(caveat -> assertThat(caveat.code()).isEqualTo("DRIVER_REPEATS"));
        }
    }
}
