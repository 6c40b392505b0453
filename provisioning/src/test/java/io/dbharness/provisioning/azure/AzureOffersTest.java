package io.dbharness.provisioning.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.model.UsageException;
import io.dbharness.provisioning.Provisioned;
import io.dbharness.provisioning.azure.FakeOffers.Restriction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Azure says of sizes, images and zones decides what is asked for, and what is refused before anything is made. */
final class AzureOffersTest {

    @TempDir(factory = InMemory.class)
    Path state;

    @RegisterExtension
    final FakeResourceManager azure = new FakeResourceManager();

    private Cloud cloud;

    @BeforeEach
    void open() {
        cloud = new Cloud(azure.endpoint(), state);
    }

    private static String file(String subject, String settings) {
        return """
                name: probe
                subjects:
                  db:
                    provider: azure
                %s
                azure:
                  region: westus2
                %s
                """.formatted(
                        subject.indent(4).stripTrailing(), settings.indent(2).stripTrailing());
    }

    private JsonNode machine() {
        return azure.requests("PUT", "/virtualMachines/").get(0).body();
    }

    @Test
    void aRestrictionOnAnotherZoneRefusesNothing() {
        azure.compute().offers().restrict(new Restriction("Standard_D8s_v5", List.of("3")));

        cloud.up(AzureFiles.ONE_MACHINE);

        assertThat(azure.resource("/virtualmachines/u")).isPresent();
    }

    @Test
    void aRestrictionOnTheZoneThatIsAskedForIsTold() {
        azure.compute().offers().restrict(new Restriction("Standard_D8s_v5", List.of("1", "3")));

        assertThatThrownBy(() -> cloud.up(AzureFiles.ONE_MACHINE))
                .isInstanceOf(UsageException.class)
                .hasMessage("azure.zone 1 of westus2 refuses Standard_D8s_v5 to this subscription; zones 2 do");
        assertThat(azure.requests("PUT", "")).isEmpty();
    }

    @Test
    void aSizeOfTheFirstGenerationGetsAnImageOfItAndNoController() {
        cloud.up(file("vm: Standard_D15_v2\nfile-system: xfs", ""));

        JsonNode storage = machine().at("/properties/storageProfile");
        assertThat(storage.at("/imageReference/sku").asText()).isEqualTo("server-gen1");
        assertThat(storage.has("diskControllerType")).isFalse();
        assertThat(storage.at("/osDisk/managedDisk/storageAccountType").asText())
                .isEqualTo("StandardSSD_LRS");
    }

    @Test
    void aSizeWithArmProcessorsGetsAnImageForThem() {
        cloud.up(file("vm: Standard_D8ps_v6\ntier: P30\ndisks: 2", "zone: 2"));

        assertThat(machine().at("/properties/storageProfile/imageReference/sku").asText())
                .isEqualTo("server-arm64");
    }

    @Test
    void aSizeThatIsInNoCatalogueHasTheCapabilitiesThatAzureTells() {
        Provisioned up = cloud.up(file("vm: Standard_D4as_v6\ntier: P30\ndisks: 2", "zone: 2"));

        JsonNode storage = machine().at("/properties/storageProfile");
        assertThat(storage.path("diskControllerType").asText()).isEqualTo("NVMe");
        assertThat(storage.at("/osDisk/managedDisk/storageAccountType").asText())
                .isEqualTo("Premium_LRS");
        assertThat(storage.at("/imageReference/version").asText()).isEqualTo("24.4.20261101");
        assertThat(azure.requests("PUT", "/networkInterfaces/")
                        .get(0)
                        .body()
                        .at("/properties/enableAcceleratedNetworking")
                        .asBoolean())
                .isTrue();
        assertThat(up.subjects().get("db").facts()).containsEntry("azure/check.uncached", "12,800 IOPS, 290 MB/s");
    }

