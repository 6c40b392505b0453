package io.dbharness.provisioning.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import io.dbharness.provisioning.Provisioned;
import io.dbharness.provisioning.file.ProvisioningFile;
import io.dbharness.provisioning.spi.ReadySubject.Access;
import io.dbharness.provisioning.spi.Step;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Networks of companies, zones, Spot machines, clouds of their own, logins, and what ends a run inside Azure. */
@Tag("slow")
final class AzureSettingsTest {

    private static final String SUBNET = "/subscriptions/" + FakeResourceManager.SUBSCRIPTION
            + "/resourceGroups/company/providers/Microsoft.Network/virtualNetworks/corp/subnets/bench";

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

    private static String machine(String settings) {
        return file("vm: Standard_D8s_v5\ntier: P10", settings);
    }

    private JsonNode first(String part) {
        return azure.requests("PUT", part).get(0).body();
    }

    @Test
    void azureItselfSwitchesMachinesOffWhenTheRunIsOver() {
        cloud.up(machine("expires: 3h"));

        JsonNode schedule = first("/schedules/shutdown-computevm-db");
        String expires = first("/resourceGroups/").at("/tags/expires").asText();
        assertThat(schedule.at("/properties/dailyRecurrence/time").asText())
                .isEqualTo(expires.substring(11, 13) + expires.substring(14, 16));
        assertThat(schedule.at("/properties/timeZoneId").asText()).isEqualTo("UTC");
        assertThat(schedule.at("/properties/targetResourceId").asText()).endsWith("/virtualMachines/db");
        assertThat(cloud.plan(machine("expires: 3h")).remarks())
                .anyMatch(remark -> remark.startsWith("after 3 hours Azure switches each machine off"));
    }

    @Test
    void whatAStudyLetsStandForDaysHasNoScheduleAndThePlanSaysSo() {
        ProvisioningFile days = Cloud.file(machine("expires: 3h")).lasting(Duration.ofDays(3));

        assertThat(cloud.provisioning().plan(days).remarks())
                .anyMatch(remark -> remark.startsWith("no auto-shutdown, which Azure limits to one day"));
        cloud.up(machine("expires: 30h"));
        assertThat(azure.requests("PUT", "/schedules/")).isEmpty();
        assertThat(azure.resource("/virtualmachines/db")).isPresent();
    }

    @Test
    void aMachineThatIsThereForItsDiskIsEnteredBesideAClient() {
        Provisioned up = cloud.up(machine("allow-from: 203.0.113.7\nclient: Standard_D4ds_v5"));

        assertThat(azure.requests("PUT", "/publicIPAddresses/")).hasSize(2);
        assertThat(up.subjects().get("db").target().orElseThrow().url()).isEqualTo("file:/data/probe.dat");
        assertThat(up.subjects().get("db").client().orElseThrow().via()).isEmpty();
    }

    @Test
    void aNetworkThatIsThereIsUsedAndStaysAndNothingHasAPublicAddress() {
        Provisioned up = cloud.up(machine(
                "subnet: " + SUBNET + "\npublic-addresses: false\nallow-from: 10.1.0.0/16\nclient: Standard_D4ds_v5"));

        assertThat(azure.requests("PUT", "/virtualNetworks/")).isEmpty();
        assertThat(azure.requests("PUT", "/publicIPAddresses/")).isEmpty();
        JsonNode card = first("/networkInterfaces/db-interface");
        assertThat(card.at("/properties/ipConfigurations/0/properties/subnet/id")
                        .asText())
                .isEqualTo(SUBNET);
        assertThat(card.at("/properties/networkSecurityGroup/id").asText()).endsWith("/networkSecurityGroups/firewall");
        assertThat(up.subjects().get("db").client().orElseThrow().host()).isEqualTo("10.77.0.5");
        assertThat(first("/networkSecurityGroups/")
                        .at("/properties/securityRules/0/properties/sourceAddressPrefixes")
                        .toString())
                .isEqualTo("[\"10.1.0.0/16\"]");
    }

