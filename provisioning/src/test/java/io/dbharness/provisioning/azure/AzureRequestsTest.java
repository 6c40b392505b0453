package io.dbharness.provisioning.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbharness.provisioning.Provisioned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What is asked of Azure: bodies and versions, field by field, as its published descriptions have them. */
final class AzureRequestsTest {

    @TempDir
    Path state;

    @RegisterExtension
    final FakeResourceManager azure = new FakeResourceManager();

    private Cloud cloud;

    @BeforeEach
    void open() {
        cloud = new Cloud(azure.endpoint(), state);
    }

    @Test
    void everyRequestNamesItsVersion() {
        cloud.up(AzureFiles.SQL_SERVER);

        for (Asked request : azure.requests()) {
            if (request.path().startsWith("/operations")) {
                continue;
            }
            assertThat(request.query().get("api-version"))
                    .as(request.method() + " " + request.path())
                    .isEqualTo(version(request.path().toLowerCase(Locale.ROOT)));
        }
    }

    private static String version(String path) {
        if (path.contains("/disks/")) {
            return "2025-01-02";
        } else if (path.endsWith("/skus")) {
            return "2021-07-01";
        } else if (path.contains("/schedules/")) {
            return "2018-09-15";
        } else if (path.contains("/microsoft.compute/")) {
            return "2025-04-01";
        } else if (path.contains("/microsoft.network/")) {
            return "2025-03-01";
        }
        return "2025-04-01";
    }

    @Test
    void aDiskIsCreatedWithAllItsPerformanceInOneRequest() {
        cloud.up(AzureFiles.SQL_SERVER);

        JsonNode v2 = azure.requests("PUT", "/disks/v2-disk-0").get(0).body();
        assertThat(v2.at("/sku/name").asText()).isEqualTo("PremiumV2_LRS");
        assertThat(v2.at("/zones").toString()).isEqualTo("[\"1\"]");
        assertThat(v2.at("/properties/diskSizeGB").asInt()).isEqualTo(2048);
        assertThat(v2.at("/properties/diskIOPSReadWrite").asLong()).isEqualTo(16_000);
        assertThat(v2.at("/properties/diskMBpsReadWrite").asLong()).isEqualTo(600);
        assertThat(v2.at("/properties/creationData/createOption").asText()).isEqualTo("Empty");
        assertThat(v2.at("/properties/creationData/logicalSectorSize").asInt()).isEqualTo(4096);
        assertThat(v2.at("/properties/creationData/performancePlus").isMissingNode())
                .isTrue();
        for (String name : List.of("plus-disk-0", "plus-disk-1")) {
            JsonNode plus = azure.requests("PUT", "/disks/" + name).get(0).body();
            assertThat(plus.at("/sku/name").asText()).isEqualTo("Premium_LRS");
            assertThat(plus.at("/properties/creationData/performancePlus").asBoolean())
                    .isTrue();
            assertThat(plus.at("/properties/diskIOPSReadWrite").isMissingNode()).isTrue();
        }
        assertThat(azure.requests("PATCH", "")).isEmpty();
    }

    @Test
    void aMachineHasItsDisksAttachedWithoutHostCacheAndTakesThemAlongWhenItGoes() {
        cloud.up(AzureFiles.SQL_SERVER);

        JsonNode machine = azure.requests("PUT", "/virtualMachines/plus").get(0).body();
        assertThat(machine.at("/properties/hardwareProfile/vmSize").asText()).isEqualTo("Standard_E16bds_v5");
        assertThat(machine.at("/zones").toString()).isEqualTo("[\"1\"]");
        JsonNode storage = machine.at("/properties/storageProfile");
        assertThat(storage.at("/diskControllerType").asText()).isEqualTo("NVMe");
        assertThat(storage.at("/osDisk/managedDisk/storageAccountType").asText())
                .isEqualTo("Premium_LRS");
        assertThat(storage.at("/osDisk/deleteOption").asText()).isEqualTo("Delete");
        assertThat(storage.at("/dataDisks")).hasSize(2);
        for (int lun = 0; lun < 2; lun++) {
            JsonNode disk = storage.at("/dataDisks/" + lun);
            assertThat(disk.at("/lun").asInt()).isEqualTo(lun);
            assertThat(disk.at("/createOption").asText()).isEqualTo("Attach");
            assertThat(disk.at("/caching").asText()).isEqualTo("None");
            assertThat(disk.at("/deleteOption").asText()).isEqualTo("Delete");
            assertThat(disk.at("/managedDisk/id").asText()).endsWith("/disks/plus-disk-" + lun);
        }
        JsonNode system = machine.at("/properties/osProfile");
        assertThat(system.at("/linuxConfiguration/disablePasswordAuthentication")
                        .asBoolean())
                .isTrue();
        assertThat(system.at("/linuxConfiguration/ssh/publicKeys/0/keyData").asText())
                .startsWith("ssh-rsa AAAA");
        assertThat(system.has("adminPassword")).isFalse();
        assertThat(machine.at("/properties/additionalCapabilities").isMissingNode())
                .isTrue();
    }

