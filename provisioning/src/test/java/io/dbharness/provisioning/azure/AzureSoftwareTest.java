package io.dbharness.provisioning.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.model.HarnessException;
import io.dbharness.model.UsageException;
import io.dbharness.provisioning.Provisioned;
import io.dbharness.provisioning.spi.ReadySubject;
import io.dbharness.provisioning.spi.ReadySubject.Access;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.sut.TargetSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Databases that are installed on machines, and the machine that the harness runs on. */
final class AzureSoftwareTest {

    @TempDir
    Path state;

    @RegisterExtension
    final FakeResourceManager azure = new FakeResourceManager();

    private Cloud cloud;

    @BeforeEach
    void open() {
        cloud = new Cloud(azure.endpoint(), state);
    }

    private static String file(String lines, String settings) {
        return """
                name: probe
                subjects:
                  db:
                    provider: azure
                    vm: Standard_D8s_v5
                    tier: P15
                %s
                azure:
                  region: westus2
                %s
                """.formatted(lines.indent(4).stripTrailing(), settings.indent(2).stripTrailing());
    }

    private static String script(Asked command) {
        return command.body().at("/properties/source/script").asText();
    }

    @Test
    void threeNodesAreInstalledOneAfterTheOtherAndKnowEachOther() {
        Provisioned up = cloud.up(file("server: yugabytedb\nnodes: 3", ""));

        List<Asked> commands = azure.requests("PUT", "/runCommands/yugabytedb");
        assertThat(commands)
                .extracting(Asked::path)
                .satisfiesExactly(
                        path -> assertThat(path).contains("/virtualMachines/db-1/"),
                        path -> assertThat(path).contains("/virtualMachines/db-2/"),
                        path -> assertThat(path).contains("/virtualMachines/db-3/"));
        for (int node = 0; node < 3; node++) {
            assertThat(script(commands.get(node)))
                    .startsWith("ADDRESS='10.77.0." + (4 + node)
                            + "'\nADDRESSES='10.77.0.4 10.77.0.5 10.77.0.6'\nMOUNT='/data'\n")
                    .contains("DOWNLOAD='https://downloads.yugabyte.com/releases/")
                    .contains("--join=$first");
        }
        assertThat(azure.requests("PUT", "/runCommands/volume")).hasSize(3);
        ReadySubject ready = up.subjects().get("db");
        assertThat(ready.target().map(TargetSpec::url))
                .contains(
                        "jdbc:yugabytedb://10.77.0.4:5433,10.77.0.5:5433,10.77.0.6:5433/yugabyte?load-balance=true&sslmode=require");
        assertThat(ready.facts())
                .containsEntry("db-2/software.version", "16.4")
                .containsEntry(
                        "collect", "prometheus=http://10.77.0.4:9100,http://10.77.0.5:9100,http://10.77.0.6:9100");
    }