    @Test
    void machinesGoOutThroughANatGateway() {
        cloud.up(machine("nat-gateway: true"));

        assertThat(first("/natGateways/nat")
                        .at("/properties/publicIpAddresses/0/id")
                        .asText())
                .endsWith("/publicIPAddresses/nat-address");
        JsonNode subnet = first("/virtualNetworks/").at("/properties/subnets/0/properties");
        assertThat(subnet.at("/natGateway/id").asText()).endsWith("/natGateways/nat");
        assertThat(subnet.path("defaultOutboundAccess").asBoolean()).isFalse();
        cloud.down("probe");
        assertThat(azure.ids()).isEmpty();
    }

    @Test
    void everythingHasTheUsersOwnTagsBesideTheHarnesss() {
        cloud.up(machine("tags: {team: bench, cost-center: '42'}"));

        assertThat(azure.requests("PUT", "")).allSatisfy(request -> {
            assertThat(request.body().at("/tags/team").asText()).isEqualTo("bench");
            assertThat(request.body().at("/tags/cost-center").asText()).isEqualTo("42");
            assertThat(request.body().at("/tags/tool").asText()).isEqualTo("dbharness");
        });
    }

    @Test
    void aZoneThatHasNoRoomIsLeftForTheNext() {
        azure.add(InjectedResponse.operation(
                "ZonalAllocationFailed", request -> request.is("PUT", "/virtualMachines/db")));

        Provisioned up = cloud.up(file(
                "vm: Standard_D8s_v5\ntier: UltraSSD_LRS\nsize: 64GiB\niops: 9000\nbandwidth: 200MB/s", "zones: any"));

        assertThat(up.subjects().get("db").facts()).containsEntry("db/machine.zone", "2");
        assertThat(first("/disks/db-disk-0").at("/zones/0").asText()).isEqualTo("2");
        assertThat(azure.resource("/virtualmachines/db").orElseThrow().at("/properties/storageProfile/dataDisks"))
                .hasSize(1);
        cloud.down("probe");
        assertThat(azure.ids()).isEmpty();
    }

    @Test
    void aCapacityThatNoZoneHasIsTold() {
        azure.add(InjectedResponse.of(
                InjectedResponse.Kind.ANSWER,
                409,
                "SkuNotAvailable",
                9,
                request -> request.is("PUT", "/virtualMachines/db")));

        assertThatThrownBy(() -> cloud.up(machine("zones: any")))
                .hasMessageContaining("Azure refuses (SkuNotAvailable)");
        assertThat(azure.requests("PUT", "/virtualMachines/db")).hasSize(3);
        assertThat(azure.ids()).isEmpty();
    }

    @Test
    void anImageOfTheMarketplaceIsBoughtWithItsPlanAndItsLicenceIsInTheBill() {
        String text = machine("image: vendor:appliance:gen2:latest");

        cloud.up(text);

        JsonNode machine = first("/virtualMachines/db");
        assertThat(machine.at("/plan/name").asText()).isEqualTo("gen2");
        assertThat(machine.at("/plan/product").asText()).isEqualTo("appliance");
        assertThat(machine.at("/plan/publisher").asText()).isEqualTo("vendor");
        assertThat(cloud.plan(text).costs().get(0).unknown()).contains("licence of vendor:appliance:gen2:latest");
    }

    @Test
    void anImageIsTakenByItsId() throws IOException {
        String id = "/subscriptions/" + FakeResourceManager.SUBSCRIPTION
                + "/resourceGroups/company/providers/Microsoft.Compute/images/golden";
        azure.put(
                "/subscriptions/" + FakeResourceManager.SUBSCRIPTION + "/resourceGroups/company",
                "{\"name\":\"company\"}");
        azure.put(id, "{\"id\":\"" + id + "\",\"properties\":{\"hyperVGeneration\":\"V2\"}}");

        cloud.up(machine("image: " + id));

        assertThat(first("/virtualMachines/db")
                        .at("/properties/storageProfile/imageReference")
                        .toString())
                .isEqualTo("{\"id\":\"" + id + "\"}");
    }

