package io.dbharness.provisioning.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.dbharness.provisioning.catalogue.DataDisks.Bought;
import io.dbharness.provisioning.catalogue.DataDisks.Caching;
import io.dbharness.provisioning.catalogue.DataDisks.Extras;
import io.dbharness.provisioning.catalogue.DiskPerformance.BurstHorizon;
import io.dbharness.provisioning.catalogue.DiskRules.Findings;
import io.dbharness.provisioning.catalogue.MachineRules.BindingCap;
import io.dbharness.provisioning.catalogue.MachineRules.MachineAsk;
import io.dbharness.provisioning.catalogue.VmSize.Controller;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The checks of a wrong ask, and those of the articles' own asks. */
final class RulesTest {

    private static final LocalDate TODAY = LocalDate.of(2026, 11, 21);
    private static final Extras PLUS = new Extras(Optional.empty(), true, false, Optional.empty());
    private static final Extras ON_DEMAND = new Extras(Optional.empty(), false, true, Optional.empty());

    private static final Catalogue CATALOGUE = Catalogue.load();

    static Stream<Arguments> wrong() {
        return Stream.of(
                arguments(
                        v2(20, 10_001, 250),
                        "10001 IOPS; with 20 GiB Premium SSD v2 has 3000 to 10000, and 10001 IOPS need 21 GiB"),
                arguments(v2(250, 90_000, 250), "90000 IOPS; with 250 GiB Premium SSD v2 has 3000 to 80000"),
                arguments(v2(250, 3_000, 751), "751 MB/s; with 3000 IOPS Premium SSD v2 has 125 to 750"),
                arguments(v2(250, 80_000, 2_001), "2001 MB/s; with 80000 IOPS Premium SSD v2 has 125 to 2000"),
                arguments(v2(70_000, 3_000, 125), "70000 GiB; Premium SSD v2 has 1 to 65536 GiB"),
                arguments(
                        ultra(4, 4_001, 100),
                        "4001 IOPS; with 4 GiB Ultra Disk has 100 to 4000, and 4001 IOPS need 5 GiB"),
                arguments(ultra(3, 1_000, 100), "3 GiB; Ultra Disk has 4 to 65536 GiB"),
                arguments(ultra(256, 50, 10), "50 IOPS; with 256 GiB Ultra Disk has 100 to 256000"),
                arguments(
                        disk(DiskType.ULTRA, 256, Bought.NOTHING, Caching.NONE, Extras.NONE),
                        "Ultra Disk needs its IOPS and MB/s to be given"),
                arguments(
                        disk(DiskType.PREMIUM_SSD_V2, 256, Bought.NOTHING, Caching.READ_ONLY, Extras.NONE),
                        "Premium SSD v2 has no host cache; caching must be none"),
                arguments(
                        disk(DiskType.ULTRA, 256, bought(1_000, 100), Caching.READ_WRITE, Extras.NONE),
                        "Ultra Disk has no host cache; caching must be none"),
                arguments(premium(512, PLUS), "Performance Plus needs 513 GiB or more, not 512"),
                arguments(
                        disk(DiskType.PREMIUM_SSD_V2, 1_024, Bought.NOTHING, Caching.NONE, PLUS),
                        "Premium SSD v2 has no Performance Plus; set its IOPS and MB/s instead"),
                arguments(premium(512, ON_DEMAND), "on-demand bursting needs 513 GiB or more, not 512"),
                arguments(
                        disk(DiskType.STANDARD_SSD, 1_024, Bought.NOTHING, Caching.NONE, ON_DEMAND),
                        "only Premium SSD bursts on demand"),
                arguments(
                        disk(DiskType.PREMIUM_SSD, 256, bought(5_000, 200), Caching.NONE, Extras.NONE),
                        "Premium SSD has the IOPS and MB/s of its size; they cannot be set"),
                arguments(
                        premium(256, new Extras(Optional.of(4096), false, false, Optional.empty())),
                        "Premium SSD has sectors of 512 bytes; they cannot be set"),
                arguments(
                        disk(
                                DiskType.PREMIUM_SSD_V2,
                                256,
                                Bought.NOTHING,
                                Caching.NONE,
                                new Extras(Optional.of(1024), false, false, Optional.empty())),
                        "sectors of 1024 bytes; 512 or 4096"),
                arguments(
                        premium(1_024, new Extras(Optional.empty(), false, false, Optional.of("P20"))),
                        "performance tier P20 is below P30, that of its size"),
                arguments(
                        premium(1_024, new Extras(Optional.empty(), false, false, Optional.of("E30"))),
                        "no performance tier E30; P1 to P80"),
                arguments(premium(40_000, Extras.NONE), "40000 GiB; Premium SSD has 1 to 32767 GiB"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void aWrongDiskIsToldWhatIsAllowed(DataDisks disk, String error) {
        assertThat(new DiskRules(CATALOGUE).check(disk).errors()).containsExactly("data: " + error);
    }

    static Stream<Arguments> wrongMachines() {
        return Stream.of(
                arguments(
                        new MachineAsk("vm", "Standard_D8s_v5", none(), zone(), List.of(many(v2(256, 3_000, 125), 17))),
                        "vm: 17 data disks; Standard_D8s_v5 takes 16"),
                arguments(
                        machine("Standard_D15_v2", premium(256, Extras.NONE)),
                        "vm: Standard_D15_v2 takes no premium storage, so no Premium SSD"),
                arguments(
                        machine("Standard_DS13_v2", ultra(256, 1_000, 100)),
                        "vm: Standard_DS13_v2 takes no Ultra disks"),
                arguments(
                        machine(
                                "Standard_D8s_v5",
                                disk(DiskType.PREMIUM_SSD, 4_096, Bought.NOTHING, Caching.READ_ONLY, Extras.NONE)),
                        "data: the host caches no disk of 4096 GiB or more; caching must be none"),
                arguments(
                        machine("Standard_DS13_v2", v2(256, 3_000, 125)),
                        "vm: Standard_DS13_v2 takes no Premium SSD v2"),
                arguments(
                        machine(
                                "Standard_L8s_v2",
                                disk(DiskType.PREMIUM_SSD, 1_024, Bought.NOTHING, Caching.READ_ONLY, Extras.NONE)),
                        "vm: Standard_L8s_v2 has no host cache; caching of data must be none"),
                arguments(
                        new MachineAsk("vm", "Standard_D8s_v5", Optional.of(Controller.NVME), zone(), List.of()),
                        "vm: Standard_D8s_v5 has no NVMe controller"),
                arguments(
                        machine(
                                "Standard_A3",
                                disk(DiskType.STANDARD_HDD, 32, Bought.NOTHING, Caching.NONE, Extras.NONE)),
                        "vm: Standard_A3 is gone since 2024-08-31; instead: Standard_D4ds_v5"));
    }

    @ParameterizedTest
    @MethodSource("wrongMachines")
    void aWrongMachineIsToldWhatIsAllowed(MachineAsk machine, String error) {
        assertThat(rules(Duration.ZERO).check(machine).errors()).containsExactly(error);
    }

    @Test
    void tellsEveryErrorAtOnce() {
        DataDisks disk = disk(DiskType.ULTRA, 4, bought(5_000, 2_000), Caching.READ_ONLY, PLUS);

        Findings found = rules(Duration.ZERO)
                .check(new MachineAsk("vm", "Standard_DS3", none(), Optional.empty(), List.of(many(disk, 20))));

        assertThat(found.errors()).hasSize(6);
    }

    @Test
    void theThreeDisksOfTheYugabyteArticleAreValidAndTheirVmLeavesThemRoom() {
        List<DataDisks> disks = List.of(premium(256, Extras.NONE), v2(256, 10_000, 250), ultra(256, 10_000, 250));

        for (DataDisks disk : disks) {
            Findings found = rules(Duration.ofMinutes(30)).check(machine("Standard_D8s_v5", disk));
            assertThat(found.errors()).isEmpty();
            assertThat(found.warnings()).allMatch(warning -> warning.contains("an article differs: P15"));
        }
    }

    @Test
    void aRunThatOutlastsTheBurstIsWarnedOf() {
        assertThat(rules(Duration.ofMinutes(60))
                        .check(machine("Standard_D8s_v5", premium(256, Extras.NONE)))
                        .warnings())
                .contains("vm: data bursts to 3,500 IOPS, 170 MB/s for 30 minutes from a full bucket"
                        + " (4,320,000 operations above its base), then 1,100 IOPS, 125 MB/s; a run of 60 minutes at full rate"
                        + " outlasts it");
    }

    @Test
    void aBurstLastsAsLongAsItsCreditsPayForTheRate() {
        BurstHorizon p15 = new BurstHorizon(new Performance(1_100, 125), new Performance(3_500, 170));

        assertThat(p15.lasts(3_500)).contains(Duration.ofMinutes(30));
        assertThat(p15.lasts(9_999)).contains(Duration.ofMinutes(30));
        assertThat(p15.lasts(2_300)).contains(Duration.ofHours(1));
        assertThat(p15.lasts(1_100)).isEmpty();
    }

    @Test
    void twoDisksWithPerformancePlusDoWhatTheArticleOrdered() {
        MachineAsk machine = new MachineAsk(
                "vm",
                "Standard_E16bds_v5",
                Optional.of(Controller.NVME),
                zone(),
                List.of(many(premium(1_024, PLUS), 2)));
        VmSize size = CATALOGUE.size(machine.size()).orElseThrow();

        BindingCap cap = BindingCap.of(
                        machine, size.through(Optional.of(Controller.NVME)).orElseThrow(), CATALOGUE)
                .get(0);

        assertThat(cap.effective()).isEqualTo(new Performance(16_000, 600));
        assertThat(cap.machineBinds()).isFalse();
        assertThat(cap.sentence())
                .isEqualTo("Premium and Standard: IOPS bound by the disk, MB/s bound by the disk (2 disks 16,000 IOPS,"
                        + " 600 MB/s; the VM to such disks by NVMe 66,000 IOPS, 1,800 MB/s)");
        assertThat(rules(Duration.ZERO).check(machine).warnings())
                .anyMatch(warning -> warning.contains("sqlserver-performance-plus states 70,000 IOPS"));
    }

    @Test
    void aVmThatHoldsItsDisksBackIsNamedAsTheBindingCap() {
        Findings found = rules(Duration.ZERO).check(machine("Standard_D8s_v5", v2(256, 20_000, 250)));

        assertThat(found.warnings())
                .containsExactly(
                        "vm: the VM holds its disks back; Premium SSD v2 and Ultra: IOPS bound by the VM, MB/s bound by"
                                + " the disk (disk 20,000 IOPS, 250 MB/s; the VM to such disks by SCSI 12,800 IOPS, 290 MB/s)");
    }

    @Test
    void aSizeThatRetiresIsNamedWithItsSuccessors() {
        assertThat(rules(Duration.ZERO)
                        .check(machine("Standard_L8s_v2", premium(2_048, Extras.NONE)))
                        .warnings())
                .contains("vm: Standard_L8s_v2 retires on 2028-11-15 and may be refused to a new subscription; instead:"
                        + " Standard_L8s_v3, Standard_L8s_v4");
    }

    @Test
    void aPerformanceTierGivesTheDiskTheSpeedOfALargerOne() {
        DataDisks disk = premium(1_024, new Extras(Optional.empty(), false, false, Optional.of("P40")));

        assertThat(new DiskRules(CATALOGUE).check(disk).errors()).isEmpty();
        assertThat(DiskPerformance.of(disk, CATALOGUE).map(DiskPerformance::sustained))
                .contains(new Performance(7_500, 250));
        assertThat(DiskPerformance.of(disk, CATALOGUE).map(DiskPerformance::billedAs))
                .contains("P40");
    }

    @Test
    void aDiskThatBurstsOnDemandIsHeldBackByItsMachine() {
        DataDisks disk = premium(1_024, new Extras(Optional.empty(), false, true, Optional.empty()));

        assertThat(rules(Duration.ZERO).check(machine("Standard_D8s_v5", disk)).warnings())
                .anyMatch(warning -> warning.contains("the VM holds its disks back")
                        && warning.contains("30,000 IOPS, 1,000 MB/s; the VM to such disks"));
    }

    @Test
    void aPremiumV2DiskHasItsBaselineWithoutBeingAsked() {
        DataDisks disk = disk(DiskType.PREMIUM_SSD_V2, 64, Bought.NOTHING, Caching.NONE, Extras.NONE);

        assertThat(DiskPerformance.of(disk, CATALOGUE).map(DiskPerformance::peak))
                .contains(new Performance(3_000, 125));
    }

    private MachineRules rules(Duration run) {
        return new MachineRules(CATALOGUE, TODAY, run);
    }

    private static MachineAsk machine(String size, DataDisks disk) {
        return new MachineAsk("vm", size, none(), zone(), List.of(disk));
    }

    private static Optional<Controller> none() {
        return Optional.empty();
    }

    private static Optional<String> zone() {
        return Optional.of("1");
    }

    private static DataDisks premium(long gib, Extras extras) {
        return disk(DiskType.PREMIUM_SSD, gib, Bought.NOTHING, Caching.NONE, extras);
    }

    private static DataDisks v2(long gib, long iops, long megabytes) {
        return disk(DiskType.PREMIUM_SSD_V2, gib, bought(iops, megabytes), Caching.NONE, Extras.NONE);
    }

    private static DataDisks ultra(long gib, long iops, long megabytes) {
        return disk(DiskType.ULTRA, gib, bought(iops, megabytes), Caching.NONE, Extras.NONE);
    }

    private static Bought bought(long iops, long megabytes) {
        return new Bought(Optional.of(iops), Optional.of(megabytes));
    }

    private static DataDisks disk(DiskType type, long gib, Bought bought, Caching caching, Extras extras) {
        return new DataDisks("data", type, 1, gib, bought, caching, extras);
    }

    private static DataDisks many(DataDisks disk, int count) {
        return new DataDisks(disk.name(), disk.type(), count, disk.gib(), disk.bought(), disk.caching(), disk.extras());
    }
}
