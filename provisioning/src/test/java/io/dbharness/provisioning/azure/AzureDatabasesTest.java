package io.dbharness.provisioning.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.provisioning.Provisioned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Azure SQL databases as subjects. */
final class AzureDatabasesTest {

    private static final String PASSWORD = "Only-4-this-test";

    @TempDir
    Path state;

    @RegisterExtension
    final FakeResourceManager azure = new FakeResourceManager();

    private Cloud cloud;

    @BeforeEach
    void open() {
        cloud = new Cloud(azure.endpoint(), state.resolve("state"));
    }

    private String file() throws IOException {
        Path password = Files.writeString(state.resolve("password"), PASSWORD + "\n");
        return """
                name: tiers
                subjects:
                  basic:
                    provider: azure
                    database: Basic
                    password: file:%1$s
                  p1:
                    provider: azure
                    database: P1
                    user: bench
                    password: file:%1$s
                azure:
                  region: westus2
                  allow-from: 203.0.113.7
                """.formatted(password);
    }

    @Test
    void eachTierIsADatabaseOnAServerThatLetsOneAddressIn() throws IOException {
        Provisioned up = cloud.up(file());

        JsonNode basic = azure.requests("PUT", "/databases/basic").get(0).body();
        assertThat(basic.at("/sku/name").asText()).isEqualTo("Basic");
        JsonNode premium = azure.requests("PUT", "/databases/p1").get(0).body();
        assertThat(premium.at("/sku/name").asText()).isEqualTo("P1");
        assertThat(premium.at("/sku/tier").asText()).isEqualTo("Premium");
        assertThat(azure.requests("PUT", "/firewallRules/")).hasSize(2).allSatisfy(rule -> {
            assertThat(rule.body().at("/properties/startIpAddress").asText()).isEqualTo("203.0.113.7");
            assertThat(rule.body().at("/properties/endIpAddress").asText()).isEqualTo("203.0.113.7");
        });
        assertThat(azure.requests("PUT", "/virtualNetworks/")).isEmpty();
        assertThat(up.subjects().get("p1").target().orElseThrow().url())
                .isEqualTo("jdbc:sqlserver://p1-" + up.run().id()
                        + ".database.windows.net:1433;databaseName=p1;encrypt=true");
        assertThat(up.subjects().get("p1").target().orElseThrow().user()).contains("bench");
        up.close();
        assertThat(azure.ids()).isEmpty();
    }

    @Test
    void thePasswordIsInTheRequestAndNowhereElse() throws IOException {
        Provisioned up = cloud.up(file());

        JsonNode server = azure.requests("PUT", "/servers/").stream()
                .map(Asked::body)
                .filter(body ->
                        body.at("/properties/administratorLogin").asText().equals("bench"))
                .findFirst()
                .orElseThrow();
        assertThat(server.at("/properties/administratorLoginPassword").asText()).isEqualTo(PASSWORD);
        assertThat(Files.readString(up.run().directory().resolve("ledger.jsonl")))
                .doesNotContain(PASSWORD);
        assertThat(up.subjects().toString()).doesNotContain(PASSWORD);
        assertThat(cloud.provisioning().status("tiers").orElseThrow().toString())
                .doesNotContain(PASSWORD);
    }

    @Test
    void aPasswordThatCannotBeReadIsToldBeforeItsServerIsAskedFor() throws IOException {
        String text = file();
        Files.delete(state.resolve("password"));

        assertThatThrownBy(() -> cloud.up(text)).hasMessageContaining("cannot read the password file");
        assertThat(azure.requests("PUT", "/servers/")).isEmpty();
        cloud.down("tiers");
        assertThat(azure.ids()).isEmpty();
    }
}
