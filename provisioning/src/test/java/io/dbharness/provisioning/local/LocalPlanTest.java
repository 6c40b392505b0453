package io.dbharness.provisioning.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.UsageException;
import io.dbharness.provisioning.ProvisioningPlan;
import io.dbharness.provisioning.spi.Step;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalPlanTest {

    @TempDir
    Path directory;

    private ProvisioningPlan plan(String... lines) {
        return new Disks(directory).plan(lines);
    }

    @Test
    void aDiskOfTheCatalogueHasItsRatesAndItsBurst() {
        ProvisioningPlan plan = plan("p15: {provider: local, tier: p15, size: 8GiB, file-system: xfs, memory: 512MiB}");

        assertThat(plan.facts().get("p15"))
                .containsEntry("Disk", "local, as P15")
                .containsEntry("IOPS", "1,100 (3,500 burst)")
                .containsEntry("Bandwidth", "125 MB/s (170 MB/s burst)")
                .containsEntry("Size", "8 GiB")
                .containsEntry("File system", "xfs")
                .containsEntry("Memory of servers", "0.5 GiB");
        assertThat(plan.remarks()).singleElement().asString().contains("for 1800 s from a full account of credits");
    }

    @Test
    void aDiskThatIsBoughtByRatesHasThoseThatWereBought() {
        ProvisioningPlan plan =
                plan("v2: {provider: local, tier: PremiumV2_LRS, iops: 10000, bandwidth: 250MB/s, size: 8GiB}");

        assertThat(plan.facts().get("v2")).containsEntry("IOPS", "10,000").containsEntry("Bandwidth", "250 MB/s");
        assertThat(plan.remarks()).isEmpty();
    }

    @Test
    void aDiskOfGivenRatesMayBurstToo() {
        ProvisioningPlan plan =
                plan("own: {provider: local, iops: 100, burst-iops: 300, burst-lasts: 20s, size: 1.5GiB}");

        assertThat(plan.facts().get("own"))
                .containsEntry("IOPS", "100 (300 burst)")
                .containsEntry("Bandwidth", "unlimited (unlimited burst)")
                .containsEntry("Size", "1.5 GiB")
                .containsEntry("File system", "ext4");
        assertThat(plan.remarks()).singleElement().asString().contains("for 20 s");
    }

    @Test
    void theDiskIsFormattedAndMountedBeforeItIsSlow() {
        ProvisioningPlan plan = plan("own: {provider: local, iops: 100, size: 1GiB, memory: 1GiB}");

        assertThat(plan.steps())
                .extracting(Step::kind)
                .containsExactly("directory", "image", "loop", "format", "mount", "memory", "limit", "keeper");
    }

    @Test
    void aDiskWithoutRatesIsNotLimited() {
        ProvisioningPlan plan = plan("own: {provider: local, size: 1GiB}");

        assertThat(plan.steps()).extracting(Step::kind).doesNotContain("memory", "limit", "keeper");
    }

    private static final String TWO =
            "two: {provider: local, memory: 512MiB, volumes: {data: {tier: P30, disks: 2, performance-plus: true, size: 2GiB},"
                    + " log: {iops: 500, size: 1GiB, file-system: xfs}}}";

    @Test
    void eachVolumeIsADiskWithRatesOfItsOwn() {
        ProvisioningPlan plan = plan(TWO);

        assertThat(plan.facts().get("two"))
                .containsEntry("data: Disk", "local, as 2 x P30")
                .containsEntry("data: IOPS", "16,000")
                .containsEntry("data: Bandwidth", "600 MB/s")
                .containsEntry("data: Memory of servers", "0.5 GiB")
                .containsEntry("log: IOPS", "500")
                .containsEntry("log: File system", "xfs");
        assertThat(plan.steps())
                .extracting(Step::id)
                .containsExactly(
                        "local/directory",
                        "two/data/image",
                        "two/data/loop",
                        "two/data/format",
                        "two/data/mount",
                        "two/memory",
                        "two/data/limit",
                        "two/data/keeper",
                        "two/log/image",
                        "two/log/loop",
                        "two/log/format",
                        "two/log/mount",
                        "two/log/limit",
                        "two/log/keeper");
        assertThat(plan.steps()).extracting(Step::subject).containsOnly("", "two");
        assertThat(plan.steps().get(0).argument("bytes")).isEqualTo(String.valueOf(3L << 30));
    }

    @Test
    void aWrongVolumeIsToldWithItsName() {
        assertThatThrownBy(() -> plan(
                        "a: {provider: local, size: 1GiB, volumes: {data: {size: 1GiB}}}",
                        "b: {provider: local, volumes: {data: {iops: 5}, log: {tier: P99, size: 1GiB, memory: 1GiB}}}"))
                .hasMessageContaining("subjects.a.size is set for each volume")
                .hasMessageContaining("subjects.b.volumes.data.size is missing")
                .hasMessageContaining("subjects.b.volumes.log.tier must be a disk such as P15")
                .hasMessageContaining("subjects.b.volumes.log.memory is not known");
    }

    @Test
    void everythingWrongIsSaidAtOnce() {
        assertThatThrownBy(() -> plan(
                        "a: {provider: local, tier: P99, size: 1GiB}",
                        "b: {provider: local, tier: PremiumV2_LRS, iops: 900000, size: 1GiB}",
                        "c: {provider: local, iops: 100}",
                        "d: {provider: local, iops: 500, burst-iops: 100, size: 1MiB, memory: 1MiB, colour: red}",
                        "e: {provider: local, size: 1GiB, mount-options: 'noatime; rm'}"))
                .isInstanceOf(UsageException.class)
                .satisfies(e -> assertThat(
                                String.valueOf(e.getMessage()).lines().toList())
                        .anySatisfy(line -> assertThat(line).contains("subjects.a.tier must be a disk such as P15"))
                        .anySatisfy(line -> assertThat(line).contains("subjects.b.tier is invalid: "))
                        .anySatisfy(line -> assertThat(line).contains("subjects.c.size is missing"))
                        .anySatisfy(line -> assertThat(line).contains("subjects.d.burst-iops and burst-bandwidth"))
                        .anySatisfy(line -> assertThat(line).contains("subjects.d.size must be at least 300MiB"))
                        .anySatisfy(line -> assertThat(line).contains("subjects.d.memory must be at least 64MiB"))
                        .anySatisfy(line -> assertThat(line).contains("subjects.d.colour is not known"))
                        .anySatisfy(line -> assertThat(line).contains("subjects.e.mount-options must be")));
    }
}
