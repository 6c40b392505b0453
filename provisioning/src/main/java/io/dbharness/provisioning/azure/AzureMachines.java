package io.dbharness.provisioning.azure;

import com.azure.resourcemanager.compute.fluent.models.VirtualMachineInner;
import com.azure.resourcemanager.compute.models.AdditionalCapabilities;
import com.azure.resourcemanager.compute.models.CachingTypes;
import com.azure.resourcemanager.compute.models.DataDisk;
import com.azure.resourcemanager.compute.models.DeleteOptions;
import com.azure.resourcemanager.compute.models.DiskControllerTypes;
import com.azure.resourcemanager.compute.models.DiskCreateOptionTypes;
import com.azure.resourcemanager.compute.models.DiskDeleteOptionTypes;
import com.azure.resourcemanager.compute.models.HardwareProfile;
import com.azure.resourcemanager.compute.models.ImageReference;
import com.azure.resourcemanager.compute.models.LinuxConfiguration;
import com.azure.resourcemanager.compute.models.ManagedDiskParameters;
import com.azure.resourcemanager.compute.models.NetworkInterfaceReference;
import com.azure.resourcemanager.compute.models.NetworkProfile;
import com.azure.resourcemanager.compute.models.OSDisk;
import com.azure.resourcemanager.compute.models.OSProfile;
import com.azure.resourcemanager.compute.models.SshConfiguration;
import com.azure.resourcemanager.compute.models.SshPublicKey;
import com.azure.resourcemanager.compute.models.StorageAccountTypes;
import com.azure.resourcemanager.compute.models.StorageProfile;
import com.azure.resourcemanager.compute.models.VirtualMachineSizeTypes;
import io.dbharness.provisioning.catalogue.Caching;
import io.dbharness.provisioning.software.FirstStart;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Step;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Virtual machines with their disks attached, entered by key only. What hangs on a machine goes with it. */
final class AzureMachines {

    static final String USER = "harness";

    private static final int IMAGE_PARTS = 4;
    private static final Map<Caching, CachingTypes> CACHING = Map.of(
            Caching.NONE, CachingTypes.NONE,
            Caching.READ_ONLY, CachingTypes.READ_ONLY,
            Caching.READ_WRITE, CachingTypes.READ_WRITE);

    private final AzureClients clients;

    AzureMachines(AzureClients clients) {
        this.clients = clients;
    }

    Map<String, String> put(Step step, Facts earlier) {
        VirtualMachineInner machine = new VirtualMachineInner();
        machine.withLocation(step.argument(Arguments.REGION));
        machine.withTags(Tags.of(step, earlier));
        machine.withHardwareProfile(
                new HardwareProfile().withVmSize(VirtualMachineSizeTypes.fromString(step.argument(Arguments.SIZE))));
        machine.withStorageProfile(storage(step, earlier));
        machine.withOsProfile(system(step, earlier));
        machine.withNetworkProfile(new NetworkProfile().withNetworkInterfaces(List.of(card(step, earlier))));
        if (Boolean.parseBoolean(step.arguments().get(Arguments.ULTRA))) {
            machine.withAdditionalCapabilities(new AdditionalCapabilities().withUltraSsdEnabled(true));
        }
        Optional.ofNullable(step.arguments().get(Arguments.ZONE)).ifPresent(zone -> machine.withZones(List.of(zone)));
        VirtualMachineInner made = clients.compute()
                .getVirtualMachines()
                .createOrUpdate(step.argument(Arguments.GROUP), step.argument(Arguments.NAME), machine);
        return delivered(step, made);
    }

    private static NetworkInterfaceReference card(Step step, Facts earlier) {
        NetworkInterfaceReference card = new NetworkInterfaceReference();
        card.withId(earlier.text(step.argument(Arguments.NODE) + "/interface", Arguments.ID));
        return card.withPrimary(true).withDeleteOption(DeleteOptions.DELETE);
    }

