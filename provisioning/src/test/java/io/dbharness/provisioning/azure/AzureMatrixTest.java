package io.dbharness.provisioning.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.provisioning.Provisioning;
import io.dbharness.provisioning.Provisioning.AfterFailure;
import io.dbharness.provisioning.ProvisioningPlan;
import io.dbharness.provisioning.StepListener;
import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.catalogue.DiskType;
import io.dbharness.provisioning.file.ProvisioningFile;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.testkit.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sizes by kinds of disk by settings: each file comes up with bodies as Azure describes them, makes what its plan and its bill say and
 * nothing else, and goes down to nothing.
 */
@Tag("slow")
final class AzureMatrixTest {

    private static final String SUBNET = "/subscriptions/" + FakeResourceManager.SUBSCRIPTION
            + "/resourceGroups/company/providers/Microsoft.Network/virtualNetworks/corp/subnets/bench";

    private static final List<String> SIZES = List.of(
            "Standard_D8s_v5",
            "Standard_E16bds_v5\ncontroller: NVMe",
            "Standard_L8s_v4",
            "Standard_D4as_v6",
            "Standard_D15_v2",
            "Standard_F8s_v2",
            "Standard_B2ms",
            "Standard_DS13_v2");

    private static final List<String> DISKS = List.of(
            "tier: S10\ndisks: 2",
            "tier: E30\nperformance-plus: true",
            "tier: P15\ncaching: read-only\ndisks: 3",
            "tier: P30\nbursting: true",
            "tier: P40\nperformance-plus: true",
            "tier: P20\nperformance-tier: P50",
            "tier: PremiumV2_LRS\nsize: 100GiB\niops: 9000\nbandwidth: 300MB/s\nsector: 512",
            "tier: UltraSSD_LRS\nsize: 64GiB\niops: 9000\nbandwidth: 300MB/s",
            "file-system: ext4");

    private static final List<String> SETTINGS = List.of(
            "zone: 1",
            "zones: any",
            "zone: 2\nspot: true",
            "zone: 1\ntrusted-launch: true",
            "zone: 2\nproximity: true\nclient: Standard_D4ds_v5\nallow-from: 203.0.113.7",
            "zone: 1\nnat-gateway: true",
            "zone: 1\nallow-from: [203.0.113.7, 198.51.100.0/24]\ntags: {team: bench, cost: '42'}",
            "zone: 2\nsubnet: " + SUBNET + "\npublic-addresses: false\nclient: Standard_D4ds_v5",
            "zone: 1\nsystem-disk: 128GiB\nexpires: 30h");

    @TempDir(factory = InMemory.class)
    Path state;

    @RegisterExtension
    final FakeResourceManager azure = new FakeResourceManager();

    private static final Catalogue CATALOGUE = Catalogue.load();

    /** Each size with each kind of disk, the settings by turns, without those that Azure does not have. */
    static Stream<String> files() {
        List<String> files = new ArrayList<>();
        int turn = 0;
        for (String size : SIZES) {
            for (String disk : DISKS) {
                String settings = SETTINGS.get(turn++ % SETTINGS.size());
                boolean old = size.contains("D15_v2");
                boolean ultra = disk.contains("Ultra") && (size.contains("B2ms") || size.contains("DS13"));
                boolean cached = disk.contains("caching") && size.contains("L8s");
                boolean v2 = disk.contains("V2") && size.contains("DS13");
                if ((old && (disk.contains("P") || disk.contains("Ultra"))) || ultra || cached || v2) {
                    continue;
                }
                files.add(file(
                        "vm: " + size + "\n" + disk + (disk.contains("file-system") ? "" : "\nfile-system: xfs"),
                        old ? settings.replace("trusted-launch: true", "") : settings));
            }
        }
        return files.stream();
    }

    private static String file(String subject, String settings) {
        return """
                name: matrix
                subjects:
                  u:
                    provider: azure
                    nodes: 2
                %s
                azure:
                  region: westus2
                %s
                """.formatted(
                        subject.indent(4).stripTrailing(), settings.indent(2).stripTrailing());
    }

    @Test
    void thereAreEnoughOfThem() {
        assertThat(files().distinct()).hasSizeGreaterThanOrEqualTo(40);
    }

    /** Every fourth, in which each size, each kind of disk and each setting is. */
    static Stream<String> aQuarter() {
        List<String> all = files().toList();
        return IntStream.range(0, all.size()).filter(i -> i % 4 == 0).mapToObj(all::get);
    }