    @Test
    void aSizeWithoutAcceleratedNetworkingHasItNot() {
        cloud.up(file("vm: Standard_B2ms\ntier: P10", ""));

        assertThat(azure.requests("PUT", "/networkInterfaces/")
                        .get(0)
                        .body()
                        .at("/properties/enableAcceleratedNetworking")
                        .asBoolean())
                .isFalse();
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                arguments("vm: Standard_B2ms\ntier: P10\ndisks: 5", "", "Standard_B2ms takes 4 data disks, not 5"),
                arguments("vm: Standard_A8_v2\ntier: P10", "", "Standard_A8_v2 takes no premium storage"),
                arguments("vm: Standard_X9_v9", "", "azure.region westus2 does not offer Standard_X9_v9"),
                arguments(
                        "vm: Standard_D4as_v6\ntier: P10\ncontroller: SCSI",
                        "",
                        "Standard_D4as_v6 has no SCSI controller in Azure's answer"),
                arguments(
                        "vm: Standard_D4as_v6\ntier: P10",
                        "image: vendor:appliance:gen2:1.0.0",
                        "does not start from an NVMe controller"),
                arguments(
                        "vm: Standard_L8s_v4\ntier: P10",
                        "image: almalinux:almalinux-x86_64:9-gen1:latest",
                        "is of generation V1, and Standard_L8s_v4 starts V2 only"),
                arguments(
                        "vm: Standard_D8ps_v6\ntier: P10",
                        "image: Canonical:ubuntu-24_04-lts:server:24.4.1",
                        "is for x64 processors, and Standard_D8ps_v6 has Arm64"),
                arguments(
                        "vm: Standard_D8s_v5\ntier: P10",
                        "image: MicrosoftWindowsServer:WindowsServer:2025-datacenter-g2:latest",
                        "is of Windows, and machines are set up as Linux"),
                arguments(
                        "vm: Standard_D8s_v5\ntier: P10",
                        "image: a:b:c:latest",
                        "there is no image a:b:c:latest in westus2"),
                arguments(
                        "vm: Standard_A8_v2\ntier: S10",
                        "trusted-launch: true",
                        "azure.trusted-launch needs an image of generation V2"),
                arguments(
                        "vm: Standard_D8s_v5\ntier: UltraSSD_LRS\nsize: 256GiB\niops: 9000\nbandwidth: 200MB/s",
                        "",
                        "Ultra disks need a zone in westus2; set azure.zone to one of 1, 2, 3"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatDoesNotGoTogetherIsRefusedBeforeAnythingIsMade(String subject, String settings, String message) {
        assertThatThrownBy(() -> cloud.up(file(subject, settings)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(message);
        assertThat(azure.requests("PUT", "")).isEmpty();
    }

    @Test
    void aSizeOutsideTheCatalogueIsHeldAgainstTheQuota() {
        azure.compute().offers().coresLeft(7);

        assertThatThrownBy(() -> cloud.up(file("vm: Standard_D4as_v6\nnodes: 2\ntier: P10", "")))
                .hasMessageContaining("the quota standardDav6Family in westus2 leaves 7 cores, and 8 are needed");
        assertThat(azure.requests("PUT", "")).isEmpty();
    }

    @Test
    void ultraNeedsNoZoneWhereThereAreNone() {
        azure.compute().offers().withoutZones();

        cloud.up(file("vm: Standard_D8s_v5\ntier: UltraSSD_LRS\nsize: 256GiB\niops: 9000\nbandwidth: 200MB/s", ""));

        assertThat(machine().has("zones")).isFalse();
    }

    @Test
    void aPlanSaysWhatItCannotKnowWithoutALogin() {
        assertThat(new Cloud("http://127.0.0.1:9", state)
                        .plan(AzureFiles.SQL_SERVER)
                        .remarks())
                .anyMatch(remark -> remark.startsWith("not known without a login: zones, quota, generation"));
    }

    @Test
    void anEntraLoginNeedsItsAdministrator() {
        assertThatThrownBy(() -> cloud.up(file("database: S1\nlogin: entra", "")))
                .hasMessageContaining("subjects.db.login entra needs azure.entra");
        assertThat(azure.requests()).isEmpty();
    }

    @Test
    void aPasswordThatCannotBeReadIsToldBeforeThereIsAGroup() {
        assertThatThrownBy(() -> cloud.up(file("database: S1\npassword: file:/no/such/file", "")))
                .hasMessageContaining("cannot read the password file");
        assertThat(azure.requests("PUT", "")).isEmpty();
    }

    @Test
    void aPasswordThatAzureWouldNotTakeIsToldBeforeThereIsAGroup() throws IOException {
        Path password = Files.writeString(state.resolve("password"), "tooeasy\n");

        assertThatThrownBy(() -> cloud.up(file("database: S1\npassword: file:" + password, "")))
                .hasMessageContaining("must have 8 to 128 characters of three kinds");
        assertThat(azure.requests("PUT", "")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a-very-long-name-of-a-file-of-subjects-x", "short"})
    void aServersNameIsAsLongAsAzureTakesWithoutAHyphenAtAnEnd(String name) throws IOException {
        Path password = Files.writeString(state.resolve("password"), "Only-4-this-test\n");

        cloud.up("""
                name: %s
                subjects:
                  the-largest-subject-of-all-of-it: {provider: azure, database: S1, password: 'file:%s'}
                  b-: {provider: azure, database: S1, password: 'file:%s'}
                azure: {region: westus2}
                """.formatted(name, password, password));

        assertThat(azure.requests("PUT", "/servers/").stream()
                        .filter(request -> !request.path().contains("/databases/"))
                        .map(Asked::name))
                .hasSize(2)
                .allMatch(server -> server.matches("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"));
    }
}