    @Test
    void machinesStartTrustedCloseToEachOtherAndForLess() {
        cloud.up(machine("zone: 1\ntrusted-launch: true\nproximity: true\nspot: true"));

        JsonNode properties = first("/virtualMachines/db").path("properties");
        assertThat(properties.at("/securityProfile/securityType").asText()).isEqualTo("TrustedLaunch");
        assertThat(properties.at("/proximityPlacementGroup/id").asText())
                .endsWith("/proximityPlacementGroups/proximity");
        assertThat(properties.path("priority").asText()).isEqualTo("Spot");
        assertThat(properties.path("evictionPolicy").asText()).isEqualTo("Deallocate");
        assertThat(properties.at("/billingProfile/maxPrice").asInt()).isEqualTo(-1);
    }

    @Test
    void aSpotMachineThatWasTakenAwayIsToldAndStartedAgainByUp() {
        String text = machine("zone: 1\nspot: true");
        cloud.up(text);
        assertThat(cloud.provisioning().takenAway("probe")).isEmpty();

        azure.compute().evict("db");

        assertThat(cloud.provisioning().takenAway("probe")).extracting(Step::id).containsExactly("db/machine");
        cloud.up(text);
        assertThat(cloud.provisioning().takenAway("probe")).isEmpty();
        assertThat(azure.requests("POST", "/virtualMachines/db/start")).hasSize(1);
    }

    @Test
    void aMachineIsEnteredThroughTheOneThatHasAnAddress() {
        String text = file(
                "vm: Standard_D8s_v5\ntier: P10\nserver: postgresql",
                "client: Standard_D4ds_v5\nallow-from: 203.0.113.7");
        cloud.up(text);

        Access database = cloud.provisioning().enter(Cloud.file(text), "db");

        assertThat(database.host()).isEqualTo("10.77.0.5");
        assertThat(database.via().orElseThrow().host()).isEqualTo("198.51.100.7");
        assertThat(cloud.provisioning().enter(Cloud.file(text), "client").via()).isEmpty();
        assertThatThrownBy(() -> cloud.provisioning().enter(Cloud.file(text), "nobody"))
                .hasMessageContaining("has no machine 'nobody' that can be entered; there are: client, db");
    }

    @Test
    void anotherCloudIsInEachStepSoThatDownFindsIt() {
        assertThat(cloud.plan(machine("cloud: china")).steps())
                .allMatch(step -> "china".equals(step.arguments().get("cloud")));
        assertThat(AzureClient.environment(AzureCloud.CHINA).getResourceManagerEndpoint())
                .isEqualTo("https://management.chinacloudapi.cn/");
    }

    @Test
    void whoHasAnEntraLoginNeedsNoPassword() {
        Provisioned up = cloud.up(file("database: GP_S_Gen5_2\nlogin: entra\nbackup: Zone", """
                entra:
                  login: benchers
                  object: 11111111-2222-3333-4444-666666666666
                  tenant: 11111111-2222-3333-4444-777777777777
                  kind: Group
                """));

        JsonNode server = first("/servers/db-probe");
        assertThat(server.at("/properties/administrators/azureADOnlyAuthentication")
                        .asBoolean())
                .isTrue();
        assertThat(server.at("/properties/administrators/login").asText()).isEqualTo("benchers");
        assertThat(server.at("/properties/administrators/principalType").asText())
                .isEqualTo("Group");
        assertThat(server.at("/properties/administratorLogin").isMissingNode()).isTrue();
        JsonNode database = first("/databases/db");
        assertThat(database.at("/sku").toString())
                .isEqualTo("{\"name\":\"GP_S_Gen5\",\"tier\":\"GeneralPurpose\",\"family\":\"Gen5\",\"capacity\":2}");
        assertThat(database.at("/properties/requestedBackupStorageRedundancy").asText())
                .isEqualTo("Zone");
        assertThat(database.at("/properties/autoPauseDelay").asInt()).isEqualTo(-1);
        assertThat(up.subjects().get("db").target().orElseThrow().url())
                .endsWith(";authentication=ActiveDirectoryDefault");
    }

