package io.dbharness.cql.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.cql.testkit.KeyStores;
import io.dbharness.cql.testkit.TestNode;
import io.dbharness.embedded.cassandra.EmbeddedCassandraProvider;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node that encrypts and knows its users. */
@Tag("server")
@Timeout(300)
class SecuredNodeTest {

    /** The node makes its first user a while after it answers; an attempt takes longer than a tenth of a second. */
    private static final int ATTEMPTS = 600;

    @TempDir
    Path directory;

    private static String settings(Path keys) {
        return """
                authenticator: PasswordAuthenticator
                authorizer: CassandraAuthorizer
                client_encryption_options:
                  enabled: true
                  optional: true
                  keystore: %s
                  keystore_password: %s
                """.formatted(keys, KeyStores.PASSWORD);
    }

    private static String encrypted(RunningServer server, Path trusted, Path password) {
        return server.address().url() + "&tls=on&truststore=" + encoded(trusted) + "&truststore-password=file:"
                + encoded(password);
    }

    private static String encoded(Path path) {
        return URLEncoder.encode(path.toString(), StandardCharsets.UTF_8);
    }

    private static CqlTarget open(String url, String password) {
        return new CqlTargetProvider().open(TargetSpec.of(url).withCredentials("cassandra", Secret.of(password)));
    }

    private static CqlTarget openOnceTheUserIsThere(String url) {
        for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
            CqlTarget target = open(url, "cassandra");
            try {
                target.driver();
                return target;
            } catch (TargetUnreachableException e) {
                target.close();
            }
        }
        return open(url, "cassandra");
    }

    @Test
    void anEncryptedNodeWithUsersIsEnteredAndWhoMayNotEnterHearsWhy() throws Exception {
        Map<String, String> options = new HashMap<>(TestNode.OPTIONS);
        KeyStores stores = new KeyStores(directory);
        options.put("settings", settings(stores.key("node", "ip:127.0.0.1,dns:localhost")));
        TargetSpec spec = new TargetSpec(
                EmbeddedCassandraProvider.URL,
                Optional.empty(),
                Optional.empty(),
                Optional.of(directory.resolve("data")),
                options);
        try (RunningServer server = new EmbeddedCassandraProvider().start(spec)) {
            String url = encrypted(server, stores.trusting("node"), stores.password());
            try (CqlTarget target = openOnceTheUserIsThere(url)) {
                assertThat(target.info().settings()).containsEntry("tls", "on");
                assertThat(target.driver()
                                .execute("SELECT username, ssl_enabled FROM system_views.clients")
                                .all())
                        .isNotEmpty()
                        .allSatisfy(row -> {
                            assertThat(row.getString("username")).isEqualTo("cassandra");
                            assertThat(row.getBoolean("ssl_enabled")).isTrue();
                        });
            }
            try (CqlTarget target = open(url, "wrong")) {
                assertThatThrownBy(target::info)
                        .isInstanceOf(TargetUnreachableException.class)
                        .hasMessageContaining("user or password is wrong");
            }
            try (CqlTarget target = new CqlTargetProvider().open(TargetSpec.of(url))) {
                assertThatThrownBy(target::info).hasMessageContaining("give --user NAME --password env:NAME");
            }
            try (CqlTarget target = open(server.address().url() + "&tls=on", "cassandra")) {
                assertThatThrownBy(target::info)
                        .isInstanceOf(TargetUnreachableException.class)
                        .hasMessageContaining("cannot reach");
            }
        }
    }
}