    @Test
    void thePasswordIsDrawnAndGoesProtectedToTheMachineAndNowhereElse() throws IOException {
        Provisioned up = cloud.up(AzureFiles.WITH_CLIENT);

        Path file = up.run().directory().resolve("u.password");
        String password = Files.readString(file).strip();
        assertThat(password)
                .hasSizeGreaterThan(24)
                .containsPattern("[A-Z]")
                .containsPattern("[a-z]")
                .containsPattern("\\d");
        assertThat(Files.getPosixFilePermissions(file))
                .isEqualTo(Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));
        JsonNode command =
                azure.requests("PUT", "/runCommands/postgresql").get(0).body();
        assertThat(command.at("/properties/protectedParameters").toString())
                .isEqualTo("[{\"name\":\"PASSWORD\",\"value\":\"" + password + "\"}]");
        assertThat(command.at("/properties/source/script").asText()).doesNotContain(password);
        assertThat(command.at("/properties/parameters").isMissingNode()).isTrue();
        assertThat(Files.readString(up.run().directory().resolve("ledger.jsonl")))
                .doesNotContain(password);
        assertThat(up.subjects().toString()).doesNotContain(password);
        TargetSpec target = up.subjects().get("u").target().orElseThrow();
        assertThat(target.url()).isEqualTo("jdbc:postgresql://10.77.0.5:5432/harness");
        assertThat(target.user()).contains("harness");
        assertThat(target.password().orElseThrow()).hasToString("file:" + file);
        assertThat(target.password().orElseThrow().reveal()).isEqualTo(password);
        up.close();
        assertThat(file).doesNotExist();
    }

    @Test
    void aScriptThatFailsIsToldWithoutItsSecretAndAllIsTakenBack() {
        azure.compute().failScript("postgresql");

        assertThatThrownBy(() -> cloud.up(AzureFiles.WITH_CLIENT))
                .isInstanceOf(HarnessException.class)
                .hasMessage("the script 'postgresql' failed on u: Failed, exit code 4, near '***': no luck");
        assertThat(azure.ids()).isEmpty();
        assertThat(state).isEmptyDirectory();
    }

    @Test
    void aMachineInstallsPackagesWhenItStartsForTheFirstTime() {
        cloud.up(AzureFiles.WITH_CLIENT);

        assertThat(firstStart("u"))
                .startsWith("#cloud-config\npackage_update: true\npackages:\n- mdadm\n- xfsprogs\n")
                .contains("- prometheus-node-exporter\n- postgresql\n")
                .contains("create_main_cluster = false");
        assertThat(firstStart("client")).contains("- openjdk-17-jre-headless").doesNotContain("postgresql");
        cloud.up(AzureFiles.ONE_MACHINE.replace("name: one", "name: bare"));
        assertThat(machine("u", 1).at("/properties/osProfile/customData").isMissingNode())
                .isTrue();
    }

    /** The request of a machine, without those of its scripts. */
    private JsonNode machine(String name, int index) {
        return azure.requests("PUT", "/virtualMachines/").stream()
                .filter(request -> request.path().endsWith("/virtualMachines/" + name))
                .toList()
                .get(index)
                .body();
    }

    private String firstStart(String machine) {
        String text = machine(machine, 0).at("/properties/osProfile/customData").asText();
        return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
    }

    @Test
    void theClientAloneHasAPublicAddressAndIsEnteredByTheRunsKey() {
        Provisioned up = cloud.up(AzureFiles.WITH_CLIENT);

        assertThat(azure.requests("PUT", "/publicIPAddresses/"))
                .extracting(Asked::name)
                .containsExactly("client-address");
        Path directory = up.run().directory();
        assertThat(up.subjects().get("u").client())
                .contains(new Access(
                        "198.51.100.7", 22, "harness", directory.resolve("id_rsa"), directory.resolve("known_hosts")));
        ReadySubject standing = cloud.provisioning()
                .standing(Cloud.file(AzureFiles.WITH_CLIENT))
                .subjects()
                .get("u");
        assertThat(standing.client()).isEqualTo(up.subjects().get("u").client());
        assertThat(standing.facts()).isEqualTo(up.subjects().get("u").facts());
    }

    /** Two disks of a comparison are on two machines of one size, and nobody else can write to them. */
    @Test
    void aMachineWithADiskAndNoDatabaseRunsTheHarnessItself() {
        Provisioned up = cloud.up(AzureFiles.SQL_SERVER);

        assertThat(up.subjects().get("plus").client()).isPresent();
        assertThat(up.subjects().get("v2").client()).isPresent();
        assertThat(firstStart("plus")).contains("openjdk-17-jre-headless");
        assertThat(script(azure.requests("PUT", "/runCommands/volume").get(0))).contains("chmod 1777");
        assertThat(azure.requests("PUT", "/publicIPAddresses/"))
                .extracting(Asked::name)
                .containsExactlyInAnyOrder("plus-address", "v2-address");
    }

    @Test
    void aClientMayReachAnAzureSqlDatabase() throws IOException {
        Path password = Files.writeString(state.resolve("password"), "Only-4-this-test\n");
        cloud.up("""
                name: tier
                subjects:
                  s1: {provider: azure, database: S1, password: 'file:%s'}
                azure: {region: westus2, allow-from: 203.0.113.7, client: Standard_D8s_v5}
                """.formatted(password));

        assertThat(azure.requests("PUT", "/firewallRules/"))
                .extracting(request -> request.name() + " "
                        + request.body().at("/properties/startIpAddress").asText())
                .containsExactly("caller 203.0.113.7", "client 198.51.100.7");
    }

    @Test
    void sqlServerComesWithItsImage() {
        Provisioned up = cloud.up(file("server: sqlserver", ""));

        JsonNode image = machine("db", 0).at("/properties/storageProfile/imageReference");
        assertThat(image.path("publisher").asText()).isEqualTo("MicrosoftSQLServer");
        assertThat(image.path("offer").asText()).isEqualTo("sql2022-ubuntupro2004");
        assertThat(image.path("sku").asText()).isEqualTo("sqldev_upro");
        assertThat(up.subjects().get("db").target().orElseThrow().url())
                .startsWith("jdbc:sqlserver://10.77.0.4:1433;databaseName=harness");
    }

    @Test
    void cassandraAsksForNoPasswordAndThePlanSaysSo() {
        String text = file("server: cassandra\nnodes: 3\nserver-download: https://files.example/cassandra.tar.gz", "");

        Provisioned up = cloud.up(text);

        assertThat(script(azure.requests("PUT", "/runCommands/cassandra").get(0)))
                .contains("DOWNLOAD='https://files.example/cassandra.tar.gz'");
        assertThat(up.subjects().get("db").target().orElseThrow())
                .isEqualTo(TargetSpec.of("cassandra://10.77.0.4,10.77.0.5,10.77.0.6/harness?datacenter=datacenter1"
                        + "&jmx=10.77.0.4:7199,10.77.0.5:7199,10.77.0.6:7199"));
        assertThat(cloud.plan(text).remarks()).anyMatch(remark -> remark.contains("needs no password"));
        assertThat(cloud.plan(text).steps()).extracting(Step::kind).doesNotContain("password");
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                arguments(
                        "server: postgresql\nnodes: 3",
                        "",
                        "subjects.db.nodes must be 1: postgresql is installed on one machine only"),
                arguments("server: oracle", "", "subjects.db.server must be one of postgresql, yugabytedb"),
                arguments(
                        "server: postgresql\nserver-download: https://x/y",
                        "",
                        "needs server: yugabytedb or cassandra"),
                arguments("server: cassandra\nserver-download: \"https://x/y'z\"", "", "must be an https address"),
                arguments(
                        "server: sqlserver\nserver-image: ubuntu",
                        "",
                        "server-image must be publisher:offer:sku:version"),
                arguments("server: postgresql", "client: Standard_D8s_v5", "azure.client needs allow-from"),
                arguments(
                        "server: postgresql",
                        "client: Standard_A3\nallow-from: 203.0.113.7",
                        "azure.client is invalid"),
                arguments(
                        "server: postgresql",
                        "group: a/b",
                        "azure.group must be the name of an existing resource group"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void aWrongAskIsRefusedBeforeAnyRequest(String lines, String settings, String message) {
        assertThatThrownBy(() -> cloud.up(file(lines, settings)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(message);
        assertThat(azure.requests()).isEmpty();
    }

    @Test
    void aServerNeedsAVolumeAndTheClientItsName() {
        assertThatThrownBy(() -> cloud.plan("""
                        name: probe
                        subjects:
                          client: {provider: azure, vm: Standard_D8s_v5, server: cassandra}
                        azure: {region: westus2, allow-from: 203.0.113.7, client: Standard_D8s_v5}
                        """))
                .hasMessageContaining("subjects.client.server needs a volume for its data")
                .hasMessageContaining(
                        "azure.client uses the machine names client, client-2 and so on, one of which is also a subject");
    }
}
