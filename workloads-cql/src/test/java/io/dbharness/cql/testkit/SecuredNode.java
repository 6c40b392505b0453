package io.dbharness.cql.testkit;

import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.cql.driver.CqlTargetProvider;
import io.dbharness.embedded.cassandra.EmbeddedCassandraProvider;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.shared.CassandraServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A Cassandra node with TLS, client certificates and passwords that tests may pause and restart. It accepts connections without TLS too. It
 * starts with the first test that asks and ends with the JVM. Test classes that use it declare a resource lock on {@link #LOCK}.
 */
public final class SecuredNode {

    /** The name of the resource lock. */
    public static final String LOCK = "secured node";

    /** The node's first user and its password. */
    public static final String USER = "cassandra";

    /** The node creates its first user shortly after it answers; an attempt takes longer than a tenth of a second. */
    private static final int ATTEMPTS = 600;

    private static SecuredNode started;

    private final Path directory;
    private final KeyStores stores;
    private final Map<String, String> options;
    private RunningServer server;

    private SecuredNode() throws IOException, InterruptedException {
        directory = Files.createTempDirectory("dbharness-cql-test");
        stores = new KeyStores(directory);
        options = Map.of(
                "heap",
                "512m",
                "jvm",
                // Tests do not need the slow default hashing of passwords.
                CassandraServer.JVM + " -Dcassandra.auth_bcrypt_gensalt_log2_rounds=4",
                "settings",
                settings(stores.key("node", "ip:127.0.0.1,dns:localhost"), clientTrust()));
        server = start();
        Runtime.getRuntime().addShutdownHook(new Thread(this::end));
        awaitUser();
    }

    private Path clientTrust() throws IOException, InterruptedException {
        stores.key("client", "dns:client");
        return stores.trusting("client");
    }

    private static String settings(Path keys, Path clients) {
        return """
                authenticator: PasswordAuthenticator
                authorizer: CassandraAuthorizer
                client_encryption_options:
                  enabled: true
                  optional: true
                  require_client_auth: true
                  keystore: %s
                  keystore_password: %s
                  truststore: %s
                  truststore_password: %s
                """.formatted(keys, KeyStores.PASSWORD, clients, KeyStores.PASSWORD);
    }

    public static synchronized SecuredNode shared() {
        if (started == null) {
            try {
                started = new SecuredNode();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
        return started;
    }

    private RunningServer start() {
        return new EmbeddedCassandraProvider()
                .start(new TargetSpec(
                        EmbeddedCassandraProvider.URL,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(directory.resolve("data")),
                        options));
    }

    private void awaitUser() {
        for (int attempt = 1; ; attempt++) {
            try (CqlTarget target = open("unused")) {
                target.driver();
                return;
            } catch (TargetUnreachableException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** Returns the keys and certificates: {@code node}, {@code client} and what tests add. */
    public KeyStores stores() {
        return stores;
    }

    /** Returns the node's address with the given keyspace, without TLS. */
    public String url(String keyspace) {
        return server.address().url().replace("/dbharness?", "/" + keyspace + "?");
    }

    /** Returns the node's address with TLS, without JMX, a trust store or a client certificate. */
    public String urlWithTls() {
        return url("secured").replaceAll("&jmx.*", "") + "&tls=on";
    }

    /** Returns the options of an address that present a key to the server. */
    public String presenting(Path store) throws IOException {
        return "&keystore=" + encoded(store) + "&keystore-password=file:" + encoded(stores.password());
    }

    /** Returns a path as the value of an option in an address. */
    public static String encoded(Path path) {
        return URLEncoder.encode(path.toString(), StandardCharsets.UTF_8);
    }

    /** Opens a target with the given keyspace as the first user, without TLS. */
    public CqlTarget open(String keyspace) {
        return new CqlTargetProvider().open(login(url(keyspace)));
    }

    /** Returns an address with the first user's credentials. */
    public static TargetSpec login(String url) {
        return TargetSpec.of(url).withCredentials(USER, Secret.of(USER));
    }

    /** Suspends the process, like a paused machine. */
    public void pause() {
        signal("-STOP");
    }

    public void resume() {
        signal("-CONT");
    }

    /** Stops the node and starts it again on the same data. */
    public void restart() {
        server.close();
        server = start();
    }

    private void signal(String signal) {
        try {
            String pid = Files.readString(server.dataDirectory().resolve("node1/cassandra.pid"))
                    .strip();
            int code =
                    new ProcessBuilder("kill", signal, pid).inheritIO().start().waitFor();
            if (code != 0) {
                throw new IllegalStateException("kill " + signal + " " + pid + " failed with " + code);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void end() {
        server.close();
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