    private static StorageProfile storage(Step step, Facts earlier) {
        String[] image = step.argument(Arguments.IMAGE).split(":", IMAGE_PARTS);
        StorageProfile storage = new StorageProfile()
                .withImageReference(new ImageReference()
                        .withPublisher(image[0])
                        .withOffer(image[1])
                        .withSku(image[2])
                        .withVersion(image[IMAGE_PARTS - 1]))
                .withOsDisk(new OSDisk()
                        .withCreateOption(DiskCreateOptionTypes.FROM_IMAGE)
                        .withManagedDisk(new ManagedDiskParameters()
                                .withStorageAccountType(
                                        StorageAccountTypes.fromString(step.argument(Arguments.SYSTEM_DISK))))
                        .withDeleteOption(DiskDeleteOptionTypes.DELETE))
                .withDataDisks(disks(step, earlier));
        Optional.ofNullable(step.arguments().get(Arguments.CONTROLLER))
                .ifPresent(controller -> storage.withDiskControllerType(DiskControllerTypes.fromString(controller)));
        return storage;
    }

    private static List<DataDisk> disks(Step step, Facts earlier) {
        List<DataDisk> disks = new ArrayList<>();
        for (int lun = 0; lun < Integer.parseInt(step.argument(Arguments.DISKS)); lun++) {
            ManagedDiskParameters disk = new ManagedDiskParameters();
            disk.withId(earlier.text(step.argument(Arguments.NODE) + "/disk-" + lun, Arguments.ID));
            disks.add(new DataDisk()
                    .withLun(lun)
                    .withCreateOption(DiskCreateOptionTypes.ATTACH)
                    .withCaching(caching(step))
                    .withManagedDisk(disk)
                    .withDeleteOption(DiskDeleteOptionTypes.DELETE));
        }
        return disks;
    }

    private static CachingTypes caching(Step step) {
        return CACHING.getOrDefault(
                Caching.of(step.argument(Arguments.CACHING)).orElse(Caching.NONE), CachingTypes.NONE);
    }

    private static OSProfile system(Step step, Facts earlier) {
        SshPublicKey key = new SshPublicKey()
                .withPath("/home/" + USER + "/.ssh/authorized_keys")
                .withKeyData(earlier.text(Arguments.KEY_STEP, Arguments.PUBLIC_KEY));
        OSProfile profile = new OSProfile();
        FirstStart.parse(step.arguments().getOrDefault(Arguments.PACKAGES, ""))
                .map(start -> Base64.getEncoder().encodeToString(start.text().getBytes(StandardCharsets.UTF_8)))
                .ifPresent(profile::withCustomData);
        return profile.withComputerName(step.argument(Arguments.NAME))
                .withAdminUsername(USER)
                .withLinuxConfiguration(new LinuxConfiguration()
                        .withDisablePasswordAuthentication(true)
                        .withSsh(new SshConfiguration().withPublicKeys(List.of(key))));
    }

    private static Map<String, String> delivered(Step step, VirtualMachineInner made) {
        Delivered delivered = new Delivered(step);
        delivered.compare(
                Arguments.SIZE,
                Optional.ofNullable(made.hardwareProfile())
                        .map(hardware -> hardware.vmSize().toString()));
        Optional<StorageProfile> storage = Optional.ofNullable(made.storageProfile());
        delivered.compare(Arguments.CONTROLLER, storage.map(StorageProfile::diskControllerType));
        List<DataDisk> disks = storage.map(StorageProfile::dataDisks).orElse(List.of());
        delivered.compare(Arguments.DISKS, Optional.of(disks.size()));
        if (step.arguments().containsKey(Arguments.CACHING)) {
            delivered.compare(
                    Arguments.CACHING,
                    Optional.of(
                            disks.stream().allMatch(disk -> caching(step).equals(disk.caching()))
                                    ? step.argument(Arguments.CACHING)
                                    : disks.stream()
                                            .map(disk -> String.valueOf(disk.caching()))
                                            .toList()));
        }
        return delivered.facts(made.id());
    }
}
