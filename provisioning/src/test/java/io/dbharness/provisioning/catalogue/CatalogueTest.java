package io.dbharness.provisioning.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.provisioning.catalogue.Catalogue.ArticleFigure;
import io.dbharness.provisioning.catalogue.Catalogue.DiskTier;
import io.dbharness.provisioning.catalogue.DiskPerformance.Burst;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class CatalogueTest {

    private static final Catalogue CATALOGUE = Catalogue.load();

    @Test
    void holdsEveryDiskThatAnArticleNames() {
        DiskTier p15 = CATALOGUE.tier("p15").orElseThrow();
        assertThat(p15.base()).isEqualTo(new Performance(1_100, 125));
        assertThat(p15.burst()).contains(new Burst(Burst.Kind.CREDIT, new Performance(3_500, 170)));
        assertThat(CATALOGUE.tier("P30").orElseThrow().performancePlus()).contains(new Performance(8_000, 300));
        assertThat(CATALOGUE.tier("S30").orElseThrow().base()).isEqualTo(new Performance(500, 60));
        assertThat(CATALOGUE.range(DiskType.PREMIUM_SSD_V2)).isPresent();
        assertThat(CATALOGUE.range(DiskType.ULTRA)).isPresent();
    }

    @Test
    void holdsEverySizeAndDatabaseTierThatAnArticleNames() {
        Stream.of(
                        "Standard_D8s_v5",
                        "Standard_E16bds_v5",
                        "Standard_DS3",
                        "Standard_A3",
                        "Standard_DS13_v2",
                        "Standard_D15_v2",
                        "Standard_L8s_v2")
                .forEach(name -> assertThat(CATALOGUE.size(name)).as(name).isPresent());
        Stream.of("Basic", "S0", "S1", "S2", "S3", "P1", "P2")
                .forEach(name -> assertThat(CATALOGUE.database(name)).as(name).isPresent());
    }

    @Test
    void aSizeDoesNoLessInABurstThanWithoutIt() {
        for (VmSize size : CATALOGUE.sizes()) {
            assertThat(size.controllers()).as(size.name()).allSatisfy(limits -> {
                assertThat(limits.tiered().within(limits.tieredBurst())).isTrue();
                assertThat(limits.provisioned()
                                .map(rate ->
                                        rate.within(limits.provisionedBurst().orElseThrow()))
                                .orElse(true))
                        .isTrue();
            });
        }
    }

    @Test
    void aZoneRedundantDiskHasTheTiersOfItsType() {
        assertThat(CATALOGUE.tier(DiskType.PREMIUM_SSD_ZRS, 257).map(DiskTier::name))
                .contains("P20");
        assertThat(CATALOGUE.tier(DiskType.STANDARD_SSD_ZRS, 513).map(DiskTier::name))
                .contains("E30");
        assertThat(DiskType.of("Premium_ZRS")).contains(DiskType.PREMIUM_SSD_ZRS);
    }

    @Test
    void processorsAreKnownByTheNameOfASize() {
        assertThat(Stream.of("Standard_D8ps_v6", "Standard_E8pds_v6", "Standard_B2pts_v2", "Standard_D4plds_v5"))
                .allMatch(VmSize::hasArm);
        assertThat(Stream.of("Standard_D8s_v5", "Standard_NP10s", "Standard_HB120rs_v3", "Standard_E96ias_v5"))
                .noneMatch(VmSize::hasArm);
    }

    @Test
    void tiersOfATypeGrowInSizeAndNeverShrinkInPerformance() {
        for (DiskType type : DiskType.values()) {
            List<DiskTier> tiers =
                    CATALOGUE.tiers().stream().filter(t -> t.type() == type).toList();
            assertThat(tiers).isSortedAccordingTo(Comparator.comparingLong(DiskTier::gib));
            assertThat(tiers)
                    .isSortedAccordingTo(Comparator.comparingLong(t -> t.base().iops()));
            assertThat(tiers)
                    .isSortedAccordingTo(Comparator.comparingLong(t -> t.base().megabytesPerSecond()));
        }
    }

    @Test
    void aDiskIsBilledAsTheSmallestTierThatHoldsIt() {
        assertThat(CATALOGUE.tier(DiskType.PREMIUM_SSD, 233).map(DiskTier::name))
                .contains("P15");
        assertThat(CATALOGUE.tier(DiskType.PREMIUM_SSD, 256).map(DiskTier::name))
                .contains("P15");
        assertThat(CATALOGUE.tier(DiskType.PREMIUM_SSD, 257).map(DiskTier::name))
                .contains("P20");
        assertThat(CATALOGUE.tier(DiskType.PREMIUM_SSD, 40_000)).isEmpty();
        assertThat(CATALOGUE.tier(DiskType.ULTRA, 256)).isEmpty();
    }

    @Test
    void everySuccessorIsASizeThatIsStillMade() {
        for (VmSize size : CATALOGUE.sizes()) {
            assertThat(size.lifecycle().end().isEmpty()
                            || !size.lifecycle().successors().isEmpty())
                    .as(size.name() + " retires without a successor")
                    .isTrue();
            for (String successor : size.lifecycle().successors()) {
                assertThat(CATALOGUE
                                .size(successor)
                                .filter(other -> other.lifecycle().end().isEmpty()))
                        .as(successor)
                        .isPresent();
            }
        }
    }

    @Test
    void everySubjectOfAnArticlesFigureIsInTheCatalogue() {
        for (ArticleFigure figure : CATALOGUE.articles()) {
            boolean known = CATALOGUE.tier(figure.subject()).isPresent()
                    || CATALOGUE.size(figure.subject()).isPresent()
                    || DiskType.of(figure.subject()).isPresent();
            assertThat(known).as(figure.sentence()).isTrue();
        }
    }

    @Test
    void itsTextHasEveryRowWithItsSourceAndDate() {
        String text = CatalogueText.of(CATALOGUE);

        assertThat(text).contains("P15", "1,100", "3,500 IOPS, 170 MB/s credit", "disk-storage-premium-ssd-sizes");
        assertThat(text)
                .containsPattern("Standard_E16bds_v5 +NVMe .*88,400 IOPS, 2,300 MB/s")
                .containsPattern("Standard_D8ds_v7 +NVMe .*20,000 IOPS, 540 MB/s");
        CATALOGUE.articles().forEach(figure -> assertThat(text).contains(figure.sentence()));
        assertThat(text.lines()
                        .filter(line -> line.contains("2026-") || line.contains("20"))
                        .count())
                .isGreaterThan(CATALOGUE.tiers().size());
    }
}