    @Test
    void aMachineWithUltraDisksIsMadeCapableOfThem() {
        cloud.up(AzureFiles.ONE_MACHINE);

        JsonNode machine = azure.requests("PUT", "/virtualMachines/u").get(0).body();
        assertThat(machine.at("/properties/additionalCapabilities/ultraSSDEnabled")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void oneAddressMayComeInAndNobodyWhereNoneIsNamed() {
        cloud.up(AzureFiles.SQL_SERVER);
        cloud.up(AzureFiles.ONE_MACHINE);

        List<Asked> groups = azure.requests("PUT", "/networkSecurityGroups/");
        JsonNode rules = groups.get(0).body().at("/properties/securityRules");
        assertThat(rules).hasSize(1);
        assertThat(rules.at("/0/properties/sourceAddressPrefixes/0").asText()).isEqualTo("203.0.113.7/32");
        assertThat(rules.at("/0/properties/destinationPortRange").asText()).isEqualTo("22");
        assertThat(rules.at("/0/properties/direction").asText()).isEqualTo("Inbound");
        assertThat(rules.at("/0/properties/access").asText()).isEqualTo("Allow");
        assertThat(groups.get(1).body().at("/properties/securityRules")).isEmpty();
        assertThat(azure.requests("PUT", "/publicIPAddresses/"))
                .extracting(Asked::name)
                .containsExactly("plus-address", "v2-address");
        JsonNode network = azure.requests("PUT", "/virtualNetworks/").get(0).body();
        assertThat(network.at("/properties/subnets/0/properties/networkSecurityGroup/id")
                        .asText())
                .endsWith("/networkSecurityGroups/firewall");
        JsonNode card = azure.requests("PUT", "/networkInterfaces/").get(0).body();
        assertThat(card.at("/properties/enableAcceleratedNetworking").asBoolean())
                .isTrue();
    }

    @Test
    void everythingCarriesTheRunItsOwnerAndItsEnd() {
        Provisioned up = cloud.up(AzureFiles.SQL_SERVER);

        List<Asked> tagged = azure.requests("PUT", "");
        assertThat(tagged).hasSize(16);
        for (Asked request : tagged) {
            JsonNode tags = request.body().path("tags");
            assertThat(tags.path("tool").asText()).as(request.path()).isEqualTo("dbharness");
            assertThat(tags.path("run").asText()).isEqualTo(up.run().id());
            assertThat(tags.path("owner").asText()).isEqualTo("tester");
            Instant created = Instant.parse(tags.path("created").asText());
            assertThat(Instant.parse(tags.path("expires").asText())).isEqualTo(created.plusSeconds(8 * 3600));
        }
    }

    @Test
    void whatWasDeliveredIsTold() {
        Provisioned up = cloud.up(AzureFiles.SQL_SERVER);

        assertThat(up.subjects().get("v2").facts())
                .containsEntry("v2/disk-0.iops", "16000")
                .containsEntry("v2/disk-0.megabytesPerSecond", "600")
                .containsEntry("v2/machine.caching", "none")
                .containsEntry("v2/machine.controller", "NVMe")
                .containsEntry("v2/address.ipAddress", "198.51.100.7")
                .containsEntry("v2/volume.mount", "/data");
    }

    @Test
    void theDisksAreStripedByAScriptThatKnowsHowManyThereAre() {
        cloud.up(AzureFiles.SQL_SERVER);

        JsonNode command = azure.requests("PUT", "/virtualMachines/plus/runCommands/")
                .get(0)
                .body();
        assertThat(command.at("/properties/source/script").asText())
                .startsWith("DISKS=2\nFILE_SYSTEM=xfs\nMOUNT=/data\nGIB=1024\n")
                .contains("mdadm --create");
        assertThat(command.at("/properties/timeoutInSeconds").asInt()).isEqualTo(900);
    }

    @Test
    void theLedgerHasTheBodyOfARequestWithPlaceholdersForTheFactsOfEarlierSteps() throws IOException {
        Provisioned up = cloud.up(AzureFiles.ONE_MACHINE);

        JsonNode machine = null;
        for (String line : Files.readAllLines(up.run().directory().resolve("ledger.jsonl"))) {
            JsonNode entry = new ObjectMapper().readTree(line);
            if (entry.path("id").asText().equals("u/machine")
                    && entry.path("what").asText().equals("BEGUN")) {
                machine = entry.at("/facts/body");
            }
        }

        JsonNode sent = azure.requests("PUT", "/virtualMachines/u").get(0).body();
        assertThat(machine).isNotNull();
        assertThat(machine.at("/properties/storageProfile/osDisk"))
                .isEqualTo(sent.at("/properties/storageProfile/osDisk"));
        assertThat(machine.at("/properties/osProfile/linuxConfiguration/ssh/publicKeys/0/keyData"))
                .hasToString("{\"$fact\":[\"azure/key\",\"publicKey\"]}");
        assertThat(machine.at("/properties/networkProfile/networkInterfaces/0/id"))
                .hasToString("{\"$fact\":[\"u/interface\",\"id\"]}");
        assertThat(sent.toString()).doesNotContain("$");
    }

    @Test
    void noSecretIsInTheLedgerAndThePrivateKeyIsItsOwnersAlone() throws IOException {
        Provisioned up = cloud.up(AzureFiles.ONE_MACHINE);

        Path directory = up.run().directory();
        assertThat(Files.readString(directory.resolve("ledger.jsonl"))).doesNotContain("PRIVATE");
        assertThat(Files.getPosixFilePermissions(directory.resolve("id_rsa")))
                .isEqualTo(Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));
        cloud.down("one");
        assertThat(directory).doesNotExist();
        assertThat(azure.ids()).isEmpty();
    }
}
