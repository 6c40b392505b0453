package io.dbharness.provisioning.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.model.UsageException;
import io.dbharness.provisioning.Provisioned;
import io.dbharness.provisioning.ProvisioningPlan;
import io.dbharness.provisioning.spi.Cost;
import io.dbharness.provisioning.spi.ReadySubject.Access;
import io.dbharness.provisioning.spi.Step;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Machines that send one load together: one key, one zone, one public address, and ports that are open among them alone. */
@Tag("slow")
final class SeveralClientsTest {

    @TempDir(factory = InMemory.class)
    Path state;

    @RegisterExtension
    final FakeResourceManager azure = new FakeResourceManager();

    private Cloud cloud;

    @BeforeEach
    void open() {
        cloud = new Cloud(azure.endpoint(), state);
    }

    private static String file(String settings) {
        return """
                name: load
                subjects:
                  db: {provider: azure, vm: Standard_D8s_v5, tier: P15, server: postgresql}
                azure:
                  region: westus2
                  zone: 1
                  proximity: true
                  allow-from: 203.0.113.7
                  client: Standard_D4ds_v5
                %s
                """.formatted(settings.indent(2).stripTrailing());
    }

    private JsonNode first(String part) {
        return azure.requests("PUT", part).get(0).body();
    }

    @Test
    void eachIsAMachineOfItsOwnAndTheFirstAloneHasAnAddress() {
        ProvisioningPlan plan = cloud.plan(file("clients: 3"));

        assertThat(plan.steps())
                .extracting(Step::id)
                .filteredOn(id -> id.contains("client"))
                .containsExactly(
                        "azure/clients",
                        "client/address",
                        "client/interface",
                        "client/machine",
                        "client/shutdown",
                        "client-2/interface",
                        "client-2/machine",
                        "client-2/shutdown",
                        "client-3/interface",
                        "client-3/machine",
                        "client-3/shutdown");
        assertThat(plan.remarks()).contains("3 clients share the load of each 'provision run', an agent on each");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "clients: 1"})
    void oneIsAsItWas(String settings) {
        cloud.up(file(settings));

        assertThat(azure.requests("PUT", "/applicationSecurityGroups/")).isEmpty();
        assertThat(first("/networkSecurityGroups/").at("/properties/securityRules"))
                .hasSize(1);
        assertThat(first("/networkInterfaces/client-interface")
                        .at("/properties/ipConfigurations/0/properties")
                        .has("applicationSecurityGroups"))
                .isFalse();
    }

    @Test
    void allOfThemAreInTheBill() throws IOException {
        Path prices = Files.writeString(Files.createTempFile("prices", ".yaml"), """
                source: test
                date: 2026-11-01
                hourly: {Standard_D4ds_v5: 0.20, public address: 0.005}
                """);
        try {
            Cost cost = cloud.provisioning()
                    .plan(Cloud.file(file("clients: 4")).withPrices(prices.toString()))
                    .costs()
                    .get(0);

            assertThat(cost.items())
                    .filteredOn(item -> item.subject().equals("client"))
                    .containsExactly(
                            new Cost.Item("client", "public address", 1, Optional.of(new BigDecimal("0.005"))),
                            new Cost.Item("client", "Standard_D4ds_v5", 4, Optional.of(new BigDecimal("0.20"))),
                            new Cost.Item("client", "P6", 4, Optional.empty()));
        } finally {
            Files.delete(prices);
        }
    }

    @Test
    void allOfThemAreHeldAgainstTheQuota() {
        azure.compute().offers().coresLeft(8 + 3 * 4);

        assertThatThrownBy(() -> cloud.up(file("clients: 4")))
                .hasMessageContaining("leaves 20 cores, and 24 are needed");
        assertThat(azure.ids()).isEmpty();
        cloud.up(file("clients: 3"));
    }

    @Test
    void theyAreOfOneSizeZoneAndKeyAndCloseToEachOther() {
        cloud.up(file("clients: 3"));

        for (String name : List.of("client", "client-2", "client-3")) {
            JsonNode machine = azure.resource("/virtualmachines/" + name).orElseThrow();
            JsonNode client = azure.resource("/virtualmachines/client").orElseThrow();
            for (String part : List.of(
                    "/zones",
                    "/properties/hardwareProfile",
                    "/properties/proximityPlacementGroup",
                    "/properties/osProfile/linuxConfiguration",
                    "/properties/osProfile/customData",
                    "/properties/storageProfile/imageReference")) {
                assertThat(machine.at(part)).as(name + part).isEqualTo(client.at(part));
                assertThat(machine.at(part).isMissingNode()).as(name + part).isFalse();
            }
        }
        assertThat(azure.requests("PUT", "/publicIPAddresses/"))
                .extracting(Asked::name)
                .containsExactly("client-address");
    }

    @Test
    void theOthersGoWhereTheFirstHasFoundRoom() {
        azure.add(InjectedResponse.operation(
                "ZonalAllocationFailed", request -> request.is("PUT", "/virtualMachines/client")));

        cloud.up(file("clients: 3\nzones: any").replace("  zone: 1\n  proximity: true\n", ""));

        for (String name : List.of("client", "client-2", "client-3")) {
            assertThat(azure.resource("/virtualmachines/" + name)
                            .orElseThrow()
                            .at("/zones/0")
                            .asText())
                    .as(name)
                    .isEqualTo("2");
        }
        assertThat(azure.resource("/virtualmachines/db")
                        .orElseThrow()
                        .at("/zones/0")
                        .asText())
                .isEqualTo("1");
    }

    @Test
    void portsOfAgentsAreOpenAmongThemAndForNobodyElse() {
        cloud.up(file("clients: 3"));

        JsonNode rules = first("/networkSecurityGroups/").at("/properties/securityRules");
        assertThat(StreamSupport.stream(rules.spliterator(), false)
                        .map(rule -> rule.path("properties"))
                        .map(rule -> rule.path("priority").asInt() + " "
                                + rule.path("access").asText() + " " + from(rule) + " > "
                                + rule.at("/destinationApplicationSecurityGroups/0/id")
                                        .asText("any")
                                        .replaceAll(".*/", "")
                                + " " + rule.path("destinationPortRange").asText()))
                .containsExactly(
                        "100 Allow 203.0.113.7/32 > any 22",
                        "110 Allow clients > clients 7800-7803",
                        "120 Deny * > clients 7800-7803");
        for (String name : List.of("client", "client-2", "client-3", "db")) {
            assertThat(first("/networkInterfaces/" + name + "-interface")
                            .at("/properties/ipConfigurations/0/properties/applicationSecurityGroups/0/id")
                            .asText("none")
                            .replaceAll(".*/", ""))
                    .as(name)
                    .isEqualTo(name.equals("db") ? "none" : "clients");
        }
    }

    private static String from(JsonNode rule) {
        return rule.at("/sourceApplicationSecurityGroups/0/id")
                .asText(rule.at("/sourceAddressPrefixes/0")
                        .asText(rule.path("sourceAddressPrefix").asText()))
                .replaceAll("/subscriptions/.*/", "");
    }

    @Test
    void theyAreEnteredThroughTheFirst() {
        Provisioned up = cloud.up(file("clients: 3"));

        List<Access> clients = up.subjects().get("db").clients();
        assertThat(clients).hasSize(3);
        assertThat(clients.get(0).via()).isEmpty();
        assertThat(clients.subList(1, 3))
                .allSatisfy(client -> assertThat(client.via()).contains(clients.get(0)))
                .extracting(Access::host)
                .allMatch(host -> host.startsWith("10.77.0."))
                .doesNotHaveDuplicates();
        assertThat(cloud.provisioning().enter(Cloud.file(file("clients: 3")), "client-3"))
                .isEqualTo(clients.get(2));
        assertThat(cloud.provisioning()
                        .standing(Cloud.file(file("clients: 3")))
                        .subjects()
                        .get("db")
                        .clients())
                .isEqualTo(clients);
    }

    @ParameterizedTest
    @CsvSource({"''", "group: theirs"})
    void downRemovesAllOfThem(String group) throws IOException {
        azure.put("/subscriptions/" + FakeResourceManager.SUBSCRIPTION + "/resourceGroups/theirs", """
                {"id":"/subscriptions/%s/resourceGroups/theirs","name":"theirs","properties":{}}
                """.formatted(
                        FakeResourceManager.SUBSCRIPTION));
        List<String> before = azure.ids();
        cloud.up(file("clients: 3\n" + group));
        assertThat(azure.ids().stream().filter(id -> id.matches(".*/virtualmachines/client[^/]*")))
                .hasSize(3);

        cloud.down("load");

        assertThat(azure.ids()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "clients: 0 | azure.clients must be a whole number from 1 to 64, not '0'",
                "clients: 65 | azure.clients must be a whole number from 1 to 64, not '65'",
                "clients: two | azure.clients must be a whole number from 1 to 64, not 'two'"
            })
    void aWrongNumberIsRefused(String settings, String message) {
        assertThatThrownBy(() -> cloud.plan(file(settings)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("plan.yaml:10: " + message);
    }

    @Test
    void howManyGoesWithWhichSize() {
        assertThatThrownBy(() -> cloud.plan(file("clients: 4").replace("  client: Standard_D4ds_v5\n", "")))
                .hasMessageContaining("plan.yaml:9: azure.clients needs client, the size of each");
    }

    @ParameterizedTest
    @ValueSource(strings = {"client", "client-2", "client-99"})
    void noSubjectHasANameOfTheirs(String name) {
        assertThatThrownBy(() -> cloud.plan(file("clients: 4").replace("  db:", "  " + name + ":")))
                .hasMessageContaining("plan.yaml:9: azure.client uses the machine names client, client-2")
                .hasMessageContaining("rename the subject '" + name + "'");
    }

    @Test
    void aDatabaseThatAzureRunsLetsThemInByTheirWayOut() throws IOException {
        Path password = Files.writeString(state.resolve("password"), "Only-4-this-test\n");
        String text = file("clients: 2\nnat-gateway: true")
                .replaceFirst(
                        "\\{provider: azure, .*}",
                        "{provider: azure, postgresql: Standard_D4ds_v5, password: 'file:" + password + "'}");

        assertThatThrownBy(() -> cloud.plan(text.replace("nat-gateway: true", "nat-gateway: false")))
                .hasMessageContaining("plan.yaml:10: azure.clients needs nat-gateway: true for a managed database");
        cloud.up(text);

        assertThat(azure.requests("PUT", "/firewallRules/"))
                .extracting(Asked::name)
                .containsExactly("caller", "client", "nat");
    }
}
