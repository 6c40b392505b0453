package io.dbharness.cql.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.cql.testkit.KeyStores;
import io.dbharness.cql.testkit.SecuredNode;
import io.dbharness.cql.testkit.SniProxy;
import io.dbharness.cql.testkit.TestNode;
import io.dbharness.model.Problems;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.model.UsageException;
import io.dbharness.sut.TargetSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Certificates of clients and nodes. The node is real; certificates that a client must refuse are shown by a proxy before it. */
@Tag("server")
@Timeout(300)
@ResourceLock(SecuredNode.LOCK)
class ClientCertificateTest {

    @TempDir
    Path directory;

    private static void assertRefused(String url, String... words) {
        try (CqlTarget target = new CqlTargetProvider().open(SecuredNode.login(url))) {
            assertThatThrownBy(target::info)
                    .isInstanceOf(TargetUnreachableException.class)
                    .hasMessageContainingAll(words)
                    .satisfies(
                            failure -> assertThat(failure.getMessage().lines()).hasSize(1));
        }
    }

    /** Connects through a proxy with the given key, which requires the certificate of the client. */
    private static void assertRefusedWith(SecuredNode node, Path key, String trusted, String... words)
            throws Exception {
        KeyStores stores = node.stores();
        int port = CqlAddress.parse(node.url("secured"), new Problems())
                .contacts()
                .get(0)
                .socket()
                .getPort();
        try (SniProxy proxy = new SniProxy(KeyStores.context(key, stores.trusting("client")), port)) {
            assertRefused(
                    node.urlWithTls().replace(":" + port + "/", ":" + proxy.port() + "/") + "&truststore="
                            + SecuredNode.encoded(stores.pem(trusted)) + node.presenting(stores.store("client")),
                    words);
        }
    }

    @Test
    void aClientEntersWithItsCertificateAndHearsWhyItMayNot() throws Exception {
        SecuredNode node = SecuredNode.shared();
        KeyStores stores = node.stores();
        String identity = node.presenting(stores.store("client"));
        Path stranger = stores.key("stranger", "dns:stranger");
        String base = node.urlWithTls();
        String trusting = base + "&truststore=" + SecuredNode.encoded(stores.pem("node"));

        try (CqlTarget target =
                new CqlTargetProvider().open(SecuredNode.login(trusting + identity + "&verify-host=off"))) {
            assertThat(target.info().settings())
                    .containsEntry("tls", "on, client certificate, host not verified")
                    .containsEntry("driver.retry", "NeverRetry");
        }
        assertRefused(
                base + "&truststore=" + SecuredNode.encoded(stores.pem("stranger")) + identity,
                "of no authority that is trusted",
                "truststore");
        assertRefused(trusting, "client's certificate", "keystore=FILE");
        assertRefused(trusting + node.presenting(stranger), "client's certificate", "keystore=FILE");
    }

    @Test
    void aCertificateOfAnotherHostIsCalledSo() throws Exception {
        SecuredNode node = SecuredNode.shared();

        assertRefusedWith(
                node,
                node.stores().key("elsewhere", "dns:elsewhere.example"),
                "elsewhere",
                "made out to another host",
                "verify-host=off");
    }

    @Test
    void anExpiredCertificateOfANodeIsCalledSo() throws Exception {
        SecuredNode node = SecuredNode.shared();
        KeyStores stores = node.stores();
        Path ca = stores.key("ca", "dns:ca", "-ext", "bc:c");
        Path expired = stores.key("expired", "dns:expired");
        String request = directory.resolve("expired.csr").toString();
        String signed = directory.resolve("signed.pem").toString();
        stores.keytool(expired, "-certreq", "-alias", "expired", "-file", request);
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
        stores.trust(expired, "ca");
        stores.keytool(expired, "-importcert", "-noprompt", "-alias", "expired", "-file", signed);

        assertRefusedWith(node, expired, "ca", "has expired");
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
                .open(TargetSpec.of("cassandra://127.0.0.1:1/ks?tls=on&truststore=" + SecuredNode.encoded(damaged)))) {
            assertThatThrownBy(target::info).isInstanceOf(UsageException.class).hasMessageContaining("cannot be used");
        }
        Path conf = Files.writeString(directory.resolve("driver.conf"), "datastax-java-driver { basic.request { ");
        assertThatThrownBy(() -> new CqlTargetProvider()
                        .open(TargetSpec.of("cassandra://h/ks?driver-conf=" + SecuredNode.encoded(conf))))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("no configuration of the driver");
    }

    @Test
    void theResultNamesWhatTheDriverWasToldToDo() throws Exception {
        Path conf = Files.writeString(
                directory.resolve("driver.conf"),
                "datastax-java-driver { basic.request { timeout = 7 seconds, consistency = ALL } }");
        String url = TestNode.shared().urlWithoutJmx("named") + "&driver-conf=" + SecuredNode.encoded(conf)
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
