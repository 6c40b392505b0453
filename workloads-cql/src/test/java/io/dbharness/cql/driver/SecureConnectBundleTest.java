package io.dbharness.cql.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.metadata.Node;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.dbharness.cql.CqlStress;
import io.dbharness.cql.testkit.KeyStores;
import io.dbharness.cql.testkit.SniProxy;
import io.dbharness.cql.testkit.StressRun;
import io.dbharness.cql.testkit.TestNode;
import io.dbharness.model.Outcome;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.random.Seed;
import io.dbharness.sut.TargetSpec;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Progress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real node behind a proxy, as a database in a cloud is: a secure connect bundle is all that its client has. */
@Tag("server")
@Timeout(300)
class SecureConnectBundleTest {

    private static final String LOOPBACK = "127.0.0.1";
    private static final int OPERATIONS = 200;

    @TempDir
    private static Path keys;

    private static KeyStores stores;
    private static Path cloud;
    private static Path client;

    @TempDir
    Path directory;

    @BeforeAll
    static void createKeys() throws Exception {
        stores = new KeyStores(keys);
        // The driver knows the proxy by the name that this machine has for its address.
        String name = InetAddress.getByName(LOOPBACK).getHostName();
        cloud = stores.key("cloud", "ip:" + LOOPBACK + ",dns:" + name);
        client = stores.key("client", "dns:client");
    }

    /** Of the metadata service and the proxy, who take the right client only. */
    private static SSLContext ofCloud() throws Exception {
        return KeyStores.context(cloud, stores.trusting("client"));
    }

    private CqlTarget open(int metadataPort, Path identity) throws Exception {
        Path bundle = directory.resolve("secure-connect.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(bundle))) {
            zip.putNextEntry(new ZipEntry("config.json"));
            zip.write("""
                    {"host": "%s", "port": %d, "keyStorePassword": "%s", "trustStorePassword": "%s"}
                    """.formatted(LOOPBACK, metadataPort, KeyStores.PASSWORD, KeyStores.PASSWORD)
                    .getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry("identity.jks"));
            Files.copy(identity, zip);
            zip.putNextEntry(new ZipEntry("trustStore.jks"));
            Files.copy(stores.trusting("cloud"), zip);
        }
        return open(bundle);
    }

    private static CqlTarget open(Path bundle) {
        return new CqlTargetProvider()
                .open(TargetSpec.of("cassandra:///bundled?secure-connect-bundle="
                        + URLEncoder.encode(bundle.toString(), StandardCharsets.UTF_8)));
    }

    /** Tells who has the right certificate where the proxy is and which nodes are behind it. */
    private static final class MetadataService implements AutoCloseable {

        private final HttpsServer server;
        private final Set<String> clients = ConcurrentHashMap.newKeySet();

        MetadataService(SSLContext context, String answer) throws IOException {
            server = HttpsServer.create(new InetSocketAddress(LOOPBACK, 0), 0);
            server.setHttpsConfigurator(new HttpsConfigurator(context) {
                @Override
                public void configure(HttpsParameters parameters) {
                    SSLParameters tls = getSSLContext().getDefaultSSLParameters();
                    tls.setNeedClientAuth(true);
                    parameters.setSSLParameters(tls);
                }
            });
            server.createContext("/metadata", exchange -> answer((HttpsExchange) exchange, answer));
            server.start();
        }

        private void answer(HttpsExchange exchange, String answer) throws IOException {
            try (HttpExchange closing = exchange) {
                clients.add(exchange.getSSLSession().getPeerPrincipal().getName());
                byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
                closing.sendResponseHeaders(200, bytes.length);
                closing.getResponseBody().write(bytes);
            }
        }

        int port() {
            return server.getAddress().getPort();
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    private static String metadata(Node node, int proxyPort) {
        return """
                {"contact_info": {"local_dc": "%s", "contact_points": ["%s"], "sni_proxy_address": "%s:%d"}}
                """.formatted(node.getDatacenter(), node.getHostId(), LOOPBACK, proxyPort);
    }

    private static Node node() {
        try (CqlTarget plain = TestNode.shared().open("unused")) {
            return plain.driver().getMetadata().getNodes().values().iterator().next();
        }
    }

    private static int port(Node node) {
        return ((InetSocketAddress) node.getEndPoint().resolve()).getPort();
    }

    @Test
    void rowsAreLoadedAndReadThroughTheProxyThatTheMetadataServiceNames() throws Exception {
        Node node = node();
        SSLContext context = ofCloud();
        try (SniProxy proxy = new SniProxy(context, port(node));
                MetadataService service = new MetadataService(context, metadata(node, proxy.port()));
                CqlTarget target = open(service.port(), client)) {
            BoundWorkload<DriverSession> bound =
                    new StressRun(target, new CqlStress.Mixed(), Map.of("rows", "100")).bound();

            bound.dataSet().load(2, Seed.DEFAULT, Progress.SILENT);
            OperationSource<DriverSession> user = bound.source(0, Seed.DEFAULT);
            for (int i = 0; i < OPERATIONS; i++) {
                assertThat(user.next().execute(new DriverSession(target.driver())))
                        .isEqualTo(Outcome.COMPLETED);
            }

            assertThat(bound.dataSet().inspect().kind()).isEqualTo(DataSetState.Kind.COMPLETE);
            assertThat(bound.dataSet().check("after", Progress.SILENT))
                    .isNotEmpty()
                    .allMatch(Check::passed);
            assertThat(target.info().settings()).containsEntry("tls", "on").containsEntry("nodes", "1");
            assertThat(target.driver().getMetadata().getNodes().values())
                    .singleElement()
                    .satisfies(reached -> assertThat(port(reached)).isEqualTo(proxy.port()));
            assertThat(proxy.serverNames()).containsExactly(String.valueOf(node.getHostId()));
            assertThat(service.clients).containsExactly("CN=client");
        }
    }

    private static void assertRefused(CqlTarget target, String why) {
        assertThatThrownBy(target::info)
                .isInstanceOf(TargetUnreachableException.class)
                .hasMessageContainingAll(
                        "cannot reach cassandra:///bundled", "secure-connect.zip'", "metadata service", why)
                .satisfies(failure -> assertThat(failure.getMessage().lines()).hasSize(1));
    }

    @Test
    void aMetadataServiceThatIsNotThereIsNamed() throws Exception {
        int port;
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getByName(LOOPBACK))) {
            port = gone.getLocalPort();
        }
        try (CqlTarget target = open(port, client)) {
            assertRefused(
                    target, "(Connection refused); is the file whole and the latest one, and the database awake?");
        }
    }

    @Test
    void aBundleOfAnotherClientIsRefused() throws Exception {
        Path stranger = stores.key("stranger", "dns:stranger");
        try (MetadataService service = new MetadataService(ofCloud(), "{}");
                CqlTarget target = open(service.port(), stranger)) {
            assertRefused(target, "is the file whole and the latest one");
            assertThat(service.clients).isEmpty();
        }
    }

    @Test
    void aFileThatIsNoBundleIsRefused() throws Exception {
        Path other = directory.resolve("secure-connect.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(other))) {
            zip.putNextEntry(new ZipEntry("cqlshrc"));
        }
        try (CqlTarget target = open(other)) {
            assertRefused(target, "missing file config.json");
        }
    }
}