    @Test
    void aFlexibleServerLetsAddressesInAndIsReachedByItsName() throws IOException {
        Path password = Files.writeString(state.resolve("password"), "Only-4-this-test\n");

        Provisioned up = cloud.up(file(
                "postgresql: Standard_D4ds_v5\npassword: file:" + password,
                "allow-from: [203.0.113.7, 198.51.100.0/24]"));

        assertThat(azure.requests("PUT", "/firewallRules/"))
                .extracting(request -> request.name() + " "
                        + request.body().at("/properties/startIpAddress").asText() + " "
                        + request.body().at("/properties/endIpAddress").asText())
                .containsExactly("caller 203.0.113.7 203.0.113.7", "caller-2 198.51.100.0 198.51.100.255");
        assertThat(up.subjects().get("db").target().orElseThrow().url())
                .matches("jdbc:postgresql://db-probe-[a-z]{6}.postgres.database.azure.com:5432/db\\?sslmode=require");
        assertThat(up.subjects().get("db").facts().get("azure")).contains("/flexibleServers/");
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                arguments("allow-from: [203.0.113.7, 0.0.0.0/0]", "networks larger than /8 are refused"),
                arguments("allow-from: 203.0.113.300", "azure.allow-from must be the IPv4 addresses"),
                arguments("zone: 1\nzones: any", "azure.zones cannot be combined with zone"),
                arguments("zones: any\nproximity: true", "azure.proximity cannot be combined with zones"),
                arguments("subnet: corp/bench", "azure.subnet must be the id of an existing subnet"),
                arguments(
                        "subnet: " + SUBNET + "\nnat-gateway: true",
                        "azure.nat-gateway cannot be combined with subnet"),
                arguments("tags: {run: x}", "azure.tags.run is reserved for the harness"),
                arguments("cloud: mars", "azure.cloud must be one of public, china, usgovernment"),
                arguments("system-disk: 3TiB", "azure.system-disk must be from 1GiB to 2TiB"),
                arguments("client: Standard_D8s_v5", "azure.client needs allow-from"),
                arguments("entra: {login: x}", "azure.entra.object is missing"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void aWrongSettingIsRefusedBeforeAnyRequest(String settings, String message) {
        assertThatThrownBy(() -> cloud.up(machine(settings))).hasMessageContaining(message);
        assertThat(azure.requests()).isEmpty();
    }

    @Test
    void anAddressThatHasChangedIsNoticedAndMendedByUp() throws IOException {
        AtomicReference<String> own = new AtomicReference<>("203.0.113.7");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] answer = own.get().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        try {
            URI nowhere = URI.create("http://127.0.0.1:9");
            URI asked = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
            cloud = new Cloud(state, Cloud.client(azure.endpoint()), nowhere, asked);
            cloud.up(machine("allow-from: me"));
            cloud.up(machine("allow-from: me"));
            assertThat(prefixes()).containsExactly("[\"203.0.113.7/32\"]");

            own.set("203.0.113.99");
            cloud.up(machine("allow-from: me"));

            assertThat(prefixes()).containsExactly("[\"203.0.113.7/32\"]", "[\"203.0.113.99/32\"]");
            assertThat(azure.requests("PUT", "/virtualMachines/db")).hasSize(2);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void anotherAddressInTheFileIsMendedByUpAndNothingElseIsMadeAgain() {
        cloud.up(machine("allow-from: 203.0.113.7"));

        cloud.up(machine("allow-from: [203.0.113.8, 203.0.113.9]"));

        assertThat(prefixes()).containsExactly("[\"203.0.113.7/32\"]", "[\"203.0.113.8/32\",\"203.0.113.9/32\"]");
        assertThat(azure.requests("PUT", "/virtualMachines/db")).hasSize(2);
        cloud.down("probe");
        assertThat(azure.ids()).isEmpty();
    }

    private List<String> prefixes() {
        return azure.requests("PUT", "/networkSecurityGroups/").stream()
                .map(request -> request.body()
                        .at("/properties/securityRules/0/properties/sourceAddressPrefixes")
                        .toString())
                .toList();
    }
}