    @Test
    void aQuarterOfThemHasEachSizeDiskAndSetting() {
        String quarter = aQuarter().collect(Collectors.joining("\n")).replaceAll("(?m)^ +", "");

        assertThat(Stream.of(SIZES, DISKS, SETTINGS).flatMap(List::stream))
                .allSatisfy(one -> assertThat(quarter).contains(one));
    }

    @ParameterizedTest
    @MethodSource("aQuarter")
    void whatComesUpIsWhatThePlanSaysAndWhatIsPaidFor(String text) {
        comesUp(Cloud.file(text));
    }

    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("files")
    void whatComesUpOfAnyOfThemIsWhatThePlanSaysAndWhatIsPaidFor(String text) {
        comesUp(Cloud.file(text));
    }

    private void comesUp(ProvisioningFile file) {
        Provisioning provisioning = new Cloud(azure.endpoint(), state.resolve("state")).provisioning();
        ProvisioningPlan plan = provisioning.plan(file);

        provisioning.up(file, StepListener.SILENT, AfterFailure.KEEP, Provisioning.PARALLEL);

        assertThat(made()).isEqualTo(planned(plan));
        assertThat(paidFor()).isEqualTo(billed(plan));
        provisioning.down(file.name(), StepListener.SILENT);
        assertThat(azure.ids()).isEmpty();
    }

