package io.dbharness.provisioning.azure;

import com.azure.resourcemanager.compute.fluent.models.DiskInner;
import com.azure.resourcemanager.compute.models.CreationData;
import com.azure.resourcemanager.compute.models.DiskCreateOption;
import com.azure.resourcemanager.compute.models.DiskSku;
import com.azure.resourcemanager.compute.models.DiskStorageAccountTypes;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Step;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Data disks. IOPS, MB/s and Performance Plus are in the request that creates a disk: later changes count against four a day, may lag an
 * hour, and Performance Plus cannot be added later at all.
 */
final class AzureDisks {

    private final AzureClients clients;

    AzureDisks(AzureClients clients) {
        this.clients = clients;
    }

    Map<String, String> put(Step step, Facts earlier) {
        Map<String, String> asked = step.arguments();
        CreationData creation = new CreationData().withCreateOption(DiskCreateOption.EMPTY);
        number(asked, Arguments.SECTOR).map(Long::intValue).ifPresent(creation::withLogicalSectorSize);
        if (asked.containsKey(Arguments.PERFORMANCE_PLUS)) {
            creation.withPerformancePlus(true);
        }
        DiskInner disk = new DiskInner();
        disk.withLocation(step.argument(Arguments.REGION));
        disk.withTags(Tags.of(step, earlier));
        disk.withSku(new DiskSku().withName(DiskStorageAccountTypes.fromString(step.argument(Arguments.SKU))));
        disk.withDiskSizeGB(Integer.parseInt(step.argument(Arguments.GIB)));
        disk.withCreationData(creation);
        number(asked, Arguments.IOPS).ifPresent(disk::withDiskIopsReadWrite);
        number(asked, Arguments.MEGABYTES).ifPresent(disk::withDiskMBpsReadWrite);
        Optional.ofNullable(asked.get(Arguments.TIER)).ifPresent(disk::withTier);
        if (asked.containsKey(Arguments.BURSTING)) {
            disk.withBurstingEnabled(true);
        }
        Optional.ofNullable(asked.get(Arguments.ZONE)).ifPresent(zone -> disk.withZones(List.of(zone)));
        DiskInner made = clients.compute()
                .getDisks()
                .createOrUpdate(step.argument(Arguments.GROUP), step.argument(Arguments.NAME), disk);
        return delivered(step, made);
    }

    /** What the service says that it made; a disk other than ordered ends the bringing-up. */
    private static Map<String, String> delivered(Step step, DiskInner made) {
        Delivered delivered = new Delivered(step);
        delivered.compare(
                Arguments.SKU,
                Optional.ofNullable(made.sku()).map(sku -> sku.name().toString()));
        delivered.compare(Arguments.GIB, Optional.ofNullable(made.diskSizeGB()));
        delivered.compare(Arguments.IOPS, Optional.ofNullable(made.diskIopsReadWrite()));
        delivered.compare(Arguments.MEGABYTES, Optional.ofNullable(made.diskMBpsReadWrite()));
        delivered.compare(Arguments.TIER, Optional.ofNullable(made.tier()));
        delivered.compare(Arguments.BURSTING, Optional.ofNullable(made.burstingEnabled()));
        delivered.compare(
                Arguments.PERFORMANCE_PLUS,
                Optional.ofNullable(made.creationData()).map(CreationData::performancePlus));
        delivered.compare(
                Arguments.SECTOR, Optional.ofNullable(made.creationData()).map(CreationData::logicalSectorSize));
        return delivered.facts(made.id());
    }

    private static Optional<Long> number(Map<String, String> asked, String name) {
        return Optional.ofNullable(asked.get(name)).map(Long::valueOf);
    }
}
