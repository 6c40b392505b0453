package io.dbharness.provisioning.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.provisioning.Provisioned;
import io.dbharness.provisioning.spi.ReadySubject;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Several volumes on a machine, and disks that are in all zones. */
@Tag("slow")
final class AzureVolumesTest {

    @TempDir(factory = InMemory.class)
    Path state;

    @RegisterExtension
    final FakeResourceManager azure = new FakeResourceManager();

    private Cloud cloud;

    @BeforeEach
    void open() {
        cloud = new Cloud(azure.endpoint(), state);
    }

    private static String file(String name) throws IOException {
        return Files.readString(SourceTree.path(
                "provisioning/src/test/resources/io/dbharness/provisioning/azure/files", name + ".yaml"));
    }

    private List<String> script(String name) {
        return azure.requests("PUT", "/runCommands/" + name).stream()
                .filter(request -> request.name().equals(name))
                .map(request -> request.body().at("/properties/source/script").asText())
                .toList();
    }

    @Test
    void eachVolumeHasDisksOfItsOwnWithItsCaching() throws IOException {
        Provisioned up = cloud.up(file("sqlserver-data-log-tempdb"));

        JsonNode disks =
                azure.requests("PUT", "/virtualMachines/sql").get(0).body().at("/properties/storageProfile/dataDisks");
        assertThat(StreamSupport.stream(disks.spliterator(), false)
                        .map(disk -> disk.path("lun").asInt() + " "
                                + disk.path("caching").asText()))
                .containsExactly("0 ReadOnly", "1 ReadOnly", "2 ReadOnly", "3 ReadOnly", "4 None");
        assertThat(azure.requests("PUT", "/disks/sql-disk-")).hasSize(5);
        assertThat(script("volume"))
                .singleElement()
                .asString()
                .startsWith("DISKS=4\nFILE_SYSTEM=xfs\nMOUNT=/data\nGIB=1024\nFIRST=0\n");
        assertThat(script("volume-log"))
                .singleElement()
                .asString()
                .startsWith("DISKS=1\nFILE_SYSTEM=xfs\nMOUNT=/log\nGIB=1024\nFIRST=4\n");
        assertThat(script("volume-tempdb"))
                .singleElement()
                .asString()
                .startsWith("DISKS=0\nFILE_SYSTEM=xfs\nMOUNT=/tempdb\n");
        assertThat(script("sqlserver"))
                .singleElement()
                .asString()
                .contains("MOUNT='/data'\nLOG='/log'\nTEMPDB='/tempdb'\n")
                .contains("defaultlogdir \"$LOG/mssql/log\"");
        ReadySubject sql = up.subjects().get("sql");
        assertThat(sql.volumes()).containsEntry("log", Path.of("/log")).containsKey("tempdb");
        assertThat(sql.facts()).containsEntry("sql/volume-log.mount", "/log");
        assertThat(sql.facts().get("disks"))
                .isEqualTo("data: 4 x Premium SSD of 1024 GiB, caching read-only; log: 1 x Premium SSD of 1024 GiB,"
                        + " caching none; tempdb: local: 600 GiB temporary, 75,000 IOPS, 1,000 MB/s");
        assertThat(sql.facts()).containsEntry("collect", "prometheus=http://10.77.0.5:9100#data+log+tempdb");
        cloud.down("sqlserver-volumes");
        assertThat(azure.ids()).isEmpty();
    }

    @Test
    void aServerWithOneVolumeHasEverythingThere() {
        cloud.up(AzureFiles.WITH_CLIENT);

        assertThat(script("postgresql"))
                .singleElement()
                .asString()
                .contains("MOUNT='/data'\nLOG='/data'\nTEMPDB='/data'\n");
    }

    @Test
    void aCommandCanUseOneVolumeOfAMachine() throws IOException {
        ReadySubject machine =
                cloud.up(file("two-volumes-of-one-machine")).subjects().get("machine");

        assertThat(machine.target().map(TargetSpec::url)).contains("file:/plus/probe.dat");
        assertThat(machine.at("ultra").flatMap(ReadySubject::target).map(TargetSpec::url))
                .contains("file:/ultra/probe.dat");
        assertThat(machine.at("ultra").orElseThrow().client()).isEqualTo(machine.client());
        assertThat(machine.at("log")).isEmpty();
        assertThat(azure.requests("PUT", "/virtualMachines/machine")
                        .get(0)
                        .body()
                        .at("/properties/additionalCapabilities/ultraSSDEnabled")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void aDiskInAllZonesIsAskedForWithoutAZoneAndItsMachineWithOne() throws IOException {
        cloud.up(file("zrs-premium"));

        JsonNode zrs = azure.requests("PUT", "/disks/zrs-disk-0").get(0).body();
        assertThat(zrs.at("/sku/name").asText()).isEqualTo("Premium_ZRS");
        assertThat(zrs.has("zones")).isFalse();
        assertThat(azure.requests("PUT", "/disks/lrs-disk-0")
                        .get(0)
                        .body()
                        .at("/zones/0")
                        .asText())
                .isEqualTo("1");
        assertThat(azure.requests("PUT", "/virtualMachines/zrs")
                        .get(0)
                        .body()
                        .at("/zones/0")
                        .asText())
                .isEqualTo("1");
    }

    @Test
    void aRegionWithoutZonesHasNoDiskInAllOfThem() throws IOException {
        azure.compute().offers().withoutZones();
        String text = file("zrs-premium").replace("zone: 1, ", "");

        assertThatThrownBy(() -> cloud.up(text))
                .hasMessageContaining("azure.region westus2 does not offer Premium_ZRS");
        assertThat(azure.ids()).isEmpty();
    }

    @Test
    void aServerOfTheNewestVersionIsAskedForAtAnInterfaceThatKnowsIt() throws IOException {
        Path password = Files.writeString(state.resolve("password"), "Only-4-this-test\n");
        cloud.up(file("flexible-18").replace("env:PG_PASSWORD", "file:" + password));

        Asked server = azure.requests("PUT", "/flexibleServers/v2-").get(0);
        assertThat(server.query()).containsEntry("api-version", "2025-08-01");
        assertThat(server.body().at("/properties/version").asText()).isEqualTo("18");
        assertThat(server.body().at("/properties/storage/iops").asLong()).isEqualTo(6_000);
        assertThat(server.body().at("/properties/storage/throughput").asLong()).isEqualTo(250);
    }
}