    /** Type and name of each resource that was asked for. */
    private Set<String> made() {
        return azure.requests("PUT", "/providers/").stream()
                .filter(request -> !request.path().contains("/firewallRules/")
                        && !request.path().contains("/runCommands/"))
                .map(request -> FakeSchemas.typeOf(request.path()) + " " + withoutLetters(request.name()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Six letters are drawn anew for each plan, until one comes up. */
    private static String withoutLetters(String name) {
        return name.replaceAll("-[bcdfghjkmnpqrstvwxz]{6}$", "");
    }

    private static Set<String> planned(ProvisioningPlan plan) {
        return plan.steps().stream()
                .filter(step -> !type(step).isEmpty())
                .map(step -> type(step) + " " + withoutLetters(step.argument(AzureArguments.NAME)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String type(Step step) {
        return switch (Kind.of(step.kind())) {
            case DATABASE -> "microsoft.sql/servers/databases";
            case CONTENT -> "microsoft.dbforpostgresql/flexibleservers/databases";
            default -> Kind.of(step.kind()).type().toLowerCase(Locale.ROOT);
        };
    }

    private static Map<String, Long> billed(ProvisioningPlan plan) {
        Map<String, Long> billed = new TreeMap<>();
        plan.costs().get(0).items().stream()
                .filter(item -> !item.what().contains("traffic") && !item.what().contains("transactions"))
                .forEach(item -> billed.merge(item.what(), item.quantity(), Long::sum));
        return billed;
    }

    /** What stands at Azure, counted as it is sold. */
    private Map<String, Long> paidFor() {
        Map<String, Long> paid = new TreeMap<>();
        for (String id : azure.ids()) {
            JsonNode resource = azure.resource(id).orElseThrow();
            JsonNode properties = resource.path("properties");
            switch (FakeSchemas.typeOf(id)) {
                case "microsoft.compute/virtualmachines" -> {
                    boolean spot = properties.path("priority").asText().equals("Spot");
                    String size = properties.at("/hardwareProfile/vmSize").asText();
                    paid.merge(size + (spot ? " Spot" : ""), 1L, Long::sum);
                    JsonNode system = properties.at("/storageProfile/osDisk");
                    tier(
                            paid,
                            system.at("/managedDisk/storageAccountType").asText(),
                            system.path("diskSizeGB").asLong());
                }
                case "microsoft.compute/disks" ->
                    disk(paid, resource.at("/sku/name").asText(), properties);
                case "microsoft.network/publicipaddresses" -> paid.merge("public address", 1L, Long::sum);
                case "microsoft.network/natgateways" -> paid.merge("NAT gateway", 1L, Long::sum);
                case "microsoft.sql/servers/databases" -> database(paid, resource);
                case "microsoft.dbforpostgresql/flexibleservers" -> {
                    JsonNode storage = properties.path("storage");
                    String kind = "PostgreSQL " + storage.path("type").asText();
                    paid.merge("PostgreSQL " + resource.at("/sku/name").asText(), 1L, Long::sum);
                    paid.merge(kind + " GB", storage.path("storageSizeGB").asLong(), Long::sum);
                    count(paid, kind + " IOPS", storage.path("iops").asLong());
                    count(paid, kind + " MB/s", storage.path("throughput").asLong());
                    count(paid, kind + " " + storage.path("tier").asText(), storage.has("tier") ? 1 : 0);
                }
                default -> {}
            }
        }
        return paid;
    }

    private void disk(Map<String, Long> paid, String sku, JsonNode properties) {
        long gib = properties.path("diskSizeGB").asLong();
        boolean v2 = sku.equals("PremiumV2_LRS");
        if (v2 || sku.equals("UltraSSD_LRS")) {
            count(paid, sku + " GiB", gib);
            count(paid, sku + " IOPS", properties.path("diskIOPSReadWrite").asLong() - (v2 ? 3_000 : 0));
            count(paid, sku + " MB/s", properties.path("diskMBpsReadWrite").asLong() - (v2 ? 125 : 0));
        } else if (properties.has("tier")) {
            count(paid, properties.path("tier").asText(), 1);
        } else {
            tier(paid, sku, gib);
            count(paid, "P30 bursting", properties.path("burstingEnabled").asBoolean() ? 1 : 0);
        }
    }

    private static void database(Map<String, Long> paid, JsonNode database) {
        long vcores = database.at("/sku/capacity").asLong();
        String name = "Azure SQL " + database.at("/sku/name").asText();
        count(paid, name + (vcores > 0 ? " vCore" : ""), Math.max(1, vcores));
        if (vcores > 0) {
            long bytes = database.at("/properties/maxSizeBytes").asLong(32L << 30);
            count(paid, "Azure SQL " + database.at("/sku/tier").asText() + " GB", bytes >> 30);
        }
    }

    private void tier(Map<String, Long> paid, String sku, long gib) {
        String name = CATALOGUE
                .tier(DiskType.of(sku).orElseThrow(), gib)
                .orElseThrow()
                .name();
        count(paid, name + (sku.endsWith("_ZRS") ? " ZRS" : ""), 1);
    }

    private static void count(Map<String, Long> paid, String what, long quantity) {
        if (quantity > 0) {
            paid.merge(what, quantity, Long::sum);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "database: Basic",
                "database: S12\nbackup: Local",
                "database: P15",
                "database: GP_Gen5_4\nsize: 64GiB\nbackup: Zone",
                "database: GP_S_Gen5_2\nmin-vcores: 0.5",
                "database: BC_Gen5_8",
                "database: HS_Gen5_2\nbackup: Geo",
                "postgresql: Standard_D4ds_v5\nsize: 128GiB\ntier: P30",
                "postgresql: Standard_E4ds_v5\nsize: 128GiB\ntier: PremiumV2_LRS\niops: 6000\nbandwidth: 250MB/s\nversion: 17",
                "postgresql: Standard_B2ms\nbackup: Geo"
            })
    void databasesComeUpAsWell(String subject) throws IOException {
        Path password = Files.writeString(state.resolve("password"), "Only-4-this-test\n");
        String text = file(subject + "\npassword: file:" + password, "allow-from: 203.0.113.0/24")
                .replace("    nodes: 2\n", "");

        comesUp(Cloud.file(text));
    }

    /** Files that users may write: several volumes, Arm processors, zone-redundant disks, sizes of the seventh generation. */
    static Stream<Path> ofUsers() throws IOException {
        try (Stream<Path> files =
                Files.list(SourceTree.path("provisioning/src/test/resources/io/dbharness/provisioning/azure/files"))) {
            return files.sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("ofUsers")
    void eachFileOfAUserComesUp(Path file) throws IOException {
        Path password = Files.writeString(state.resolve("password"), "Only-4-this-test\n");

        comesUp(Cloud.file(Files.readString(file).replace("env:PG_PASSWORD", "file:" + password)));
    }

    @Test
    void thereAreTwelveFilesOfUsers() throws IOException {
        assertThat(ofUsers()).hasSize(12);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "yugabytedb-azure-disks",
                "sqlserver-performance-plus",
                "cassandra-local-storage",
                "cassandra-local-storage-today",
                "iometer-azure-disks",
                "azure-sql-inserts-deletes"
            })
    void eachShippedFileComesUp(String name) throws IOException {
        Path password = Files.writeString(state.resolve("password"), "Only-4-this-test\n");
        String text = Files.readString(SourceTree.path("experiments", "provisioning", name + ".yaml"))
                .replace("env:AZURE_SQL_PASSWORD", "file:" + password);

        comesUp(Cloud.file(text));
    }
}
