package io.dbharness.provisioning.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.dbharness.model.UsageException;
import io.dbharness.provisioning.ProvisioningPlan;
import io.dbharness.provisioning.spi.Cost;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.testkit.SourceTree;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans, for which nobody is asked: the endpoint does not exist. */
final class AzurePlanTest {

    private static final String NOWHERE = "http://127.0.0.1:9";

    @TempDir
    Path state;

    private static String subject(String lines) {
        return """
                name: probe
                subjects:
                  disk:
                    provider: azure
                %s
                azure:
                  region: westus2
                """.formatted(lines.indent(4).stripTrailing());
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                arguments(
                        "vm: Standard_D8s_v5\ntier: PremiumV2_LRS\nsize: 20GiB\niops: 20000\nbandwidth: 250MB/s",
                        "20000 IOPS"),
                arguments(
                        "vm: Standard_D8s_v5\ntier: PremiumV2_LRS\nsize: 256GiB\ncaching: read-only",
                        "caching must be none"),
                arguments("vm: Standard_D8s_v5\ntier: P20\nperformance-plus: true", "Performance Plus needs 513 GiB"),
                arguments("vm: Standard_D15_v2\ntier: P30", "takes no premium storage"),
                arguments("vm: Standard_D8s_v5\ntier: P10\ndisks: 17", "17 data disks; Standard_D8s_v5 takes 16"),
                arguments("vm: Standard_D8s_v5\ntier: P99", "subjects.disk.tier must be a tier such as P15"),
                arguments("vm: Standard_D8s_v5\ntier: P15\nsize: 20GiB", "subjects.disk.size is not that of P15"),
                arguments("vm: Standard_D8s_v5\ntier: P15\ncontroller: NVMe", "has no NVMe controller"),
                arguments("vm: Standard_A3", "Standard_A3 is gone since 2024-08-31"),
                arguments(
                        "vm: Standard_D8s_v5\ntier: PremiumV2_LRS\nsize: 64GiB\nbandwidth: 125MiB/s",
                        "must be a whole number of MB/s"),
                arguments("vm: Standard_D8s_v5\ntier: Premium_ZRS\nsize: 1TiB\niops: 9000", "they cannot be set"),
                arguments("vm: Standard_D8s_v5\ntier: PremiumV2_ZRS\nsize: 1TiB", "must be a tier such as P15"),
                arguments("vm: Standard_D15_v2\ntier: Premium_ZRS\nsize: 1TiB", "takes no premium storage"),
                arguments(
                        "vm: Standard_D8ps_v6\nserver: yugabytedb\ntier: P15",
                        "server-download must be an archive for Arm processors, which Standard_D8ps_v6 has, not https://"),
                arguments(
                        "vm: Standard_D8s_v5\nserver: yugabytedb\ntier: P15\nserver-download: https://x/y-el8-aarch64.tar.gz",
                        "server-download must be an archive for x64 processors"),
                arguments(
                        "vm: Standard_E8pds_v6\nserver: sqlserver\ntier: P15",
                        "must have x64 processors for sqlserver; Standard_E8pds_v6 has Arm processors"),
                arguments(
                        flexible("postgresql: Standard_D4ds_v7"),
                        "postgresql must be a compute size of PostgreSQL Flexible Server"),
                arguments(
                        flexible("postgresql: Standard_D4ds_v5\nsize: 100GiB"),
                        "not 100 GiB; PremiumV2_LRS has any size"),
                arguments(flexible("postgresql: Standard_D4ds_v5\nversion: 19"), "version must be one of 13, 14"),
                arguments(
                        flexible("postgresql: Standard_D4ds_v5\ntier: PremiumV2_LRS\nsize: 100GiB\nbandwidth: 250MB/s"),
                        "iops is missing; PremiumV2_LRS needs it"),
                arguments(
                        flexible("postgresql: Standard_D4ds_v5\ntier: PremiumV2_LRS\nsize: 100GiB\niops: 9000"),
                        "bandwidth is missing; PremiumV2_LRS needs it"),
                arguments(
                        flexible(
                                "postgresql: Standard_D4ds_v5\ntier: PremiumV2_LRS\nsize: 100GiB\niops: 60000\nbandwidth: 250MB/s"),
                        "iops must be from 3000 to 50000 with 100 GiB, not 60000"),
                arguments(
                        flexible(
                                "postgresql: Standard_D64ds_v5\ntier: PremiumV2_LRS\nsize: 1TiB\niops: 60000\nbandwidth: 1300MB/s"),
                        "bandwidth must be from 125 to 1200 MB/s with these iops, not 1300"),
                arguments(
                        flexible(
                                "postgresql: Standard_B2ms\ntier: PremiumV2_LRS\nsize: 64GiB\niops: 3000\nbandwidth: 125MB/s"),
                        "is not offered for burstable compute sizes"),
                arguments(
                        "vm: Standard_D8s_v5\nserver: yugabytedb\nvolumes: {data: {tier: P15}, log: {tier: P10}}",
                        "cannot have 'log' for yugabytedb"),
                arguments(
                        "vm: Standard_D8s_v5\nserver: postgresql\nvolumes: {log: {tier: P15}}",
                        "must have a volume 'data' for postgresql"),
                arguments(
                        "vm: Standard_D8s_v5\ntier: P15\nvolumes: {data: {tier: P15}}", "tier is set for each volume"),
                arguments("vm: Standard_D8s_v5\nvolumes: {Data: {tier: P15}}", "is not a valid volume name"),
                arguments("vm: Standard_D8s_v5\nvolumes: {}", "volumes must name at least one volume"),
                arguments(
                        "vm: Standard_D8s_v5\nvolumes: {etc: {tier: P15}}",
                        "has the name of a directory of the system"),
                arguments(
                        "vm: Standard_D8s_v5\nvolumes: {data: {}}",
                        "needs a tier, or a file-system on the machine's local disks"),
                arguments(
                        "vm: Standard_L8s_v3\nvolumes: {data: {file-system: xfs}, log: {file-system: xfs}}",
                        "can have one volume on the machine's local disks"),
                arguments(
                        "vm: Standard_D8s_v5\nvolumes: {data: {tier: P10, disks: 10}, log: {tier: P10, disks: 7}}",
                        "17 data disks; Standard_D8s_v5 takes 16"),
                arguments(
                        "vm: Standard_D8s_v5\nvolumes: {data: {tier: PremiumV2_LRS, size: 20GiB, iops: 20000, bandwidth: 250MB/s}, log: {tier: P10}}",
                        "is invalid: data: 20000 IOPS"),
                arguments("vm: Standard_D8s_v5\nvolumes: {data: {tier: P15, colour: red}}", "colour is not known here"),
                arguments(
                        flexible("postgresql: Standard_D4ds_v5\nvolumes: {data: {tier: P15}}"),
                        "volumes are for machines"),
                arguments("tier: P15", "vm or database or postgresql is required"),
                arguments("database: S5\npassword: env:X", "subjects.disk.database must be one of Basic, S0"),
                arguments("database: S1\npassword: secret", "must be a reference to the password"),
                arguments("vm: Standard_D8s_v5\ntier: P15\nflavour: 3", "subjects.disk.flavour is not known here"));
    }

    private static String flexible(String lines) {
        return lines + "\npassword: env:PG_PASSWORD";
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void aWrongAskIsRefusedBeforeAnyRequest(String lines, String message) {
        Cloud cloud = new Cloud(NOWHERE, state);

        assertThatThrownBy(() -> cloud.plan(subject(lines)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(message);
        assertThat(state).isEmptyDirectory();
    }

    @Test
    void allThatIsWrongIsToldAtOnceWithItsLines() {
        Cloud cloud = new Cloud(NOWHERE, state);

        assertThatThrownBy(() -> cloud.plan("""
                        name: probe
                        subjects:
                          one:
                            provider: azure
                            vm: Standard_DS13_v2
                            tier: UltraSSD_LRS
                            size: 4GiB
                            iops: 9000
                            bandwidth: 100MB/s
                            caching: read-write
                        azure:
                          allow-from: 0.0.0.0
                          zone: 9
                        """))
                .hasMessageContaining("plan.yaml:5: subjects.one.vm is invalid: disk: 9000 IOPS")
                .hasMessageContaining("Ultra Disk has no host cache")
                .hasMessageContaining("Standard_DS13_v2 takes no Ultra disks")
                .hasMessageContaining("plan.yaml:12: azure.allow-from must be the IPv4 addresses or networks")
                .hasMessageContaining("plan.yaml:13: azure.zone must be one of 1, 2, 3")
                .hasMessageContaining("azure.region is missing");
    }

    @Test
    void thePlanOfTheSqlServerArticleTellsWhatBindsAndWhereTheArticleDiffers() {
        ProvisioningPlan plan = new Cloud(NOWHERE, state).plan(AzureFiles.SQL_SERVER);

        assertThat(plan.remarks())
                .anyMatch(remark -> remark.contains("plus: Premium and Standard: IOPS bound by the disk")
                        && remark.contains("16,000 IOPS, 600 MB/s"))
                .anyMatch(remark -> remark.contains("states 70,000 IOPS, 1,800 MB/s; documented: 66,000"))
                .anyMatch(remark -> remark.equals("the subjects differ in disks only"))
                .anyMatch(remark -> remark.startsWith("its price is unknown"));
        assertThat(plan.consent()).singleElement().asString().contains("westus2");
        assertThat(plan.facts().get("plus")).containsEntry("controller", "NVMe");
    }

    @ParameterizedTest
    @CsvSource({
        "Standard_D8ds_v6, '424;496'",
        "Standard_D8ps_v6, '424;496'",
        "Standard_E16bds_v6, '1,980;2,530'",
        "Standard_D8ds_v7, '460;540'"
    })
    void theLimitsOfNewSizesAreKnownWithoutALogin(String size, String megabytes) {
        ProvisioningPlan plan = new Cloud(NOWHERE, state)
                .plan(
                        subject(
                                "vm: " + size
                                        + "\nvolumes: {data: {tier: P80}, log: {tier: PremiumV2_LRS, size: 1TiB, iops: 80000, bandwidth: 2000MB/s}}"));

        for (String most : megabytes.split(";", -1)) {
            assertThat(plan.remarks())
                    .anyMatch(remark ->
                            remark.contains("the VM to such disks by NVMe") && remark.contains(most + " MB/s)"));
        }
        assertThat(plan.remarks()).noneMatch(remark -> remark.contains("is not in the catalogue"));
    }

    @Test
    void thePlanSaysHowOldItsLimitsAreAndWhichItDoesNotKnow() {
        List<String> remarks = new Cloud(NOWHERE, state)
                .plan(subject("vm: Standard_X8s_v9\ntier: S40\nperformance-plus: true"))
                .remarks();

        assertThat(remarks)
                .anyMatch(remark -> remark.matches(
                        "limits of sizes and disks were read from Azure's pages on 2026-11-21, \\d+ days ago; .*"))
                .anyMatch(remark -> remark.contains("size Standard_X8s_v9 is not in the catalogue"))
                .anyMatch(
                        remark -> remark.contains("the limits of S40 with Performance Plus are not in the catalogue"));
    }

    @Test
    void everyResourceOfAPlanIsAStepInTheOrderItCanBeMade() {
        ProvisioningPlan plan = new Cloud(NOWHERE, state).plan(AzureFiles.SQL_SERVER);

        assertThat(plan.steps().stream().map(Step::id))
                .containsExactly(
                        "azure/check",
                        "azure/group",
                        "azure/key",
                        "azure/firewall",
                        "azure/network",
                        "plus/address",
                        "plus/interface",
                        "plus/disk-0",
                        "plus/disk-1",
                        "plus/machine",
                        "plus/shutdown",
                        "plus/volume",
                        "v2/address",
                        "v2/interface",
                        "v2/disk-0",
                        "v2/machine",
                        "v2/shutdown",
                        "v2/volume");
    }

    @Test
    void aRunLongerThanABurstIsWarnedOf() {
        String text = subject("vm: Standard_D8s_v5\ntier: P15") + "  run-length: 1h\n";

        assertThat(new Cloud(NOWHERE, state).plan(text).remarks())
                .anyMatch(remark -> remark.contains("bursts to 3,500 IOPS") && remark.contains("60 minutes"));
    }

    @Test
    void aPriceFileGivesTheCostOfAnHourAndALimitRefusesMore() throws Exception {
        Path prices = Files.writeString(state.resolve("prices.yaml"), """
                source: test
                date: 2026-11-01
                hourly:
                  Standard_D8s_v5: 0.40
                  PremiumV2_LRS GiB: 0.0001
                  PremiumV2_LRS IOPS: 0.00001
                  PremiumV2_LRS MB/s: 0.0001
                  P6: 0.01
                  traffic GB: 0.08
                """);
        String text = subject(
                        "vm: Standard_D8s_v5\nnodes: 3\ntier: PremiumV2_LRS\nsize: 256GiB\niops: 10000\nbandwidth: 250MB/s")
                + "  traffic: 20GB\n  prices: " + prices + "\n";
        Cloud cloud = new Cloud(NOWHERE, state);

        // 3 x (0.40 + 0.01 + 256 x 0.0001 + 7,000 x 0.00001 + 125 x 0.0001), since 3,000 IOPS and 125 MB/s come for
        // free; 20 GB x 0.08 in 8 hours.
        assertThat(cloud.plan(text).remarks()).anyMatch(remark -> remark.contains("it costs 1.75 USD an hour"));
        assertThat(cloud.plan(text + "  max-cost-an-hour: 1.75\n").steps()).isNotEmpty();
        assertThatThrownBy(() -> cloud.plan(text + "  max-cost-an-hour: 1.74\n"))
                .hasMessageContaining("1.74 is less than the 1.75 USD an hour");
        assertThatThrownBy(() -> cloud.plan(subject("vm: Standard_D8s_v5\ntier: P15") + "  prices: " + prices
                        + "\n  max-cost-an-hour: 9\n"))
                .hasMessageContaining("no price is known for P15, traffic");
    }

    @Test
    void pricesBesideTheFileGoBeforeItsOwnAndGiveARowForEachThing() throws Exception {
        Path prices = Files.writeString(state.resolve("prices.yaml"), """
                source: test
                date: 2026-11-01
                hourly:
                  Standard_D8s_v5: 0.40
                  public address: 0.005
                """);
        String text = subject("vm: Standard_D8s_v5\nnodes: 3\ntier: P15")
                + "  prices: /no/such/file\n  allow-from: 203.0.113.7\n  expires: 10h\n";
        Cost cost = new Cloud(NOWHERE, state)
                .provisioning()
                .plan(Cloud.file(text).withPrices(prices.toString()))
                .costs()
                .get(0);

        assertThat(cost.items())
                .containsExactly(
                        new Cost.Item("disk", "public address", 3, Optional.of(new BigDecimal("0.005"))),
                        new Cost.Item("disk", "P15", 3, Optional.empty()),
                        new Cost.Item("disk", "Standard_D8s_v5", 3, Optional.of(new BigDecimal("0.40"))),
                        new Cost.Item("disk", "P6", 3, Optional.empty()),
                        new Cost.Item("", "traffic (azure.traffic says how much)", 1, Optional.empty()));
        assertThat(cost.anHour()).isEqualByComparingTo("1.22");
        assertThat(cost.untilExpiry()).isEqualByComparingTo("12.15");
        assertThat(cost.unknown()).containsExactly("P15", "P6", "traffic (azure.traffic says how much)");
    }

    @Test
    void aPriceFileThatIsNotThereIsAProblemOfThePlan() {
        String text = subject("vm: Standard_D8s_v5\ntier: P15") + "  prices: /no/such/file\n";

        assertThatThrownBy(() -> new Cloud(NOWHERE, state).plan(text))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("azure.prices cannot be used: cannot read /no/such/file: there is no such file");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "yugabytedb-azure-disks",
                "sqlserver-performance-plus",
                "cassandra-local-storage",
                "cassandra-local-storage-today",
                "azure-sql-inserts-deletes"
            })
    void theArticlesFilesCanBePlanned(String name) throws Exception {
        Path file = SourceTree.path("experiments", "provisioning", name + ".yaml");

        ProvisioningPlan plan = new Cloud(NOWHERE, state).plan(Files.readString(file));

        assertThat(plan.run().name()).isEqualTo(name);
        assertThat(plan.steps()).hasSizeGreaterThan(5);
    }

    @ParameterizedTest
    @CsvSource({
        "yugabytedb-azure-disks, 9, /yugabyte-2.18.1.0-b84-linux-x86_64.tar.gz, 1",
        "cassandra-local-storage, 12, /apache-cassandra-3.11.6-bin.tar.gz, 1",
        "sqlserver-performance-plus, 0, none, 0"
    })
    void theArticlesVersionsAreInstalled(String name, int nodes, String download, int clients) throws Exception {
        Path file = SourceTree.path("experiments", "provisioning", name + ".yaml");

        ProvisioningPlan plan = new Cloud(NOWHERE, state).plan(Files.readString(file));

        assertThat(plan.steps())
                .filteredOn(step -> step.kind().equals("software"))
                .hasSize(nodes)
                .allSatisfy(step -> assertThat(step.argument("download")).endsWith(download));
        assertThat(plan.steps())
                .filteredOn(step -> step.id().equals("client/machine"))
                .hasSize(clients);
    }

    @Test
    void threeArmsOfTheYugabyteArticleDifferInTheirDisksOnly() throws Exception {
        Path file = SourceTree.path("experiments", "provisioning", "yugabytedb-azure-disks.yaml");

        assertThat(new Cloud(NOWHERE, state).plan(Files.readString(file)).remarks())
                .contains("the subjects differ in disks only")
                .anyMatch(remark -> remark.contains("P15, burst: yugabytedb-azure-disks states 3,500 IOPS"));
    }

    @Tag("slow")
    @Test
    void planningLoadsNoneOfAzuresClasses() throws Exception {
        Process java = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-verbose:class",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PlanOnly.class.getName(),
                        state.toString()))
                .redirectErrorStream(true)
                .start();
        String output = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(java.waitFor()).isZero();
        assertThat(output).contains("planned 18 steps");
        assertThat(output.lines().filter(line -> line.contains("com.azure.") || line.contains("reactor.core")))
                .isEmpty();
    }
}
