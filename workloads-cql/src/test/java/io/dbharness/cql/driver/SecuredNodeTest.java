package io.dbharness.cql.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.cql.testkit.TestNode;
import io.dbharness.embedded.cassandra.EmbeddedCassandraProvider;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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

    private static final String STORE_PASSWORD = "only-for-this-test";
    /** The node makes its first user a while after it answers; an attempt takes longer than a tenth of a second. */
    private static final int ATTEMPTS = 600;

    @TempDir
    Path directory;

    private void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-alias", "node", "-storetype", "PKCS12", "-storepass", STORE_PASSWORD));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("keytool.log").toFile())
                .start();
        assertThat(process.waitFor())
                .as(Files.readString(directory.resolve("keytool.log")))
                .isZero();
    }

    private String settings() throws IOException, InterruptedException {
        Path keys = directory.resolve("keys.p12");
        String certificate = directory.resolve("node.crt").toString();
        keytool(
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=node",
                "-ext",
                "SAN=ip:127.0.0.1,dns:localhost",
                "-keystore",
                keys.toString());
        keytool("-exportcert", "-file", certificate, "-keystore", keys.toString());
        keytool(
                "-importcert",
                "-noprompt",
                "-file",
                certificate,
                "-keystore",
                directory.resolve("trust.p12").toString());
        Files.writeString(directory.resolve("trust.password"), STORE_PASSWORD + "\n");
        return """
                authenticator: PasswordAuthenticator
                authorizer: CassandraAuthorizer
                client_encryption_options:
                  enabled: true
                  optional: true
                  keystore: %s
                  keystore_password: %s
                """.formatted(keys, STORE_PASSWORD);
    }

    private String encrypted(RunningServer server) {
        return server.address().url() + "&tls=on&truststore=" + encoded(directory.resolve("trust.p12"))
                + "&truststore-password=file:" + encoded(directory.resolve("trust.password"));
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
        options.put("settings", settings());
        TargetSpec spec = new TargetSpec(
                EmbeddedCassandraProvider.URL,
                Optional.empty(),
                Optional.empty(),
                Optional.of(directory.resolve("data")),
                options);
        try (RunningServer server = new EmbeddedCassandraProvider().start(spec)) {
            try (CqlTarget target = openOnceTheUserIsThere(encrypted(server))) {
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
            try (CqlTarget target = open(encrypted(server), "wrong")) {
                assertThatThrownBy(target::info)
                        .isInstanceOf(TargetUnreachableException.class)
                        .hasMessageContaining("user or password is wrong");
            }
            try (CqlTarget target = new CqlTargetProvider().open(TargetSpec.of(encrypted(server)))) {
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
